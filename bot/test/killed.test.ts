import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { day, given, NOW } from '../../core/test/factories.ts';
import { createBot } from '../src/start-bot.ts';
import { type Send, sendTo, Unanswered } from '../src/transport.ts';
import { type Company, company } from './company.ts';

let firm: Company;
beforeAll(async () => {
  firm = await company();
});
beforeEach(() => firm.app.wipe());
afterAll(() => firm.close());

/** A bot of its own process that dies between posting and saying so: it never says how anything went. */
function mute() {
  const send = sendTo(firm.app.origin);
  const claims: string[] = [];
  let claimCount = 0;
  const cut: Send = async (request, credential) => {
    if (request.path.endsWith('/claim_work')) claimCount += 1;
    if (!request.path.endsWith('/acknowledge_work')) return send(request, credential);
    claims.push((request.body as { claim: string }).claim);
    throw new Unanswered('killed');
  };
  const log = pino({ level: 'silent' });
  const bot = createBot({
    apiUrl: '',
    publicUrl: 'http://bitacora.demo.mx',
    token: firm.token,
    log,
    send: cut,
    now: () => NOW,
    idleMs: 20,
  });
  bot.join('slack', { chat: firm.chats.slack });
  return { bot, claims, countClaims: () => claimCount };
}

it('a bot that dies after posting loses nothing, and the next one posts nothing twice', async () => {
  const { app, chats } = firm;
  const { posted } = chats.slack;
  const [boss, ana] = [await given(app.db).manager(), await given(app.db).person()];
  await firm.link(ana);
  const { client } = await app.as(ana);
  await client.choosePreferences({ preferences: [{ kind: 'assigned', byEmail: false, byChat: true }] });
  const { id: topicId } = await given(app.db).topic();
  const work = {
    topicId,
    assigneeId: ana.id,
    description: 'Empacar',
    priority: 'normal',
    dueOn: day('2026-11-25'),
    repeats: null,
  } as const;
  await (await app.as(boss)).client.assignActivity(work);

  const { bot: dying, claims } = mute();
  const first = dying.work();
  await vi.waitFor(() => expect(new Set(claims).size).toBe(2), { timeout: 30_000 });
  await first.stop();
  const titles = posted.map(({ card }) => card.title).sort();
  expect(titles).toHaveLength(2);

  const { bot: early, countClaims } = mute();
  const whileLeased = early.work();
  // At the third time the answers to the first two have come.
  await vi.waitFor(() => expect(countClaims()).toBeGreaterThan(2), { timeout: 30_000 });
  await whileLeased.stop();
  app.setClock(new Date(NOW.getTime() + 3 * 60_000));
  const second = firm.bot.work();
  await vi.waitFor(
    async () => {
      expect(await app.db('chatTasks').whereNotNull('nextTryAt')).toEqual([]);
      expect(await app.db('outbox').where({ channel: 'chat' })).toMatchObject([{ sentAt: expect.any(Date), failedAt: null }]);
    },
    { timeout: 30_000 },
  );
  await second.stop();
  expect(posted.map(({ card }) => card.title).sort()).toEqual(titles);
  expect(await app.db('chatCards')).toMatchObject([{ message: posted.find(({ card }) => card.activityIds.length)?.message }]);
});
