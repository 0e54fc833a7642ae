import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import Koa from 'koa';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { MessageStatus } from '../../src/channels/whatsapp/chat.ts';
import { createReceiver } from '../../src/channels/whatsapp/receiver.ts';
import { webhook } from '../doubles/whatsapp/whatsapp-double.ts';

const settings = { phoneId: '100', token: 't', appSecret: 's', verifyToken: 'v', template: 'p', publicUrl: 'https://bitacora.ejemplo.mx' };
const NOW = Date.parse('2026-11-29T12:00:00Z');
const HOUR = 3_600_000;
const ANSWER_MS = 200;
const handledIds: string[] = [];
const heeded: MessageStatus[] = [];
let work: () => Promise<void> = async () => {};
let isStopping = false;
let url = '';

const middleware = createReceiver({
  settings,
  async take(message, { profile }) {
    handledIds.push(`${profile?.name}: ${message.id}`);
    await work();
  },
  heed: async (status) => void heeded.push(status),
  isStopping: () => isStopping,
  log: pino({ enabled: false }),
  now: () => NOW,
  answerMs: ANSWER_MS,
});
const server = createServer(new Koa().use(middleware).callback());

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/whatsapp/events`;
});
afterAll(() => void server.close());
beforeEach(() => {
  handledIds.length = 0;
  heeded.length = 0;
  isStopping = false;
  work = async () => {};
});

async function post(value: object): Promise<number> {
  const body = JSON.stringify(webhook(value, '100'));
  const signature = createHmac('sha256', 's').update(body).digest('hex');
  return (await fetch(url, { method: 'POST', body, headers: { 'X-Hub-Signature-256': `sha256=${signature}` } })).status;
}
const message = (id: string, more: object = {}) => ({
  id,
  timestamp: String(NOW / 1_000),
  type: 'text',
  from: '5215512345678',
  from_user_id: 'MX.1',
  text: { body: 'hola' },
  ...more,
});
const contacts = [
  { profile: { name: 'Beto' }, user_id: 'MX.2' },
  { profile: { name: 'Ana' }, user_id: 'MX.1', wa_id: '5215512345678' },
];

it('takes every message of a webhook with its contact; one that cannot be read stops no other', async () => {
  const unreadable = [null, 7, {}, message('bad', { timestamp: 'x' }), message('', {}), message('group', { group_id: 'g' })];
  const messages = [message('1'), ...unreadable, message('2', { from: undefined, from_user_id: 'MX.2' })];
  expect(await post({ contacts, messages, statuses: [null, { id: 'x' }] })).toBe(200);
  expect(handledIds).toEqual(['Ana: 1', 'Beto: 2']);
  expect(heeded).toEqual([]);
});

it.each([
  [22, ['Ana: 1']],
  [24, []],
  [24 * 6, []],
])('a message of %i hours ago is taken: %j', async (hours, ids) => {
  expect(await post({ contacts, messages: [message('1', { timestamp: String((NOW - hours * HOUR) / 1_000) })] })).toBe(200);
  expect(handledIds).toEqual(ids);
});

it('a changed number is heeded at any age, because its link must end', async () => {
  const system = { type: 'user_changed_number', wa_id: '525599999999', previous_user_id: 'MX.1' };
  await post({ messages: [message('1', { type: 'system', text: undefined, system, timestamp: String((NOW - 72 * HOUR) / 1_000) })] });
  expect(handledIds).toEqual(['undefined: 1']);
});

it('heeds states with their mark and their code', async () => {
  const statuses = [
    { id: 'a', status: 'sent', biz_opaque_callback_data: 'digest' },
    { id: 'b', status: 'failed', errors: [{ code: 131_047, title: 'Re-engagement message' }] },
  ];
  await post({ statuses });
  expect(heeded).toMatchObject([
    { id: 'a', status: 'sent', mark: 'digest' },
    { id: 'b', status: 'failed', code: 131_047 },
  ]);
});

it('asks Meta to come again while the bot stops', async () => {
  isStopping = true;
  expect(await post({ contacts, messages: [message('1')] })).toBe(503);
  expect(handledIds).toEqual([]);
});

it('answers after the work, but in bounded time', async () => {
  let isDone = false;
  work = async () => {
    await delay(ANSWER_MS / 4);
    isDone = true;
  };
  expect(await post({ contacts, messages: [message('1')] })).toBe(200);
  expect(isDone).toBe(true);
  work = () => new Promise(() => {});
  expect(await post({ contacts, messages: [message('2')] })).toBe(200);
});
