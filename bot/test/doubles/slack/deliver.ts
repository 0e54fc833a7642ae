import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { installation } from './workspace.ts';

const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const [TEXT, CLOSE, PING, PONG] = [1, 8, 9, 10];

/** The server's end of one WebSocket (RFC 6455): whole text frames, and what keeps the line alive. */
interface SocketLine {
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

/** Returns the first whole frame and the rest of the bytes; null while the frame is incomplete. */
function readFrame(bytes: Buffer): { opcode: number; payload: Buffer; rest: Buffer } | null {
  if (bytes.length < 6) return null;
  const short = (bytes[1] as number) & 0x7f;
  const offset = short === 126 ? 4 : short === 127 ? 10 : 2;
  if (bytes.length < offset + 4) return null;
  const length = short === 126 ? bytes.readUInt16BE(2) : short === 127 ? Number(bytes.readBigUInt64BE(2)) : short;
  const end = offset + 4 + length;
  if (bytes.length < end) return null;
  const mask = bytes.subarray(offset, offset + 4);
  const payload = bytes.subarray(offset + 4, end).map((byte, index) => byte ^ (mask[index % 4] as number));
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

/** Calls `onConnect` for each WebSocket that opens on this server. */
function acceptSockets(server: Server, onConnect: (line: SocketLine) => void): void {
  server.on('upgrade', (request: IncomingMessage, socket: Duplex) => {
    const accept = createHash('sha1').update(`${request.headers['sec-websocket-key']}${GUID}`).digest('base64');
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
    onConnect(lineOn(socket));
  });
}

export interface DeliveryResult {
  status: number;
  /** The time until the acknowledgement was whole. */
  ms: number;
  body: unknown;
}

/** A forger may change these parts of an honest delivery. */
export interface Signing {
  secret?: string;
  /** Seconds since 1970. */
  timestamp?: number | string;
  headers?: Record<string, string | undefined>;
  /** Replaces what was signed. */
  altered?: string;
  version?: string;
  /** Follows the signature. */
  suffix?: string;
}

function sign(raw: string, timestamp: number | string, secret = installation.signingSecret, version = 'v0'): string {
  return `${version}=${createHmac('sha256', secret).update(`${version}:${timestamp}:${raw}`).digest('hex')}`;
}

export const asEvent = (body: object) => ({ type: 'application/json', raw: JSON.stringify(body) });
export const asForm = (fields: Record<string, string>) => ({
  type: 'application/x-www-form-urlencoded',
  raw: new URLSearchParams(fields).toString(),
});
export const asPayload = (payload: object) => asForm({ payload: JSON.stringify(payload) });

/** Posts to the bot with Slack's signature. */
export async function sendSigned(
  url: string,
  { type, raw }: { type: string; raw: string },
  signing: Signing = {},
): Promise<DeliveryResult> {
  const timestamp = signing.timestamp ?? Math.floor(Date.now() / 1_000);
  const headers = {
    'content-type': type,
    'x-slack-request-timestamp': String(timestamp),
    'x-slack-signature': `${sign(raw, timestamp, signing.secret, signing.version)}${signing.suffix ?? ''}`,
    ...signing.headers,
  };
  const present = Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const from = performance.now();
  const response = await fetch(url, { method: 'POST', headers: present, body: signing.altered ?? raw });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  return { status: response.status, ms: performance.now() - from, body: isJson ? JSON.parse(text) : text };
}

type DeliveryBody = Record<string, unknown>;

/** Slack delivers a body to the app in one of three ways. */
export type SlackDelivery =
  | { way: 'events_api' | 'interactive'; body: DeliveryBody }
  | { way: 'slash_commands'; body: Record<string, string> };

export type DeliverToBot = (delivery: SlackDelivery, retry?: number) => Promise<DeliveryResult>;

const encode = ({ way, body }: SlackDelivery) => {
  if (way === 'events_api') return asEvent(body);
  return way === 'interactive' ? asPayload(body) : asForm(body as Record<string, string>);
};

/** Delivers over HTTP to the address; a repeated delivery has a new signature and a time of its own. */
export const overHttp =
  (url: string): DeliverToBot =>
  (delivery, retry = 0) => {
    const headers = retry ? { 'x-slack-retry-num': String(retry), 'x-slack-retry-reason': 'http_timeout' } : {};
    return sendSigned(url, encode(delivery), { timestamp: Math.floor(Date.now() / 1_000) + retry, headers });
  };

/** Delivers over the app's own connection; waits for one where there is none yet. */
export function overSocket(server: Server): DeliverToBot & { hangUp(): void; connections(): number } {
  const lines: SocketLine[] = [];
  const waiting = new Map<string, (payload: unknown) => void>();
  let last = 0;

  acceptSockets(server, (line) => {
    lines.push(line);
    line.onText((text) => {
      const { envelope_id, payload } = JSON.parse(text);
      waiting.get(envelope_id)?.(payload);
    });
    line.send(JSON.stringify({ type: 'hello', num_connections: 1 }));
  });

  async function openLine(): Promise<SocketLine> {
    for (let tries = 0; tries < 500; tries += 1) {
      const line = lines.find(({ isOpen }) => isOpen);
      if (line) return line;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error('The bot opened no connection.');
  }

  const deliver: DeliverToBot = async ({ way, body }, retry = 0) => {
    const line = await openLine();
    last += 1;
    const id = `envelope-${last}`;
    const from = performance.now();
    const acknowledgement = new Promise((resolve) => waiting.set(id, resolve));
    line.send(JSON.stringify({ type: way, envelope_id: id, payload: body, retry_attempt: retry, accepts_response_payload: true }));
    const reply = (await acknowledgement) as DeliveryBody;
    return { status: 200, ms: performance.now() - from, body: Object.keys(reply ?? {}).length ? reply : '' };
  };
  return Object.assign(deliver, {
    hangUp: () => {
      for (const line of lines.splice(0)) line.close();
    },
    connections: () => lines.filter(({ isOpen }) => isOpen).length,
  });
}
