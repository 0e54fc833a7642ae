import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { awaitIdentity, createClient, libraryLog } from '../../src/channels/slack/api.ts';
import { createChat } from '../../src/channels/slack/chat.ts';
import { slackHosts } from '../../src/channels/slack/settings.ts';
import { NotPosted } from '../../src/request.ts';
import type { Failure } from '../doubles/slack/workspace.ts';
import { card } from './cards.ts';
import { type RunningBot, startBot } from './running-bot.ts';

let bot: RunningBot;
beforeAll(async () => {
  bot = await startBot();
});
afterAll(() => bot.stop());

const chat = () => bot.channel.chat;

it('posts a card to one person, finds it again by its mark, and draws it anew', async () => {
  const ana = bot.slack.person('Ana López');
  for (let index = 0; index < 3; index += 1) await chat().post(ana.conversation, card(), `other-${index}`);

  const message = await chat().post(ana.conversation, card(), 'letter-1');
  expect(await chat().find(ana.conversation, 'letter-1')).toBe(message);
  expect(await chat().find(ana.conversation, 'letter-2')).toBeNull();

  await chat().redraw(ana.conversation, message, card({ title: 'Actividad 12' }), ana.id);
  const posted = bot.slack.message(ana.conversation, message);
  expect(posted).toMatchObject({ updates: 1, text: 'Actividad 12' });
  expect(await chat().find(ana.conversation, 'letter-1')).toBe(message);
});

it('finds what was posted though the answer was lost', async () => {
  const ana = bot.slack.person('Ana López');
  bot.slack.fail('chat.postMessage', { breaks: 'after' });
  await expect(chat().post(ana.conversation, card(), 'lost')).rejects.toMatchObject({ isCertain: false, isFinal: false });
  expect(await chat().find(ana.conversation, 'lost')).toBe(ana.messages()[0]?.ts);
});

it('finds a mark many messages back', async () => {
  const ana = bot.slack.person('Ana López');
  const message = await chat().post(ana.conversation, card(), 'old');
  const newer = Array.from({ length: 450 }, () => ({ ...bot.slack.message(ana.conversation, message), ts: bot.slack.workspace.nextTs() }));
  for (const one of newer) bot.slack.workspace.messages.push({ ...one, metadata: undefined } as never);
  expect(await chat().find(ana.conversation, 'old')).toBe(message);
});

it('never takes a search that failed for a message that is not there, except where it may not read', async () => {
  const ana = bot.slack.person('Ana López');
  const unknown = { isCertain: false, isFinal: false };
  bot.slack.fail('conversations.history', { retryAfter: 30 }, { error: 'fatal_error' }, { status: 503 }, { error: 'missing_scope' });
  await expect(chat().find(ana.conversation, 'mark')).rejects.toMatchObject(unknown);
  await expect(chat().find(ana.conversation, 'mark')).rejects.toMatchObject(unknown);
  await expect(chat().find(ana.conversation, 'mark')).rejects.toMatchObject(unknown);
  expect(await chat().find(ana.conversation, 'mark')).toBeNull();
});

describe('a message that was not posted', () => {
  const certain = { isCertain: true, isFinal: false };
  const cases: [string, Failure, object][] = [
    ['Slack asks for a pause', { retryAfter: 30 }, certain],
    ['Slack is out of service', { error: 'service_unavailable' }, certain],
    ['the channel is gone', { error: 'channel_not_found' }, { isCertain: true, isFinal: true }],
    ['the person left', { error: 'user_disabled' }, { isCertain: true, isFinal: true, isOurs: false }],
    ['the token was revoked', { error: 'token_revoked' }, { isCertain: true, isFinal: true, isOurs: true }],
    ['the token is nobody’s', { error: 'invalid_auth' }, { isCertain: true, isFinal: true, isOurs: true }],
    ['the workspace removed the bot', { error: 'account_inactive' }, { isCertain: true, isFinal: true, isOurs: true }],
    ['the bot was not invited', { error: 'not_in_channel' }, { isCertain: true, isFinal: true }],
    ['Slack stumbled half-way', { error: 'fatal_error' }, { isCertain: false, isFinal: false }],
    ['Slack answers 503', { status: 503 }, { isCertain: false, isFinal: false }],
    ['the line breaks', { breaks: 'before' }, { isCertain: false, isFinal: false }],
  ];
  it.each(cases)('is reported for what it is where %s', async (_, failure, expected) => {
    const ana = bot.slack.person('Ana López');
    bot.slack.fail('chat.postMessage', failure);
    const error = await chat()
      .post(ana.conversation, card(), 'mark')
      .catch((caught) => caught);
    expect(error).toBeInstanceOf(NotPosted);
    expect(error).toMatchObject(expected);
    expect(ana.messages()).toEqual([]);
  });

  it('is certain where Slack cannot be reached at all', async () => {
    const nobody = createServer().listen(0, '127.0.0.1');
    await once(nobody, 'listening');
    const apiUrl = `http://127.0.0.1:${(nobody.address() as AddressInfo).port}/api/`;
    nobody.close();
    await once(nobody, 'close');

    const settings = { botToken: 'xoxb', apiUrl, publicUrl: 'https://bitacora.example.com' };
    const client = createClient(settings, libraryLog(pino({ level: 'silent' })));
    const alone = createChat({ client, hosts: slackHosts(settings), token: 'xoxb', upload: async () => new Map() });
    await expect(alone.post('D1', card(), 'mark')).rejects.toMatchObject(certain);
  });
});

describe('evidence on a card', () => {
  const images = [1, 2].map((n) => ({
    id: `i${n}`,
    alt: `Evidencia ${n}: foto.jpg`,
    url: `https://bitacora.example.com/api/signed_images/${n}`,
  }));
  const imageCard = card({ groups: [{ items: [{ title: '7 · Sellos', url: 'https://x', facts: [], buttons: [], images }] }] });
  const listFiles = (ts: string) =>
    bot.slack.message('D1', ts)?.blocks.flatMap((block) => (block.type === 'image' ? [block.alt_text] : []));
  const uploads = () => bot.slack.calls('files.completeUploadExternal').length;

  it('is uploaded once, and shown in every card with it', async () => {
    const before = uploads();
    const ts = await chat().post('D1', imageCard, 'evidence');
    expect(listFiles(ts)).toEqual(['Evidencia 1: foto.jpg', 'Evidencia 2: foto.jpg']);
    await chat().redraw('D1', ts, imageCard, 'U1');
    expect(listFiles(ts)).toHaveLength(2);
    expect(uploads() - before).toBe(2);
  });

  it('is left out where Slack refuses the file or has deleted it; the card is posted', async () => {
    const others = images.map((image) => ({ ...image, id: `${image.id}-other` }));
    const other = card({ groups: [{ items: [{ title: '8', url: 'https://x', facts: [], buttons: [], images: others }] }] });
    bot.slack.fail('files.getUploadURLExternal', { error: 'missing_scope' });
    const ts = await chat().post('D1', other, 'without');
    expect(listFiles(ts)).toEqual(['Evidencia 2: foto.jpg']);
    bot.slack.workspace.files.clear();
    await chat().redraw('D1', ts, other, 'U1');
    expect(listFiles(ts)).toEqual([]);
  });
});

describe('an image', () => {
  async function sendFile(bytes: Buffer, url?: string): Promise<string> {
    const ana = bot.slack.person('Ana López');
    bot.requests.length = 0;
    await ana.sends([{ name: 'foto.png', bytes, ...(url && { url }) }]);
    const request = await bot.slack.until(() => bot.requests[0]);
    return (request.kind === 'images' && request.images[0]?.reference) || '';
  }

  it('is fetched from Slack with the bot’s token', async () => {
    const image = await chat().fetchImage(await sendFile(Buffer.from('bytes of a png')));
    expect(image.type).toBe('image/png');
    expect(Buffer.from(await image.arrayBuffer()).toString()).toBe('bytes of a png');
  });

  it('of more than twenty megabytes is not', async () => {
    await expect(chat().fetchImage(await sendFile(Buffer.alloc(20 * 1024 * 1024 + 1)))).rejects.toThrow('too large');
  });

  it('that leads elsewhere is not followed there', async () => {
    const { url } = bot.slack.workspace;
    let visits = 0;
    const sink = createServer((_, response) => {
      visits += 1;
      response.end();
    }).listen(0, '127.0.0.1');
    await once(sink, 'listening');
    const { port } = sink.address() as AddressInfo;
    bot.slack.workspace.redirects.set('elsewhere', `http://127.0.0.1:${port}/`);
    await expect(chat().fetchImage(await sendFile(Buffer.from('x'), `${url}/files/elsewhere`))).rejects.toThrow();
    await expect(chat().fetchImage(await sendFile(Buffer.from('x'), `http://127.0.0.1:${port}/`))).rejects.toThrow('elsewhere');
    expect(visits).toBe(0);
    sink.close();
  });
});

/** The identity of the bot. The retries end at the first warning of the log. */
function identified(failure: Failure) {
  const waiting = new AbortController();
  const log = pino({ level: 'warn' }, { write: () => waiting.abort() });
  bot.slack.fail('auth.test', failure);
  return awaitIdentity(createClient({ ...bot.slack.settings, publicUrl: '' }, libraryLog(log)), { log, signal: waiting.signal });
}

it('asks again who it is where Slack stumbles, and not where the token is nobody’s', async () => {
  expect(await identified({ error: 'internal_error' })).toBeNull();
  expect(await identified({ error: 'service_unavailable' })).toBeNull();
  await expect(identified({ error: 'invalid_auth' })).rejects.toThrow('invalid_auth');
});
