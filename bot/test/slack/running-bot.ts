import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { pino } from 'pino';
import type { SlackLimits } from '../../src/channels/slack/interaction.ts';
import { slackChannel } from '../../src/channels/slack/slack-channel.ts';
import type { ChatAnswer, ChatRequest, KeepCard } from '../../src/request.ts';
import { type SlackDouble, startSlackDouble } from '../doubles/slack/slack-double.ts';

export type CardToKeep = Parameters<KeepCard>[1];

export interface RunningBot {
  slack: SlackDouble;
  channel: ReturnType<typeof slackChannel>;
  url: string;
  /** Everything asked of the flows, in order. */
  requests: ChatRequest[];
  /** The cards stored for these requests. A test that empties `requests` gets no card of an earlier one, because some are stored late. */
  storedCards: CardToKeep[];
  /** What the flows answer from now on. */
  answers(answer: ChatAnswer | ((request: ChatRequest) => ChatAnswer | Promise<ChatAnswer>)): void;
  /** What was warned of. */
  warnings: string[];
  /** A trigger is valid for a minute, because a busy machine would decide otherwise where an answer is shown. A test may set other limits. */
  limits: SlackLimits;
  /** Resolves once the bot calls Slack no longer. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

export const patientLimits: Readonly<SlackLimits> = { ackMs: 0, triggerMs: 60_000, waitingModalMs: 60_000 };

/** The channel on a port of its own, a Slack of our own, and flows that answer what a test says. */
export async function startBot({ socket = false, starts = true }: { socket?: boolean; starts?: boolean } = {}): Promise<RunningBot> {
  const slack = await startSlackDouble();
  slack.workspace.triggerMs = patientLimits.triggerMs;
  const limits = { ...patientLimits };
  const { appToken, ...http } = slack.settings;
  const requests: ChatRequest[] = [];
  const storedCards: CardToKeep[] = [];
  const warnings: string[] = [];
  let answer: (request: ChatRequest) => ChatAnswer | Promise<ChatAnswer> = () => ({ kind: 'sentence', sentence: 'Hecho.' });

  const channel = slackChannel({
    settings: { ...http, ...(socket && { appToken }), publicUrl: 'https://bitacora.example.com' },
    answer: async (request) => {
      requests.push(request);
      return answer(request);
    },
    keep: async (asker, card) => {
      if (requests.some((request) => request.asker === asker)) storedCards.push(card);
    },
    suggest: async (_, act, typed) => (typed ? [{ value: '125', label: `${typed} (${act})` }] : []),
    readImage: async () => new Blob(['bytes of a jpg'], { type: 'image/jpeg' }),
    limits,
    log: pino({}, { write: (line) => warnings.push(JSON.parse(line).msg) }),
  });

  const server = createServer(new Koa().use(channel.middleware).callback());
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/slack/events`;
  if (!socket) slack.deliverTo(url);
  if (starts) await channel.start();

  return {
    slack,
    channel,
    url,
    requests,
    storedCards,
    warnings,
    limits,
    answers(next) {
      answer = typeof next === 'function' ? next : () => next;
    },
    async settled() {
      for (let before = -1; before !== slack.calls().length; ) {
        before = slack.calls().length;
        await new Promise((resolve) => setTimeout(resolve, 50));
        // On a busy machine these 50 ms may pass at once, but what is on its way between the two arrives within a few turns of the loop.
        for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      }
    },
    async stop() {
      await channel.stop();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await slack.stop();
    },
  };
}
