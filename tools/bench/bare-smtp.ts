import { once } from 'node:events';
import net from 'node:net';
import { createInterface } from 'node:readline';

/** One mail in as few words as SMTP allows, over a connection of its own. */
export async function sendBare(port: number, to: string, body: string): Promise<void> {
  const socket = net.connect(port, '127.0.0.1');
  socket.setNoDelay(true);
  await once(socket, 'connect');
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  const answer = async () => {
    for (;;) {
      const { value = '' } = await lines.next();
      if (!/^[23]\d\d/.test(value)) throw new Error(`the server said ${value}`);
      if (value[3] !== '-') return;
    }
  };
  await answer();
  for (const said of ['EHLO localhost', 'MAIL FROM:<bitacora@empresa.mx>', `RCPT TO:<${to}>`, 'DATA', `${body}\r\n.`, 'QUIT']) {
    socket.write(`${said}\r\n`);
    await answer();
  }
  socket.destroy();
}
