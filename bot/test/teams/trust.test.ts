import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectWithin } from '../../../core/test/deep.ts';
import { refuseOpenDoor } from '../../src/channels/teams/settings.ts';
import type { TeamsPerson } from '../doubles/teams/teams-double.ts';
import { listForgeries } from './forgeries.ts';
import { type RunningBot, runningBot } from './running-bot.ts';
import { openSink, type Sink } from './sink.ts';

let bot: RunningBot;
let ana: TeamsPerson;
let sink: Sink;

beforeAll(async () => {
  sink = await openSink();
  bot = await runningBot();
  ana = bot.teams.person('ana', 'Ana');
  await ana.writes('ayuda');
  await bot.settled();
});
afterAll(async () => {
  await bot.stop();
  await sink.close();
});
beforeEach(() => {
  bot.requests.length = 0;
  bot.teams.service.calls.length = 0;
});

const hello = () => ana.activity({ type: 'message', text: 'actividades' });
const bearer = (token: string) => `Bearer ${token}`;
const forgeries = listForgeries(() => ({ teams: bot.teams, ana, sink }));

describe('who writes to the bot', () => {
  it.each(forgeries)('is refused with %s', async (_, requestParts) => {
    const { status, body, ms } = await bot.teams.deliver(...requestParts());
    await bot.settled();
    expect([401, 403, 413]).toContain(status);
    expect(body).toBeNull();
    expectWithin(ms, 500);
    expect(bot.requests).toEqual([]);
    expect(bot.teams.service.calls.filter(({ path }) => !path.endsWith('/keys'))).toEqual([]);
    expect(sink.reached()).toBe(0);
  });

  it('is listened to with a good token', async () => {
    expect((await bot.teams.deliver(hello())).status).toBe(200);
    await bot.settled();
    expect(bot.requests).toHaveLength(1);
  });

  it('causes at most one question for keys with two hundred unknown ones', async () => {
    const tokens = Array.from({ length: 200 }, (_, at) => bearer(bot.teams.token({}, { kid: `unknown-${at}` })));
    const statuses = await Promise.all(tokens.map(async (token) => (await bot.teams.deliver(hello(), token)).status));
    expect(statuses).toEqual(tokens.map(() => 401));
    expect(bot.teams.service.calls.length).toBeLessThanOrEqual(1);
  });

  it('is refused while the keys cannot be had, and heard once they can', async () => {
    const cold = await runningBot({ areKeysAway: true });
    const person = cold.teams.person('ana', 'Ana');
    expect((await person.writes('ayuda')).status).toBe(401);
    cold.teams.service.areKeysAway = false;
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    expect((await person.writes('ayuda')).status).toBe(200);
    await cold.stop();
  });

  it('is listened to with keys of a day, though the service of the keys fails', async () => {
    const warm = await runningBot();
    warm.teams.service.areKeysAway = true;
    const person = warm.teams.person('ana', 'Ana');
    expect((await person.writes('ayuda')).status).toBe(200);
    await warm.settled();
    expect(warm.requests).toHaveLength(1);
    await warm.stop();
  });

  it('keeps tokens and secrets out of the log', () => {
    expect(bot.logged.join('\n')).not.toMatch(/eyJ|secreto-del-doble|Bearer/);
    expect(bot.logged.length).toBeGreaterThan(20);
  });
});

it('the private readers of keys that the bot replaces are those of @microsoft/teams.apps 2.1.0', async () => {
  const file = path.join(import.meta.dirname, '../../node_modules/@microsoft/teams.apps/package.json');
  expect(JSON.parse(await readFile(file, 'utf8')).version).toBe('2.1.0');
});

it('does not start where the environment opens the door to anybody', () => {
  expect(() => refuseOpenDoor({ DANGEROUSLY_ALLOW_UNAUTHENTICATED_REQUESTS: 'false' })).toThrow(
    'DANGEROUSLY_ALLOW_UNAUTHENTICATED_REQUESTS',
  );
  expect(() => refuseOpenDoor({})).not.toThrow();
});
