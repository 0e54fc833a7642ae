import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Card } from '../../src/card.ts';
import { installation } from '../doubles/whatsapp/cloud-api.ts';
import { webhook } from '../doubles/whatsapp/whatsapp-double.ts';
import { honestBody, listForgeries } from './forgeries.ts';
import { type RunningBot, startBot } from './running-bot.ts';

let bot: RunningBot;
beforeAll(async () => {
  bot = await startBot();
});
afterAll(() => bot.stop());
beforeEach(async () => {
  await bot.whatsapp.settled();
  for (const list of [bot.requests, bot.warnings, bot.whatsapp.state.calls]) list.length = 0;
  bot.answers({ kind: 'sentence', sentence: 'Hecho.' });
});

const card: Card = {
  title: 'Empacar',
  groups: [],
  buttons: [{ label: 'Iniciar Trabajo', press: { flow: 'start', activity: 12, view: 'v' } }],
  activityIds: [12],
};

describe('the address of the webhook', () => {
  it('answers the challenge to who knows the word, and nothing to others', async () => {
    expect(await bot.whatsapp.verify()).toEqual({ status: 200, body: '1158201444' });
    for (const wrong of [{ token: 'guessed' }, { token: '' }, { mode: 'unsubscribe' }]) {
      const { status, body } = await bot.whatsapp.verify(wrong);
      expect(status).toBe(403);
      expect(body).not.toContain('1158201444');
    }
  });

  it('draws no page of what it is asked', async () => {
    const reply = await fetch(
      `${bot.url}/whatsapp/events?hub.mode=subscribe&hub.verify_token=${installation.verifyToken}&hub.challenge=<script>alert(1)</script>`,
    );
    expect(reply.headers.get('content-type') ?? '').not.toContain('html');
  });

  it('takes no other method', async () => {
    expect((await fetch(`${bot.url}/whatsapp/events`, { method: 'PUT', body: '{}' })).status).toBeGreaterThanOrEqual(400);
    expect(bot.requests).toEqual([]);
  });
});

describe('what is not of WhatsApp', () => {
  it.each(Object.entries(listForgeries(() => bot.whatsapp)))('is refused: %s', async (_, [status, forge]) => {
    expect((await forge()).status).toBe(status);
    expect(bot.requests).toEqual([]);
    expect(bot.whatsapp.state.calls).toEqual([]);
  });

  it('is refused without a signature', async () => {
    const body = JSON.stringify(honestBody());
    const reply = await fetch(`${bot.url}/whatsapp/events`, { method: 'POST', body, headers: { 'Content-Type': 'application/json' } });
    expect(reply.status).toBe(401);
    expect(bot.requests).toEqual([]);
  });
});

it.each([
  ['another number of the company', webhook({ ...honestBody().entry[0]?.changes[0]?.value }, '999')],
  ['another field', webhook({ ...honestBody().entry[0]?.changes[0]?.value }, installation.phoneId, 'message_template_status_update')],
  ['another product of Meta', { ...honestBody(), object: 'instagram' }],
  ['no JSON', '{'],
  ['a list', '[]'],
  ['nothing', 'null'],
  ['an entry without changes', { object: 'whatsapp_business_account', entry: [{}, null, { changes: null }] }],
  ['a message without a sender', webhook({ messages: [{ id: 'wamid.9', type: 'text', text: { body: 'hola' } }] })],
])('does nothing with %s, although it is signed', async (_, body) => {
  expect((await bot.whatsapp.post(body)).status).toBeLessThan(500);
  await bot.whatsapp.settled();
  expect(bot.requests).toEqual([]);
  expect(bot.whatsapp.state.calls).toEqual([]);
});

describe('deliveries', () => {
  it('of one message, four times and at once and once more, act once and answer once', async () => {
    const ana = bot.whatsapp.person('Ana');
    bot.answers({ kind: 'card', card });
    await ana.says('hola', { times: 4 });
    const [message] = await vi.waitFor(() => {
      expect(ana.messages()).not.toHaveLength(0);
      return ana.messages();
    }, 30_000);
    if (!message) throw new Error('no message');
    await ana.presses('Iniciar Trabajo', message, { times: 4 });
    await ana.sendsImage(Buffer.from('png'), { to: message, times: 4 });
    await ana.sendsDocument(Buffer.from('%PDF'), 'acta.pdf', { times: 4 });
    await bot.whatsapp.settled();
    expect(bot.requests.map(({ kind }) => kind)).toEqual(['command', 'press', 'images', 'images']);
    expect(bot.requests[1]).toMatchObject({ press: { flow: 'start', activity: 12 } });
    expect(bot.requests[2]).toMatchObject({ activityIds: [12] });
    expect(ana.messages()).toHaveLength(4);
    expect(new Set(bot.requests.map(({ deliveryId }) => deliveryId)).size).toBe(4);
  });

  it('that come again later, in another company of messages, have no second effect', async () => {
    const ana = bot.whatsapp.person('Ana');
    const said = {
      from: ana.contact.phone,
      from_user_id: ana.contact.userId,
      type: 'text',
      timestamp: String(Math.floor(Date.now() / 1_000)),
    };
    const contacts = [{ profile: { name: 'Ana' }, wa_id: ana.contact.phone, user_id: ana.contact.userId }];
    const message = (id: string, body: string) => ({ ...said, id, text: { body } });
    await bot.whatsapp.deliver({ contacts, messages: [message('wamid.a', 'uno'), { id: 'wamid.b' }, message('wamid.c', 'tres')] });
    await bot.whatsapp.deliver({
      contacts,
      messages: [message('wamid.c', 'tres'), message('wamid.d', 'cuatro'), message('wamid.a', 'uno')],
    });
    expect(bot.requests.map((request) => 'words' in request && request.words).sort()).toEqual(['cuatro', 'tres', 'uno']);
  });

  it('are acknowledged after the work, so that WhatsApp brings them again where the bot dies', async () => {
    const ana = bot.whatsapp.person('Ana');
    let isDone = false;
    bot.answers(async () => {
      await new Promise((resolve) => setTimeout(resolve, 200));
      isDone = true;
      return { kind: 'sentence', sentence: 'Hecho.' };
    });
    const [{ status } = { status: 0 }] = await ana.says('hola');
    expect([status, isDone]).toEqual([200, true]);
  });
});

it('answers a voice, a video, a sticker and a place with one sentence, and a reaction with none', async () => {
  const ana = bot.whatsapp.person('Ana');
  for (const type of ['audio', 'video', 'sticker'] as const) await ana.sendsOther(type);
  await ana.sendsContent({ type: 'location', location: { latitude: 19.4, longitude: -99.1 } });
  await ana.sendsContent({ type: 'unsupported', errors: [{ code: 131051 }] });
  await bot.whatsapp.settled();
  const answers = ana.messages().length;
  expect(answers).toBeGreaterThanOrEqual(4);
  await ana.sendsContent({ type: 'reaction', reaction: { message_id: ana.messages()[0]?.id, emoji: '👍' } });
  await bot.whatsapp.settled();
  expect(ana.messages()).toHaveLength(answers);
  expect(bot.requests).toEqual([]);
});

it('knows a person without a number by the business-scoped id, and answers there', async () => {
  const ana = bot.whatsapp.person('Ana');
  const { userId, phone } = ana.contact;
  await ana.says('hola');
  ana.hidesPhone();
  await ana.says('hola');
  const [known, hidden] = bot.requests.map(({ asker }) => asker);
  expect(known).toMatchObject({
    service: 'whatsapp',
    workspace: installation.phoneId,
    chatUserId: userId,
    phone: phone.replace(/^521/, '52'),
  });
  expect(hidden).toMatchObject({ service: 'whatsapp', workspace: installation.phoneId, chatUserId: userId });
  expect(hidden?.phone).toBeUndefined();
  await bot.whatsapp.settled();
  expect(ana.messages().map(({ body }) => [body.to, body.recipient])).toEqual(Array(2).fill([undefined, userId]));
});

describe('media', () => {
  const reference = async (bytes: Buffer) => {
    const ana = bot.whatsapp.person('Ana');
    await ana.sendsImage(bytes, { words: 'Así quedó' });
    const request = bot.requests.findLast(({ kind }) => kind === 'images');
    if (request?.kind !== 'images') throw new Error('no image');
    expect(request.words).toBe('Así quedó');
    return request.images[0]?.reference ?? '';
  };

  it('are read with the token, also after their first address has expired', async () => {
    const bytes = Buffer.from('bytes of a photo');
    const image = await reference(bytes);
    expect(Buffer.from(await (await bot.channel.chat.fetchImage(image)).arrayBuffer())).toEqual(bytes);
    bot.later(6 * 60_000);
    expect((await bot.channel.chat.fetchImage(image)).size).toBe(bytes.length);
  });

  it('are not read from elsewhere, and not without end', async () => {
    const image = await reference(Buffer.from('x'));
    await expect(bot.channel.chat.fetchImage('https://evil.example.com/x')).rejects.toThrow();
    await expect(bot.channel.chat.fetchImage('../me/accounts')).rejects.toThrow();
    const { state } = bot.whatsapp;
    for (const stored of state.media.values()) stored.bytes = Buffer.alloc(20 * 1024 * 1024 + 1);
    await expect(bot.channel.chat.fetchImage(image)).rejects.toThrow();
    const { url } = state;
    state.url = url.replace('127.0.0.1', 'localhost');
    const before = state.calls.length;
    for (const stored of state.media.values()) stored.bytes = Buffer.from('x');
    await expect(bot.channel.chat.fetchImage(image)).rejects.toThrow();
    state.url = url;
    expect(state.calls.slice(before).filter(({ path }) => path.startsWith('/media/'))).toEqual([]);
  });
});
