import net from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { median } from './harness.ts';

const ROUNDS = 7;
const QUIET_MS = 300;

/** A server, and for each of its connections what that asks next. */
export interface Side {
  origin: string;
  lanes: readonly (() => string)[];
}

/** One connection without a client of its own, because the same machine runs the servers. Each answer names its length. */
function rawConnection(origin: string) {
  const { hostname, port } = new URL(origin);
  const socket = net.connect(Number(port), hostname).setNoDelay();
  let received: Buffer[] = [];
  let missing = 0;
  let settle = { resolve: (_: Buffer) => {}, reject: (_: Error) => {} };
  socket.on('error', (error) => settle.reject(error));
  socket.on('data', (part) => {
    received.push(part);
    if (received.length === 1) {
      const headEnd = part.indexOf('\r\n\r\n');
      const [, length] = /content-length: (\d+)/i.exec(part.toString('latin1', 0, Math.max(0, headEnd))) ?? [];
      if (headEnd < 0 || !length || !part.toString('latin1', 9, 12).startsWith('200')) return settle.reject(new Error(part.toString()));
      missing = headEnd + 4 + Number(length);
    }
    missing -= part.length;
    if (missing > 0) return;
    const answer = received;
    received = [];
    settle.resolve(Buffer.concat(answer));
  });
  return {
    ask: (request: string) =>
      new Promise<Buffer>((resolve, reject) => {
        settle = { resolve, reject };
        socket.write(request);
      }),
    end: () => socket.destroy(),
  };
}

/** A request as it is sent. */
export function requestText(method: string, path: string, headers: Record<string, string> = {}, body?: object): string {
  const content = body === undefined ? '' : JSON.stringify(body);
  const length: Record<string, string> = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(content)) };
  const lines = Object.entries({ Host: 'localhost', ...headers, ...length }).map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${path} HTTP/1.1`, ...lines, '', content].join('\r\n');
}

/** Milliseconds of an answer, while each lane asks so many one after the other. */
async function millisecondsOf({ origin, lanes }: Side, each: number): Promise<number> {
  const connections = lanes.map((next) => ({ next, connection: rawConnection(origin) }));
  const began = performance.now();
  await Promise.all(
    connections.map(async ({ next, connection }) => {
      for (let count = 0; count < each; count++) await connection.ask(next());
      connection.end();
    }),
  );
  return (performance.now() - began) / (each * lanes.length);
}

/** Medians of rounds that alternate, after one that warms both; each lane asks `each` in a round. */
export async function inRounds(ours: Side, limit: Side, each: number): Promise<{ ours: number; limit: number }> {
  const rounds: { ours: number; limit: number }[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const figures = { ours: 0, limit: 0 };
    for (const side of round % 2 ? (['ours', 'limit'] as const) : (['limit', 'ours'] as const)) {
      await pause(QUIET_MS);
      figures[side] = await millisecondsOf(side === 'ours' ? ours : limit, each);
    }
    if (round > 0) rounds.push(figures);
  }
  return { ours: median(rounds.map((round) => round.ours)), limit: median(rounds.map((round) => round.limit)) };
}

/** How many requests each lane of `inRounds` asks of one side. */
export const requestsOfRounds = (each: number): number => (ROUNDS + 1) * each;

const bodyOf = (answer: Buffer) => answer.subarray(answer.indexOf('\r\n\r\n') + 4);

export async function demandSameBytes(...sides: readonly [Side, Side]): Promise<void> {
  const answers = sides.map(async ({ origin, lanes }) => {
    const connection = rawConnection(origin);
    const bodies: Buffer[] = [];
    for (const next of lanes) bodies.push(bodyOf(await connection.ask(next())));
    connection.end();
    return Buffer.concat(bodies);
  });
  const [ours, limit] = (await Promise.all(answers)) as [Buffer, Buffer];
  if (!ours.equals(limit)) throw new Error('ours and the limit answer differently');
}
