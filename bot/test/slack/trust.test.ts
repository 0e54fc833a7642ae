import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectWithin } from '../../../core/test/deep.ts';
import { SLACK_LIMITS } from '../../src/channels/slack/interaction.ts';
import { slackChannel } from '../../src/channels/slack/slack-channel.ts';
import type { ChatAnswer } from '../../src/request.ts';
import { asEvent, asForm, type DeliveryResult, type Signing, sendSigned } from '../doubles/slack/deliver.ts';
import type { SlackPerson } from '../doubles/slack/person.ts';
import { readWords } from '../doubles/slack/person.ts';
import { card } from './cards.ts';
import { listForgeries, readSaid, seconds } from './forgeries.ts';
import { type RunningBot, startBot } from './running-bot.ts';

let bot: RunningBot;
beforeAll(async () => {
  bot = await startBot();
});
afterAll(() => bot.stop());
beforeEach(async () => {
  await bot.settled();
  for (const list of [bot.requests, bot.storedCards, bot.warnings, bot.slack.workspace.calls]) list.length = 0;
});

const sentences = () => readSaid(bot.slack);
const send = (body: { type: string; raw: string }, signing?: Signing): Promise<DeliveryResult> => sendSigned(bot.url, body, signing);

const honest = () => asForm(sentences().command);

const forgeries = listForgeries(
  () => bot.slack,
  () => bot.url,
);

describe('what is not of our Slack', () => {
  it.each(Object.entries(forgeries))('is refused: %s', async (_, [status, forge]) => {
    const reply = await forge();
    expect(reply).toMatchObject({ status, body: '' });
    expect(bot.requests).toEqual([]);
    expect(bot.slack.calls()).toEqual([]);
    expect(bot.warnings).toHaveLength(1);
  });

  it('is refused when it is the very same request a second time, and acts once', async () => {
    const timestamp = seconds(-10);
    const request = honest();
    const [first, again] = [await send(request, { timestamp }), await send(request, { timestamp })];
    expect([first.status, again.status]).toEqual([200, 401]);
    await bot.slack.until(() => bot.requests[0]);
    await bot.settled();
    expect(bot.requests).toHaveLength(1);
  });

  it('is asked to come again until Slack has said who we are', async () => {
    const early = await startBot({ starts: false });
    expect(await sendSigned(early.url, honest())).toMatchObject({ status: 503 });
    expect(early.requests).toEqual([]);
    await early.stop();
  });

  it('is asked to come again once the bot is stopping, and what was begun is ended first', async () => {
    const stopping = await startBot();
    const ana = stopping.slack.person('Ana López');
    const { promise, resolve } = Promise.withResolvers<ChatAnswer>();
    stopping.answers(() => promise);
    await ana.says('hola');
    const stopped = stopping.channel.stop();
    expect(await ana.says('otra vez')).toMatchObject([{ status: 503 }]);
    resolve({ kind: 'sentence', sentence: 'Hecho.' });
    await stopped;
    expect(ana.messages()).toHaveLength(1);
    expect(stopping.requests).toHaveLength(1);
    await stopping.stop();
  });

  it('is not read before its signature is verified, with any method and length', async () => {
    const got = await fetch(bot.url);
    expect(got.status).toBe(405);
    const huge = await fetch(bot.url, {
      method: 'POST',
      body: new Blob(['x'.repeat(3_000_000)]).stream(),
      duplex: 'half',
    } as RequestInit).catch(() => ({ status: 413 }));
    expect(huge.status).toBe(413);
  });

  it('makes the bot call nobody else: an address for answers or files that is not Slack’s is never called', async () => {
    const foreign = bot.slack.workspace.url.replace('127.0.0.1', 'localhost');
    const { command } = sentences();
    await send(asForm({ ...command, response_url: `${foreign}/response/r1` }));
    await bot.slack.until(() => bot.slack.calls('chat.postMessage')[0]);
    expect(bot.slack.calls('response_url')).toEqual([]);

    const ana = bot.slack.person('Ana López');
    await ana.sends([{ name: 'foto.png', bytes: Buffer.from('png'), url: `${foreign}/files/F1` }]);
    const imageRequest = await bot.slack.until(() => bot.requests.find((request) => request.kind === 'images'));
    const [image] = imageRequest.kind === 'images' ? imageRequest.images : [];
    await expect(bot.channel.chat.fetchImage(image?.reference as string)).rejects.toThrow('elsewhere');
    expect(bot.slack.calls('file')).toEqual([]);
  });

  it('could be anything where no signing secret is set, so that the channel is not made at all', () => {
    const settings = { botToken: 'xoxb', publicUrl: 'https://bitacora.example.com' };
    const surroundings = {
      answer: async (): Promise<ChatAnswer> => ({ kind: 'sentence', sentence: '' }),
      keep: async () => {},
      suggest: async () => [],
      readImage: async () => new Blob(),
      log: {} as never,
    };
    expect(() => slackChannel({ settings, ...surroundings })).toThrow('SLACK_SIGNING_SECRET');
    expect(() => slackChannel({ settings: { ...settings, signingSecret: '' }, ...surroundings })).toThrow('SLACK_SIGNING_SECRET');
  });
});

it('answers what Slack asks to learn that the address is ours, only when it is signed', async () => {
  const challenge = asEvent({ type: 'url_verification', challenge: 'abc' });
  expect(await send(challenge)).toMatchObject({ status: 200, body: { challenge: 'abc' } });
  expect(await send(challenge, { secret: 'guessed' })).toMatchObject({ status: 401 });
});

describe('deliveries', () => {
  it('of one event, four times and at once, have one effect', async () => {
    const ana = bot.slack.person('Ana López');
    bot.answers({ kind: 'card', card: card() });
    const takens = [
      ...(await ana.types('', { times: 4 })),
      ...(await ana.says('hola', { times: 4 })),
      ...(await ana.sends([{ name: 'foto.png', bytes: Buffer.from('png') }], { times: 4 })),
      ...(await ana.opensHome({ times: 4 })),
    ];
    const message = await bot.slack.until(() => ana.messages()[0]);
    takens.push(...(await ana.presses('Iniciar Trabajo', message, { times: 4 })));
    await bot.slack.until(() => message.updates);
    await bot.settled();

    expect(takens.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(bot.requests.map(({ kind }) => kind).sort()).toEqual(['command', 'command', 'home', 'images', 'press']);
    expect(message.updates).toBe(1);
    expect(ana.messages()).toHaveLength(3);
  });

  it('that come again minutes later, signed anew, are acknowledged and not worked on again', async () => {
    const { command } = sentences();
    const takens = [0, -60, -120, -240].map((ago) =>
      send(asForm(command), { timestamp: seconds(ago), headers: { 'x-slack-retry-num': '1' } }),
    );
    expect((await Promise.all(takens)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    await bot.slack.until(() => bot.requests[0]);
    await bot.settled();
    expect(bot.requests).toHaveLength(1);
  });

  it('are acknowledged after the work where it is quick, so that Slack repeats or reports them where the bot dies', async () => {
    const ana = bot.slack.person('Ana López');
    bot.limits.ackMs = 60_000;
    bot.answers({ kind: 'card', card: card() });
    await ana.says('hola');
    const [message] = ana.messages();
    if (!message) throw new Error('no message');
    await ana.presses('Iniciar Trabajo', message);
    bot.limits.ackMs = 0;
    expect(message.updates).toBe(1);
  });

  it('are acknowledged in under half a second, 99 of 100, while the API takes ten', async () => {
    let release = () => {};
    const tenSeconds = new Promise<void>((resolve) => {
      setTimeout(resolve, 10_000);
      release = resolve;
    });
    bot.limits.ackMs = SLACK_LIMITS.ackMs;
    bot.answers(() => tenSeconds.then(() => ({ kind: 'sentence', sentence: 'Hecho.' })));
    const people = Array.from({ length: 10 }, (_, index) => bot.slack.person(`Persona ${index}`));
    const day = async (person: SlackPerson) => [
      ...(await person.types('')),
      ...(await person.says('hola')),
      ...(await person.opensHome()),
      ...(await person.types('por verificar')),
      ...(await person.sends([{ name: 'foto.png', bytes: Buffer.from('png') }])),
    ];
    const takens = [...(await Promise.all(people.map(day))), ...(await Promise.all(people.map(day)))];
    const times = takens
      .flat()
      .map(({ ms }) => ms)
      .sort((one, other) => one - other);
    console.log(`acknowledged: median ${times[50]?.toFixed(1)} ms, p99 ${times[98]?.toFixed(1)} ms, most ${times[99]?.toFixed(1)} ms`);
    expect(times).toHaveLength(100);
    expect(takens.flat().every(({ status }) => status === 200)).toBe(true);
    expectWithin(times[98] ?? Number.NaN, 500);
    release();
    bot.limits.ackMs = 0;
  });
});

it('shows nobody the card of another: a press in the conversation of Ana, sent as Beto, answers Beto alone', async () => {
  const ana = bot.slack.person('Ana López');
  const beto = bot.slack.person('Beto Ruiz');
  bot.answers({ kind: 'card', card: card() });
  await ana.types('');
  const message = await bot.slack.until(() => ana.messages()[0]);
  bot.answers({ kind: 'card', card: card({ title: 'Lo de Beto' }) });
  await beto.presses('Iniciar Trabajo', message);
  await bot.slack.until(() => beto.ephemeralMessages()[0]);
  expect(readWords(message.blocks)).not.toContain('Lo de Beto');
});
