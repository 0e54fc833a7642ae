import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fetchImage } from '../../src/channels/teams/chat.ts';
import { teamsHosts } from '../../src/channels/teams/settings.ts';
import { NotPosted } from '../../src/request.ts';
import { type TeamsPerson, textsOn } from '../doubles/teams/teams-double.ts';
import { aCard } from './cards.ts';
import { type RunningBot, runningBot } from './running-bot.ts';
import { openSink, type Sink } from './sink.ts';

let bot: RunningBot;
let ana: TeamsPerson;
let conversation: string;
let sink: Sink;

beforeAll(async () => {
  sink = await openSink();
  bot = await runningBot();
  ana = bot.teams.person('ana', 'Ana');
  await ana.writes('hola');
  await bot.settled();
  conversation = bot.requests[0]?.asker.conversation ?? '';
});
afterAll(async () => {
  await bot.stop();
  await sink.close();
});
beforeEach(() => {
  bot.teams.service.calls.length = 0;
  bot.teams.service.messages.length = 0;
});

const failure = async (work: Promise<unknown>): Promise<NotPosted> => {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(NotPosted);
  return error as NotPosted;
};
const elsewhere = (change: object) => JSON.stringify({ ...JSON.parse(conversation), ...change });

describe('a card posted of the own accord', () => {
  it('arrives where the person is written to alone, and changes in place', async () => {
    const message = await bot.channel.chat.post(conversation, aCard(), 'mark');
    await bot.channel.chat.redraw(conversation, message, aCard({ title: 'Cambió' }), 'aad-1');
    expect(ana.messages).toMatchObject([{ id: message, summary: 'Cambió', changes: 1 }]);
    expect(ana.messages[0]?.card && textsOn(ana.messages[0].card)[0]).toBe('Cambió');
  });

  it('is shown with the token of the bot, got by one login', async () => {
    await Promise.all([bot.channel.chat.post(conversation, aCard(), 'a'), bot.channel.chat.post(conversation, aCard(), 'b')]);
    const tokens = bot.teams.service.calls.filter(({ path }) => path.endsWith('/token'));
    expect(tokens.length).toBeLessThanOrEqual(1);
    expect(
      bot.teams.service.calls.filter(({ path }) => path.endsWith('/activities')).map(({ authorization }) => authorization?.slice(0, 10)),
    ).toEqual(['Bearer eyJ', 'Bearer eyJ']);
  });

  it('opens the chat of somebody who only ever pressed under others’ eyes', async () => {
    await bot.channel.chat.post(elsewhere({ conversation: null }), aCard(), 'mark');
    expect(ana.messages).toHaveLength(1);
    bot.teams.service.failures.push(503);
    // Nothing is posted where no chat was opened.
    expect(await failure(bot.channel.chat.post(elsewhere({ conversation: null }), aCard(), 'mark'))).toMatchObject({ isCertain: true });
  });

  it('is found again while the process lives, and nothing else is: a bot of Teams reads no chat', async () => {
    const message = await bot.channel.chat.post(conversation, aCard(), 'letter:1');
    expect(await bot.channel.chat.find(conversation, 'letter:1')).toBe(message);
    bot.teams.service.failures.push(503);
    await failure(bot.channel.chat.post(conversation, aCard(), 'letter:2'));
    expect(await bot.channel.chat.find(conversation, 'letter:2')).toBeNull();
  });

  it.each([
    ['another host', () => elsewhere({ serviceUrl: sink.url })],
    ['a host behind a name', () => elsewhere({ serviceUrl: `${bot.teams.service.url}@${new URL(sink.url).host}` })],
    ['another path', () => elsewhere({ conversation: '../../../secret' })],
    ['nobody', () => elsewhere({ conversation: null, user: null })],
    ['what is no reference', () => 'x'],
  ])('never goes to %s', async (_, given) => {
    const { isCertain, isFinal } = await failure(bot.channel.chat.post(given(), aCard(), 'mark'));
    expect({ isCertain, isFinal }).toEqual({ isCertain: true, isFinal: true });
    expect(bot.teams.service.calls).toEqual([]);
    expect(sink.reached()).toBe(0);
  });

  it.each([
    [400, true, true],
    [401, true, false],
    [403, true, true],
    [404, true, true],
    [412, true, false],
    [429, true, false],
    [500, false, false],
    [503, false, false],
  ])('answered with %i by the service is certain: %s, final: %s', async (status, isCertain, isFinal) => {
    bot.teams.service.failures.push(status);
    expect(await failure(bot.channel.chat.post(conversation, aCard(), 'mark'))).toMatchObject({ isCertain, isFinal });
  });

  it('may have arrived when the connection breaks, and has certainly not when nobody is there', async () => {
    const gone = await runningBot();
    const person = gone.teams.person('eva', 'Eva');
    await person.writes('hola');
    await gone.settled();
    await gone.teams.service.stop();
    const to = gone.requests[0]?.asker.conversation ?? '';
    expect(await failure(gone.channel.chat.post(to, aCard(), 'mark'))).toMatchObject({ isCertain: false, isFinal: false });
    expect(await failure(gone.channel.chat.post(to, aCard(), 'mark'))).toMatchObject({ isCertain: true, isFinal: false });
  });
});

describe('Microsoft’s own addresses', () => {
  const real = teamsHosts(undefined);
  it.each([
    ['https://smba.trafficmanager.net/amer/', true],
    ['http://smba.trafficmanager.net/amer/', false],
    ['https://smba.trafficmanager.net:8443/amer/', false],
    ['https://smba.trafficmanager.net.evil.example/', false],
    ['https://evil.example/smba.trafficmanager.net', false],
    ['https://smba.trafficmanager.net@evil.example/', false],
    ['https://user@smba.trafficmanager.net/', false],
    ['https://evil.trafficmanager.net/', false],
    ['https://169.254.169.254/', false],
    ['', false],
  ])('%s: %s', (url, isService) => expect(real.isService(url)).toBe(isService));

  it('get a file without the bot’s token from its sender’s store alone', () => {
    expect(real.isFile('https://empresa-my.sharepoint.com/personal/x/_layouts/15/download.aspx?a=b')).toBe(true);
    expect(real.isFile('https://sharepoint.com.evil.example/')).toBe(false);
    expect(real.isService('https://empresa-my.sharepoint.com/')).toBe(false);
  });

  it.each([
    'https://smba.trafficmanager.net/amer/v3/conversations/a:1/members',
    'https://smba.trafficmanager.net/amer/v3/attachments/0-eus-d1/views/../../../conversations',
    'https://smba.trafficmanager.net/amer/v3/attachments/0-eus-d1%2f..%2f..%2fconversations/views/original',
    'https://smba.trafficmanager.net/?/v3/attachments/0-eus-d1/views/original',
  ])('are never asked for %s as if it were an image', async (reference) => {
    let logins = 0;
    const token = async () => {
      logins += 1;
      throw new Error('asked with the token');
    };
    await expect(fetchImage(reference, real, token)).rejects.toThrow('elsewhere');
    expect(logins).toBe(0);
    expect(real.isAttachment('https://smba.trafficmanager.net/amer/v3/attachments/0-eus-d1-0f/views/original')).toBe(true);
  });
});

it('another service’s address is the only one that is spoken to', () => {
  const double = teamsHosts('http://127.0.0.1:4000/x');
  expect(double.isService('http://127.0.0.1:4000/y')).toBe(true);
  for (const url of ['http://127.0.0.1:40001/', 'http://127.0.0.1:4000@evil.example/', 'https://smba.trafficmanager.net/'])
    expect(double.isService(url)).toBe(false);
});

it('refuses a file of over 20 MB with any declared size', async () => {
  const large = bot.teams.service.keepImage(Buffer.alloc(20 * 1024 * 1024 + 1));
  await expect(bot.channel.chat.fetchImage(large)).rejects.toThrow('20 MB');
});
