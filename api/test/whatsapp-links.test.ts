import { type BotClient, createBotClient } from '@bitacora/core/client/create-client';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { given, NOW } from '../../core/test/factories.ts';
import { browser } from './browser.ts';
import { type RunningApp, runningApp } from './running-app.ts';

const BOT = 'the service token of the tests, long enough';
const account = { service: 'whatsapp', workspace: '106540352242922', chatUserId: 'MX.1' } as const;
const phone = '5215512345678';
const GUESSES = 10;

let app: RunningApp;
let bot: BotClient;
const createTokenClient = (token: string): BotClient =>
  createBotClient(({ method, path, body }) =>
    browser(app.origin).call(method, path, { body, csrf: false, headers: { Authorization: `Bearer ${token}` } }),
  );
beforeAll(async () => {
  app = await runningApp({ botToken: BOT });
  bot = createTokenClient(BOT);
});
beforeEach(async () => {
  await app.wipe();
  app.setClock(NOW);
  await bot.claimWork({ services: ['whatsapp'], entrances: [{ service: 'whatsapp', url: 'https://wa.me/5215500000000' }] });
});
afterAll(() => app.close());

const sendCode = (code: string, chatUserId: string = account.chatUserId) =>
  bot.linkChatByCode({ ...account, chatUserId, conversation: 'W1', displayName: 'Ana', phone, code });

it('a person links their WhatsApp with the code of their profile, and the bot greets them there', async () => {
  const ana = await given(app.db).person({ firstName: 'Ana', lastName: 'Ruiz' });
  const { client } = await app.as(ana);
  const { code, url } = await client.createChatLinkCode({ isNotifiedHere: true });
  expect(url).toBe(`https://wa.me/5215500000000?text=VINCULAR%20${code}`);
  expect(await sendCode(code)).toMatchObject({ name: 'Ana Ruiz' });
  expect(await client.listChatLinks()).toMatchObject([{ service: 'whatsapp', displayName: 'Ana' }]);
  const { work } = await bot.claimWork({ services: ['whatsapp'] });
  expect(work).toMatchObject({ ...account, conversation: 'W1', task: { kind: 'greet', firstName: 'Ana', isNotifiedHere: true } });
  const own = createTokenClient((await bot.exchangeChatIdentity({ ...account, phone })).secret);
  await own.unlinkOwnChat();
  await expect(bot.exchangeChatIdentity({ ...account, phone })).rejects.toMatchObject({ status: 404, code: 'chatLink.unknown' });
});

it('an account may guess ten codes in a quarter of an hour, and its right code does not count', async () => {
  const { client } = await app.as(await given(app.db).person());
  await sendCode((await client.createChatLinkCode({})).code);
  const guesses = Array.from({ length: GUESSES + 2 }, () => sendCode('AAAAA-AAAAA').catch(({ code }) => code));
  const codes: string[] = await Promise.all(guesses);
  expect(codes.filter((code) => code === 'chatLink.invalidCode')).toHaveLength(GUESSES);
  expect(codes.filter((code) => code === 'session.tooManyTries')).toHaveLength(2);
  const { code } = await client.createChatLinkCode({});
  await expect(sendCode(code)).rejects.toMatchObject({ status: 429 });
  expect(await sendCode(code, 'MX.2')).toMatchObject({ name: expect.any(String) });
});

it('another number ends the link for good, though the answer is a refusal', async () => {
  const ana = await given(app.db).person();
  const { client } = await app.as(ana);
  await sendCode((await client.createChatLinkCode({})).code);
  await expect(bot.exchangeChatIdentity({ ...account, phone: '5215599999999' })).rejects.toMatchObject({ code: 'chatLink.unknown' });
  expect(await client.listChatLinks()).toEqual([]);
  await expect(bot.exchangeChatIdentity({ ...account, phone })).rejects.toMatchObject({ status: 404 });
});

it('only the bot may link by a code, exchange an account or take a template', async () => {
  const boss = await given(app.db).manager();
  const { client } = await app.as(boss);
  const { code } = await client.createChatLinkCode({});
  const visitor = app.visitor();
  const person = await app.as(boss);
  for (const path of ['link_by_code', 'take_template', 'exchange'])
    for (const [who, status] of [
      [person, 403],
      [visitor, 401],
    ] as const) {
      const body = { service: 'whatsapp', workspace: '1', chat_user_id: 'MX.9', conversation: 'W', display_name: 'x', code };
      expect([path, (await who.call('POST', `/api/bot/${path}`, { body })).status]).toEqual([path, status]);
    }
  expect(await app.db('chatLinks')).toEqual([]);
  const asBot = { headers: { Authorization: `Bearer ${BOT}` }, csrf: false, body: {} };
  expect((await browser(app.origin).call('POST', '/api/create_chat_link_code', asBot)).status).toBe(403);
});
