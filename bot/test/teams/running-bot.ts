import http from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import pino from 'pino';
import type { ResponseLimits } from '../../src/channels/teams/receiver.ts';
import { teamsChannel } from '../../src/channels/teams/teams-channel.ts';
import type { ChatAnswer, ChatChannel, ChatRequest, KeepCard } from '../../src/request.ts';
import { type TeamsDouble, teamsDouble } from '../doubles/teams/teams-double.ts';

export interface RunningBot {
  teams: TeamsDouble;
  channel: ChatChannel;
  /** What reached the flows. */
  requests: ChatRequest[];
  storedCards: Parameters<KeepCard>[1][];
  logged: string[];
  /** A request has a minute, because a busy machine would decide otherwise what it is answered. A test may set other limits. */
  limits: ResponseLimits;
  /** Answers the next requests. */
  answers(next: (request: ChatRequest) => ChatAnswer | Promise<ChatAnswer>): void;
  /** Until every answer is shown. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

export const patientLimits: Readonly<ResponseLimits> = { promptMs: 60_000, responseMs: 60_000, searchMs: 60_000 };
export const publicUrl = 'https://bitacora.ejemplo.mx';

/** The Teams channel between its test double and the answers that a test sets for the flows. */
export async function runningBot({ areKeysAway = false } = {}): Promise<RunningBot> {
  const teams = await teamsDouble();
  teams.service.areKeysAway = areKeysAway;
  const requests: ChatRequest[] = [];
  const storedCards: Parameters<KeepCard>[1][] = [];
  const logged: string[] = [];
  const limits = { ...patientLimits };
  let next: (request: ChatRequest) => ChatAnswer | Promise<ChatAnswer> = () => ({ kind: 'sentence', sentence: 'Hola.' });
  const channel = teamsChannel({
    settings: { ...teams.settings, publicUrl },
    env: {},
    limits,
    log: pino({}, { write: (line: string) => void logged.push(line) }),
    keep: async (_asker, card) => void storedCards.push(card),
    suggest: async (_, act, typed) => (typed ? [{ value: '125', label: `${typed} (${act})` }] : []),
    answer: async (request) => {
      requests.push(request);
      return next(request);
    },
  });
  const server = http.createServer(new Koa().use(channel.middleware).callback());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  await channel.start();
  teams.botAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);

  return {
    teams,
    channel,
    requests,
    storedCards,
    logged,
    limits,
    answers(given) {
      next = given;
    },
    settled: () => channel.stop(),
    async stop() {
      await channel.stop();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await teams.stop();
    },
  };
}
