import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMessages, encodeAddress } from '../../src/channels/whatsapp/chat.ts';
import { type RunningBot, startBot } from './running-bot.ts';

const silent = { returnDigest: async () => {}, log: pino({ enabled: false }), now: () => 0 };

let bot: RunningBot;
beforeAll(async () => {
  bot = await startBot();
});
afterAll(() => bot.stop());

it('tries no free message once a day has passed, and only one template', async () => {
  const ana = bot.whatsapp.person('Ana');
  await ana.says('hola');
  await bot.whatsapp.settled();
  const { conversation = '' } = bot.requests.at(-1)?.asker ?? {};
  bot.later(24 * 3_600_000);
  const before = bot.whatsapp.state.sent.length;
  const card = { title: 'Vencidas', groups: [], activityIds: [] };
  for (const mark of ['a', 'b'])
    await expect(bot.channel.chat.post(conversation, card, mark)).rejects.toMatchObject({ isCertain: true, isFinal: false });
  expect(bot.whatsapp.state.sent.slice(before).map(({ body }) => body.type)).toEqual(['template']);
});

it.each(['', '{}', '{"user":"../x","at":1}', '{"user":"MX.1"}', 'null'])('writes to nobody at %j', async (conversation) => {
  const card = { title: 'Vencidas', groups: [], activityIds: [] };
  await expect(bot.channel.chat.post(conversation, card, 'mark')).rejects.toMatchObject({ isCertain: true, isFinal: true });
});

it('believes that a message arrived, also where a failure is named after it; finds it by its mark after a restart too', () => {
  const returned: string[] = [];
  const messages = createMessages({ ...silent, returnDigest: async (digest) => void returned.push(digest) });
  const [mark, other, lost] = [randomUUID(), randomUUID(), randomUUID()];
  void messages.heed({ id: '1', status: 'delivered', mark });
  void messages.heed({ id: '1', status: 'failed', mark, code: 131_026 });
  expect(messages.findMark(mark)).toBe('1');
  void messages.heed({ id: '2', status: 'sent', mark: other });
  void messages.heed({ id: '3', status: 'failed', mark: other, code: 131_026 });
  expect(messages.findMark(other)).toBe('2');
  expect(returned).toEqual([]);
  void messages.heed({ id: '4', status: 'sent', mark: lost });
  for (const status of ['failed', 'failed', 'sent']) void messages.heed({ id: '4', status, mark: lost, code: 131_026 });
  void messages.heed({ id: '5', status: 'failed', mark: 'greet MX.1', code: 131_026 });
  expect(messages.findMark(lost)).toBeNull();
  expect(returned).toEqual([lost]);
});

it('takes the later of what it knows of the last words', () => {
  const now = Date.parse('2026-11-29T12:00:00Z');
  const day = 24 * 3_600_000;
  const messages = createMessages({ ...silent, now: () => now });
  expect(messages.isWindowOpen({ user: 'MX.1', at: now - day })).toBe(false);
  expect(messages.isWindowOpen({ user: 'MX.1', at: now - day / 2 })).toBe(true);
  messages.openWindow('MX.1', now - 1_000);
  expect(messages.isWindowOpen(JSON.parse(encodeAddress({ user: 'MX.1', at: 0 })))).toBe(true);
});
