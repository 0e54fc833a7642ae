import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { pino } from 'pino';
import { whatsappChannel } from '../../src/channels/whatsapp/whatsapp-channel.ts';
import type { ChatAnswer, ChatRequest } from '../../src/request.ts';
import { startWhatsAppDouble } from '../doubles/whatsapp/whatsapp-double.ts';

/**
 * The channel on a port of its own, a WhatsApp of our own with the same clock, and flows that answer what a test says. A posted message has
 * a minute for its state, because on a busy machine a refusal would come too late otherwise.
 */
export async function startBot({ statusMs = 60_000 } = {}) {
  let now = Date.now();
  const whatsapp = await startWhatsAppDouble({ now: () => now });
  const requests: ChatRequest[] = [];
  const warnings: string[] = [];
  let answer: (request: ChatRequest) => ChatAnswer | Promise<ChatAnswer> = () => ({ kind: 'sentence', sentence: 'Hecho.' });
  const returned: string[] = [];
  let isFirstTemplate = true;

  const open = () =>
    whatsappChannel({
      settings: { ...whatsapp.settings, publicUrl: 'https://bitacora.example.com' },
      answer: async (request) => {
        requests.push(request);
        return answer(request);
      },
      suggest: async (_, act, typed) => (typed ? [{ value: '125', label: `${typed} (${act})` }] : []),
      readImage: async () => new Blob(['bytes of a jpg'], { type: 'image/jpeg' }),
      takeTemplate: async () => {
        const isFirst = isFirstTemplate;
        isFirstTemplate = false;
        return isFirst;
      },
      returnDigest: async (digest) => void returned.push(digest),
      log: pino({ level: 'warn' }, { write: (line) => warnings.push(line) }),
      now: () => now,
      statusMs,
    });
  let channel = open();
  const server = createServer(new Koa().use((ctx, next) => channel.middleware(ctx, next)).callback());
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  whatsapp.botAt(url);
  await channel.start();

  return {
    whatsapp,
    get channel() {
      return channel;
    },
    /** Another process takes over, which knows nothing of what this one held in memory. */
    async replace() {
      await channel.stop();
      channel = open();
      await channel.start();
    },
    url,
    /** Everything asked of the flows, in order. */
    requests,
    /** The digests that were given back for email. */
    returned,
    warnings,
    answers(next: ChatAnswer | typeof answer) {
      answer = typeof next === 'function' ? next : () => next;
    },
    /** So much later, by the clocks of both. */
    later(ms: number) {
      now += ms;
    },
    /** The template of the day has not been sent yet. */
    newDay() {
      isFirstTemplate = true;
    },
    async stop() {
      await channel.stop();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await whatsapp.stop();
    },
  };
}
export type RunningBot = Awaited<ReturnType<typeof startBot>>;
