import { once } from 'node:events';
import net from 'node:net';
import type { Visitor } from '../../../../../tools/load/company.ts';

const BOUNDARY = 'una-parte';
const CONTENT_LENGTH = 2_000_000;

/** A connection that has begun to send a photo: so many bytes of it have been written, and the rest never comes by itself. */
export async function halfAnUpload(url: string, { writes }: Pick<Visitor, 'writes'>, bytes: number): Promise<net.Socket> {
  const { hostname, port, host } = new URL(url);
  const socket = net.connect(Number(port), hostname);
  await once(socket, 'connect');
  const headers = {
    Host: host,
    ...writes,
    'Content-Type': `multipart/form-data; boundary=${BOUNDARY}`,
    'Content-Length': String(CONTENT_LENGTH),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.write(`POST /api/create_my_new_activity HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  socket.write(
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="images[0]"; filename="foto.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`,
  );
  socket.write(Buffer.alloc(bytes));
  return socket;
}
