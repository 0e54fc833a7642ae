import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { ApiError } from '@bitacora/core/client';
import type { BotClient } from '@bitacora/core/client/create-client';
import type { ChatWork } from '@bitacora/core/contract/chat/bot-endpoints';
import { calendarDate } from '@bitacora/core/domain/calendar';
import { expect, it, vi } from 'vitest';
import type { Card } from '../src/card.ts';
import type { Chat } from '../src/request.ts';
import { Unanswered } from '../src/transport.ts';
import { drawPosting } from '../src/work/do-work.ts';
import { startWorking } from '../src/work/start-working.ts';
import { memoryChat } from './memory-chat.ts';

/** However busy the machine is. */
const SOON = { timeout: 30_000 };

const greeting = (conversation: string, more: Partial<ChatWork> = {}): ChatWork => ({
  claim: randomUUID(),
  claimedUntil: new Date(Date.now() + 120_000),
  service: 'slack',
  workspace: 'T1',
  chatUserId: conversation,
  conversation,
  isUncertain: false,
  task: { kind: 'greet', firstName: 'Ana', isNotifiedHere: true },
  ...more,
});
const empty: Card = { title: 'Ahora', groups: [], activityIds: [7], press: { flow: 'view', view: 'activity:7' } };

type Acknowledgement = Parameters<BotClient['acknowledgeWork']>[0];

/** A bot at work on a list of things; `acknowledged` is what it said of them. */
function working(
  list: ChatWork[],
  { chat = memoryChat(), acknowledge = async () => {} }: { chat?: Chat; acknowledge?: () => Promise<void> } = {},
) {
  const acknowledged: Acknowledgement[] = [];
  const claims: number[] = [];
  const service = {
    async claimWork() {
      claims.push(performance.now());
      return { success: true, work: list.shift() ?? null };
    },
    async acknowledgeWork(acknowledgement: Acknowledgement) {
      await acknowledge();
      acknowledged.push(acknowledgement);
      return { success: true };
    },
  } as unknown as BotClient;
  const log = { error: vi.fn(), warn: vi.fn() };
  const redrawn = vi.fn(async (): Promise<Card | null> => empty);
  const bot = startWorking({
    service,
    chats: { slack: chat },
    redraw: redrawn,
    readProof: async () => null,
    publicUrl: 'http://bitacora.demo.mx',
    log,
    idleMs: 10,
  });
  return { bot, acknowledged, claims, log, redrawn };
}

it('posts, and says under which message and by what it is drawn anew', async () => {
  const chat = memoryChat();
  const work = greeting('D1');
  const { bot, acknowledged } = working([work], { chat });
  await vi.waitFor(() => expect(acknowledged).toMatchObject([{ claim: work.claim, outcome: 'done', message: 'M1' }]), SOON);
  await bot.stop();
  expect(chat.posted.map(({ card }) => card.title)).toEqual(['Tu cuenta quedó vinculada']);
});

it('gives a digest of kinds that only a newer API knows to the email, and posts nothing', async () => {
  const chat = memoryChat();
  const recipient = { id: 7, kind: 'Usuario', position: 'ANALISTA' };
  const notifications = [{ id: 1, kind: 'other' }];
  const task = { kind: 'notify', digest: randomUUID(), recipient, notifications } as unknown as ChatWork['task'];
  const { bot, acknowledged } = working([greeting('D1', { task })], { chat });
  await vi.waitFor(() => expect(acknowledged).toMatchObject([{ outcome: 'failed', isFinal: true }]), SOON);
  await bot.stop();
  expect(chat.posted).toEqual([]);
});

it('does not post what somebody else had posted already', async () => {
  const chat = memoryChat();
  const { bot, acknowledged } = working([greeting('D1'), greeting('D1', { isUncertain: true })], { chat });
  await vi.waitFor(() => expect(acknowledged).toHaveLength(2), SOON);
  await bot.stop();
  expect(acknowledged.map(({ message }) => message)).toEqual(['M1', 'M1']);
  expect(chat.posted).toHaveLength(1);
});

it.each([
  [
    { isCertain: true, isFinal: false },
    { outcome: 'failed', isFinal: false },
  ],
  [
    { isCertain: true, isFinal: true },
    { outcome: 'failed', isFinal: true },
  ],
  [
    { isCertain: false, isFinal: false },
    { outcome: 'unknown', isFinal: false },
  ],
])('says of a post that ended %o: %o', async (how, acknowledgement) => {
  const chat = memoryChat();
  chat.failWith(how);
  const { bot, acknowledged } = working([greeting('D1')], { chat });
  await vi.waitFor(() => expect(acknowledged).toMatchObject([acknowledgement]), SOON);
  await bot.stop();
});

const figures = { total: 3, pending: 2, finished: 1, compliance: 33 };
const summarize: ChatWork['task'] = {
  kind: 'summarize',
  from: calendarDate('2026-11-16'),
  to: calendarDate('2026-11-22'),
  week: figures,
  company: figures,
  late: 0,
  assigned: figures,
};
const recipient = { id: 1, kind: 'employee', position: 'ANALISTA', firstName: 'Ana' };

it.each([
  ['slack', 'Invítame ahí con /invite @Bitácora y escribe en ese canal «/actividades resumen» para elegirlo de nuevo.'],
  ['teams', 'Agrega Bitácora a ese equipo y escribe en ese canal «@Bitácora resumen» para elegirlo de nuevo.'],
] as const)('informs the person who chose the summary’s conversation what to do where it could not go there: %s', async (service, note) => {
  const { card } = drawPosting({ kind: 'unsent', id: 7, displayName: 'gerencia' }, greeting('D1', { service }), '');
  expect([card.intro, card.note]).toEqual(['No pude enviarlo a gerencia: no estoy en ese canal, se archivó o ya no existe.', note]);
});

it('says what the mail server answered and what to type there, and leads to the status', () => {
  const stop = { kind: 'mailStopped', id: 7, answer: '550 5.7.30', adminCommand: 'bitacora-admin' } as const;
  const { card, mark } = drawPosting(stop, greeting('D1'), 'https://b.empresa.mx');
  expect(card.note).toBe('En el servidor, «bitacora-admin send-test-mail» dice qué hacer.');
  expect([mark, JSON.stringify(card.groups), card.buttons]).toEqual([
    'mailStopped 7',
    expect.stringContaining('550 5.7.30'),
    [{ label: 'Ver el estado del servidor', url: 'https://b.empresa.mx/Admin_Status' }],
  ]);
  expect(drawPosting({ ...stop, answer: null }, greeting('D1'), '').card.groups).toEqual([]);
});

it.each<[string, ChatWork['task'], boolean]>([
  ['a summary waits', summarize, false],
  ['a card waits to be drawn anew', { kind: 'redraw', message: 'M1', press: { flow: 'view', view: 'activity:7' } }, false],
  ['a digest goes by email at once', { kind: 'notify', digest: randomUUID(), recipient, notifications: [] }, true],
])('where the chat refuses the bot itself %s', async (_, task, isFinal) => {
  const chat = memoryChat();
  chat.failWith({ isCertain: true, isFinal: true, isOurs: true });
  const { bot, acknowledged } = working([greeting('D1', { task })], { chat });
  await vi.waitFor(() => expect(acknowledged).toMatchObject([{ outcome: 'failed', isFinal }]), SOON);
  await bot.stop();
});

it('takes an error that no chat has reported for one that may have posted', async () => {
  const chat = { ...memoryChat(), post: () => Promise.reject(new TypeError('odd')) };
  const { bot, acknowledged, log } = working([greeting('D1')], { chat });
  await vi.waitFor(() => expect(acknowledged).toMatchObject([{ outcome: 'unknown', error: 'odd' }]), SOON);
  await bot.stop();
  expect(log.error).toHaveBeenCalledOnce();
});

it('redraws a card as its person sees it, and gives up where the link has ended', async () => {
  const chat = memoryChat();
  const redraw = (message: string) => greeting('D1', { task: { kind: 'redraw', message, press: { flow: 'view', view: 'activity:7' } } });
  const { bot, acknowledged, redrawn } = working([redraw('M1')], { chat });
  await vi.waitFor(
    () => expect(acknowledged).toMatchObject([{ outcome: 'done', message: 'M1', activityIds: [7], press: empty.press }]),
    SOON,
  );
  await bot.stop();
  expect(chat.redraws).toEqual([{ message: 'M1', card: empty }]);
  expect(redrawn).toHaveBeenCalledWith(expect.objectContaining({ chatUserId: 'D1' }), { flow: 'view', view: 'activity:7' });

  const gone = working([redraw('M2')], { chat });
  gone.redrawn.mockResolvedValue(null);
  await vi.waitFor(() => expect(gone.acknowledged).toMatchObject([{ outcome: 'failed', isFinal: true }]), SOON);
  await gone.bot.stop();
  expect(chat.redraws).toHaveLength(1);
});

it('does four things at once, and in one conversation one after the other', async () => {
  let [now, most] = [0, 0];
  const inConversation = new Map<string, number>();
  const chat: Chat = {
    ...memoryChat(),
    async post(conversation) {
      now++;
      most = Math.max(most, now);
      inConversation.set(conversation, (inConversation.get(conversation) ?? 0) + 1);
      expect(inConversation.get(conversation)).toBe(1);
      await setTimeout(20);
      now--;
      inConversation.set(conversation, 0);
      return 'M';
    },
  };
  const list = ['D1', 'D1', 'D2', 'D3', 'D4', 'D5', 'D6', 'D7', 'D1'].map((conversation) => greeting(conversation));
  const { bot, acknowledged } = working(list, { chat });
  await vi.waitFor(() => expect(acknowledged).toHaveLength(9), SOON);
  await bot.stop();
  expect(most).toBe(4);
  expect(acknowledged.every(({ outcome }) => outcome === 'done')).toBe(true);
});

it('says of work in a chat that is not on that it is somebody else’s, and posts it nowhere', async () => {
  const chat = memoryChat();
  const { bot, acknowledged } = working([greeting('D1', { service: 'teams' })], { chat });
  await vi.waitFor(() => expect(acknowledged).toMatchObject([{ outcome: 'failed', isFinal: false, error: 'teams is off' }]), SOON);
  await bot.stop();
  expect(chat.posted).toEqual([]);
});

it('says how it went once the API is back', async () => {
  let isAway = true;
  const acknowledge = async () => {
    if (isAway) throw new Unanswered();
  };
  const chat = memoryChat();
  const { bot, acknowledged } = working([greeting('D1')], { chat, acknowledge });
  await vi.waitFor(() => expect(chat.posted).toHaveLength(1), SOON);
  isAway = false;
  await vi.waitFor(() => expect(acknowledged).toHaveLength(1), SOON);
  await bot.stop();
});

it('leaves it at that where the API no longer wants to know', async () => {
  const acknowledge = vi.fn(() => Promise.reject(new ApiError(409, 'ya no', 'chatWork.over')));
  const { bot, log } = working([greeting('D1')], { acknowledge });
  await vi.waitFor(() => expect(log.warn).toHaveBeenCalledOnce(), SOON);
  await bot.stop();
  expect(acknowledge).toHaveBeenCalledOnce();
});

it('asks an API that is away ever more rarely', async () => {
  const claimTimes: number[] = [];
  const claimWork = () => {
    claimTimes.push(performance.now());
    return Promise.reject(new Unanswered());
  };
  const service = { claimWork } as unknown as BotClient;
  const log = { error: vi.fn(), warn: vi.fn() };
  const bot = startWorking({
    service,
    chats: { slack: memoryChat() },
    redraw: async () => null,
    readProof: async () => null,
    publicUrl: '',
    log,
    idleMs: 20,
  });
  await vi.waitFor(() => expect(claimTimes.length).toBeGreaterThanOrEqual(5), SOON);
  await bot.stop();
  const waits = claimTimes.slice(1, 5).map((at, index) => at - (claimTimes[index] ?? 0));
  expect(waits[3]).toBeGreaterThan(150);
});

it('leaves what the API was slow to hand out: the lease runs since it was asked', async () => {
  const now = performance.now.bind(performance);
  let lateMs = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + lateMs);
  const list = [greeting('D1'), greeting('D2')];
  const claimWork = async () => {
    const work = list.shift() ?? null;
    lateMs += work?.conversation === 'D1' ? 61_000 : 0;
    return { success: true, work };
  };
  const service = { claimWork, acknowledgeWork: async () => ({ success: true }) } as unknown as BotClient;
  const chat = memoryChat();
  const log = { error: vi.fn(), warn: vi.fn() };
  const bot = startWorking({
    service,
    chats: { slack: chat },
    redraw: async () => null,
    readProof: async () => null,
    publicUrl: '',
    log,
    idleMs: 10,
  });
  await vi.waitFor(() => expect(chat.posted.map(({ conversation }) => conversation)).toContain('D2'), SOON);
  await bot.stop();
  clock.mockRestore();
  expect(chat.posted.map(({ conversation }) => conversation)).toEqual(['D2']);
});

it('stops with nothing half done: what was taken is posted and said, and nothing new is taken', async () => {
  const slow = memoryChat();
  const chat: Chat = { ...slow, post: (...given) => setTimeout(100).then(() => slow.post(...given)) };
  const list = Array.from({ length: 40 }, (_, n) => greeting(`D${n}`));
  const { bot, acknowledged } = working(list, { chat });
  await vi.waitFor(() => expect(list.length).toBeLessThan(40), SOON);
  await bot.stop();
  expect(acknowledged).toHaveLength(40 - list.length);
  expect(slow.posted).toHaveLength(acknowledged.length);
});
