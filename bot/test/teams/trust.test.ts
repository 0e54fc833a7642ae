import crypto from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TeamsPerson } from '../../doubles/teams/person.ts';
import { forged, signingKeys } from '../../doubles/teams/signing.ts';
import { refuseOpenDoor } from '../../src/channels/teams/settings.ts';
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
  bot.asked.length = 0;
  bot.teams.service.calls.length = 0;
});

const now = () => Math.floor(Date.now() / 1_000);
const hello = (more: object = {}) => ana.activity({ type: 'message', text: 'actividades', ...more });
const bearer = (token: string) => `Bearer ${token}`;
const good = () => ({
  iss: bot.teams.settings.tokenIssuer,
  aud: bot.teams.settings.clientId,
  serviceurl: bot.teams.service.url,
  exp: now() + 600,
});
const stranger = signingKeys('k1');

type Sent = [activity: object | string, authorization: string | null];
const forgeries: [string, () => Sent][] = [
  ['no token', () => [hello(), null]],
  ['an empty token', () => [hello(), 'Bearer ']],
  ['another scheme', () => [hello(), `Basic ${bot.teams.token()}`]],
  ['rubbish', () => [hello(), bearer('a.b.c')]],
  ['alg none', () => [hello(), bearer(forged(good(), { alg: 'none', kid: 'k1' }, () => ''))]],
  [
    'HS256 with the public key',
    () => [
      hello(),
      bearer(
        forged(good(), { alg: 'HS256', kid: 'k1' }, (text) =>
          crypto.createHmac('sha256', bot.teams.keys.publicPem).update(text).digest('base64url'),
        ),
      ),
    ],
  ],
  ['a key of somebody else under the known name', () => [hello(), bearer(stranger.sign(good()))]],
  ['an unknown key', () => [hello(), bearer(signingKeys('k2').sign(good()))]],
  ['no key named', () => [hello(), bearer(bot.teams.token({}, { kid: undefined }))]],
  ['another audience', () => [hello(), bearer(bot.teams.token({ aud: 'another-bot' }))]],
  ['another issuer', () => [hello(), bearer(bot.teams.token({ iss: 'https://api.botframework.com.evil.example' }))]],
  [
    'a token of the login page of any company',
    () => [hello(), bearer(bot.teams.token({ iss: `${bot.teams.settings.loginUrl}/x/v2.0`, tid: 'x' }))],
  ],
  ['an expired token', () => [hello(), bearer(bot.teams.token({ exp: now() - 400 }))]],
  ['a token without an end', () => [hello(), bearer(bot.teams.token({ exp: undefined }))]],
  ['a token of the future', () => [hello(), bearer(bot.teams.token({ nbf: now() + 400 }))]],
  ['a foreign service in the token', () => [hello(), bearer(bot.teams.token({ serviceurl: sink.url }))]],
  ['a foreign service in the body', () => [hello({ serviceUrl: sink.url }), bearer(bot.teams.token())]],
  ['a foreign service in both', () => [hello({ serviceUrl: sink.url }), bearer(bot.teams.token({ serviceurl: sink.url }))]],
  [
    'a service whose name begins like ours',
    () => {
      const serviceUrl = `${bot.teams.service.url}@${new URL(sink.url).host}`;
      return [hello({ serviceUrl }), bearer(bot.teams.token({ serviceurl: serviceUrl }))];
    },
  ],
  ['no service in the body', () => [hello({ serviceUrl: undefined }), bearer(bot.teams.token())]],
  [
    'a changed token',
    () => {
      const [head, , signature] = bot.teams.token().split('.');
      const body = Buffer.from(JSON.stringify({ ...good(), exp: now() + 99_999 })).toString('base64url');
      return [hello(), bearer(`${head}.${body}.${signature}`)];
    },
  ],
  ['another company', () => [hello({ channelData: { tenant: { id: 'evil' } }, conversation: { id: 'a:ana' } }), bearer(bot.teams.token())]],
  ['two companies', () => [hello({ channelData: { tenant: { id: 'evil' } } }), bearer(bot.teams.token())]],
  ['no company', () => [hello({ channelData: {}, conversation: { id: 'a:ana' } }), bearer(bot.teams.token())]],
  ['another chat', () => [hello({ channelId: 'webchat' }), bearer(bot.teams.token())]],
  ['no JSON', () => ['{"type":', bearer(bot.teams.token())]],
  ['a body of over 1 MB', () => [hello({ text: 'x'.repeat(1024 * 1024) }), bearer(bot.teams.token())]],
];

describe('who writes to the bot', () => {
  it.each(forgeries)('is refused with %s', async (_, sent) => {
    const { status, body, ms } = await bot.teams.deliver(...sent());
    await bot.settled();
    expect([401, 403, 413]).toContain(status);
    expect(body).toBeNull();
    expect(ms).toBeLessThan(500);
    expect(bot.asked).toEqual([]);
    expect(bot.teams.service.calls.filter(({ path }) => !path.endsWith('/keys'))).toEqual([]);
    expect(sink.reached()).toBe(0);
  });

  it('is listened to with a good token', async () => {
    expect((await bot.teams.deliver(hello())).status).toBe(200);
    await bot.settled();
    expect(bot.asked).toHaveLength(1);
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

  it('keeps tokens and secrets out of the log', () => {
    expect(bot.logged.join('\n')).not.toMatch(/eyJ|secreto-del-doble|Bearer/);
    expect(bot.logged.length).toBeGreaterThan(20);
  });
});

it('does not start where the environment opens the door to anybody', () => {
  expect(() => refuseOpenDoor({ DANGEROUSLY_ALLOW_UNAUTHENTICATED_REQUESTS: 'false' })).toThrow(
    'DANGEROUSLY_ALLOW_UNAUTHENTICATED_REQUESTS',
  );
  expect(() => refuseOpenDoor({})).not.toThrow();
});
