import type { Server } from 'node:http';
import { asEvent, asForm, asPayload, type DeliveryResult, sendSigned } from './send-signed.ts';
import { acceptSockets, type SocketLine } from './socket-frames.ts';

type DeliveryBody = Record<string, unknown>;

/** What Slack has to say to the app, and in which of its three ways. */
export type Said = { way: 'events_api' | 'interactive'; body: DeliveryBody } | { way: 'slash_commands'; body: Record<string, string> };

export type DeliverToBot = (said: Said, retry?: number) => Promise<DeliveryResult>;

const written = ({ way, body }: Said) => {
  if (way === 'events_api') return asEvent(body);
  return way === 'interactive' ? asPayload(body) : asForm(body as Record<string, string>);
};

/** Over HTTP to the address given; what is delivered again is signed anew, with a time of its own. */
export const overHttp =
  (url: string): DeliverToBot =>
  (said, retry = 0) => {
    const headers = retry ? { 'x-slack-retry-num': String(retry), 'x-slack-retry-reason': 'http_timeout' } : {};
    return sendSigned(url, written(said), { timestamp: Math.floor(Date.now() / 1_000) + retry, headers });
  };

/** Over the app's own connection; waits for one where there is none yet. */
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
    const acknowledged = new Promise((resolve) => waiting.set(id, resolve));
    line.send(JSON.stringify({ type: way, envelope_id: id, payload: body, retry_attempt: retry, accepts_response_payload: true }));
    const answered = (await acknowledged) as DeliveryBody;
    return { status: 200, ms: performance.now() - from, body: Object.keys(answered ?? {}).length ? answered : '' };
  };
  return Object.assign(deliver, {
    hangUp: () => {
      for (const line of lines.splice(0)) line.close();
    },
    connections: () => lines.filter(({ isOpen }) => isOpen).length,
  });
}
