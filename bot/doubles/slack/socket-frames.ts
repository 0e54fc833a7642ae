import { createHash } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';

const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const [TEXT, CLOSE, PING, PONG] = [1, 8, 9, 10];

/** The server's end of one WebSocket (RFC 6455): whole text frames, and what keeps the line alive. */
export interface SocketLine {
  send(text: string): void;
  onText(listener: (text: string) => void): void;
  close(): void;
  readonly isOpen: boolean;
}

function frame(opcode: number, payload: Buffer): Buffer {
  const head = payload.length < 126 ? Buffer.from([0x80 | opcode, payload.length]) : Buffer.from([0x80 | opcode, 126, 0, 0]);
  if (payload.length > 0xffff) return Buffer.concat([longHead(opcode, payload.length), payload]);
  if (payload.length >= 126) head.writeUInt16BE(payload.length, 2);
  return Buffer.concat([head, payload]);
}

function longHead(opcode: number, length: number): Buffer {
  const head = Buffer.alloc(10);
  head.set([0x80 | opcode, 127]);
  head.writeBigUInt64BE(BigInt(length), 2);
  return head;
}

/** The first whole frame of what came and what is left; null while one is incomplete. */
function readFrame(bytes: Buffer): { opcode: number; payload: Buffer; rest: Buffer } | null {
  if (bytes.length < 6) return null;
  const short = (bytes[1] as number) & 0x7f;
  const at = short === 126 ? 4 : short === 127 ? 10 : 2;
  if (bytes.length < at + 4) return null;
  const length = short === 126 ? bytes.readUInt16BE(2) : short === 127 ? Number(bytes.readBigUInt64BE(2)) : short;
  const end = at + 4 + length;
  if (bytes.length < end) return null;
  const mask = bytes.subarray(at, at + 4);
  const payload = bytes.subarray(at + 4, end).map((byte, index) => byte ^ (mask[index % 4] as number));
  return { opcode: (bytes[0] as number) & 0x0f, payload: Buffer.from(payload), rest: bytes.subarray(end) };
}

function lineOn(socket: Duplex): SocketLine {
  let bytes = Buffer.alloc(0);
  let isOpen = true;
  let listener: (text: string) => void = () => {};
  const end = () => {
    isOpen = false;
    socket.end();
  };
  socket.on('data', (part: Buffer) => {
    bytes = Buffer.concat([bytes, part]);
    for (let next = readFrame(bytes); next; next = readFrame(bytes)) {
      bytes = Buffer.from(next.rest);
      if (next.opcode === TEXT) listener(next.payload.toString('utf8'));
      if (next.opcode === PING) socket.write(frame(PONG as number, next.payload));
      if (next.opcode === CLOSE) {
        socket.write(frame(CLOSE as number, next.payload));
        end();
      }
    }
  });
  socket.on('error', end);
  socket.on('close', () => {
    isOpen = false;
  });
  return {
    send: (text) => void socket.write(frame(TEXT as number, Buffer.from(text))),
    onText: (each) => {
      listener = each;
    },
    close: () => {
      socket.write(frame(CLOSE as number, Buffer.from([0x03, 0xe8])));
      end();
    },
    get isOpen() {
      return isOpen;
    },
  };
}

/** Calls `connected` for each WebSocket that opens on this server. */
export function acceptSockets(server: Server, connected: (line: SocketLine) => void): void {
  server.on('upgrade', (request: IncomingMessage, socket: Duplex) => {
    const accept = createHash('sha1').update(`${request.headers['sec-websocket-key']}${GUID}`).digest('base64');
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
    connected(lineOn(socket));
  });
}
