/** An attacker in a separate process. It repeats the attack that it receives until it is killed, and reports the answers. */
import http from 'node:http';
import net from 'node:net';

export interface Attack {
  url: string;
  /** Requests at the same time, or connections that are never used. */
  parallel: number;
  /** Requests come in turn from these networks; each is an address of this machine. */
  from: readonly string[];
  method?: 'GET' | 'POST';
  path?: string;
  headers?: Record<string, string>;
  /** `{n}` in it is another number in each request. */
  body?: string;
  /** The `X-Forwarded-For`: the true address, the true one behind an invented one, or an invented one alone. */
  forwarded?: 'true' | 'invented and true' | 'invented';
  /** Every request carries another invented cookie. */
  inventsCookies?: boolean;
  /** Connections that send half a header and then wait; a lost one is renewed. */
  isHalfSent?: boolean;
}

/** Counts answers by status; 0 is a connection that was refused or cut. */
export type Answers = Record<number, number>;

function begin(attack: Attack): Answers {
  const answers: Answers = {};
  const count = (status: number) => {
    answers[status] = (answers[status] ?? 0) + 1;
  };
  for (let lane = 0; lane < attack.parallel; lane++) (attack.isHalfSent ? holdOpen : repeat)(attack, lane, count);
  return answers;
}

const localAddress = ({ from }: Attack, lane: number) => from[lane % from.length];

function forwardedFor(attack: Attack, lane: number, turn: number): Record<string, string> {
  if (!attack.forwarded) return {};
  const invented = `10.${lane % 256}.${turn % 256}.1`;
  const own = localAddress(attack, lane);
  return { 'X-Forwarded-For': { true: own, 'invented and true': `${invented}, ${own}`, invented }[attack.forwarded] as string };
}

function repeat(attack: Attack, lane: number, count: (status: number) => void): void {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const ask = (turn: number) => {
    const cookie = attack.inventsCookies ? { Cookie: `sid=invented-${lane}-${turn}` } : {};
    const body = attack.body?.replaceAll('{n}', `${lane}-${turn}`);
    const length = body ? { 'Content-Length': Buffer.byteLength(body) } : {};
    const options = { method: attack.method ?? 'GET', agent, localAddress: localAddress(attack, lane) };
    const headers = { ...attack.headers, ...cookie, ...forwardedFor(attack, lane, turn), ...length };
    const request = http.request(`${attack.url}${attack.path}`, { ...options, headers });
    const again = (status: number) => {
      count(status);
      setTimeout(ask, status ? 0 : 100, turn + 1);
    };
    let isAnswered = false;
    request.once('response', (response) => {
      isAnswered = true;
      response.resume();
      response.once('close', () => again(response.complete ? (response.statusCode ?? 0) : 0));
    });
    request.once('error', () => {
      if (!isAnswered) again(0);
    });
    request.end(body);
  };
  ask(0);
}

function holdOpen(attack: Attack, lane: number, count: (status: number) => void): void {
  const { hostname, port } = new URL(attack.url);
  const socket = net.connect({ host: hostname, port: Number(port), localAddress: localAddress(attack, lane) });
  socket.on('error', () => {});
  socket.once('connect', () => socket.write('GET / HTTP/1.1\r\nHost: x\r\nX-Half: '));
  socket.once('close', () => {
    count(0);
    setTimeout(holdOpen, 100, attack, lane, count);
  });
}

const REPORT_MS = 200;

process.once('message', (attack: Attack) => {
  const answers = begin(attack);
  setInterval(() => process.send?.(answers), REPORT_MS);
});
process.once('disconnect', () => process.exit());
