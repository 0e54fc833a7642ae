import { setTimeout } from 'node:timers/promises';
import { type Core, createCore, repositoriesOn } from '@bitacora/core/server';
import { requestPasswordReset } from '@bitacora/core/use-cases/reset-password';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../core/test/database.ts';
import { given } from '../../../core/test/factories.ts';
import { mailedKinds } from '../../src/emails/compose.ts';
import type { Mail, Mailer } from '../../src/emails/mailer.ts';
import { deliverOutbox, startDelivering } from '../../src/jobs/deliver-outbox.ts';

const log = pino({ level: 'silent' });
const DAY = 24 * 3_600_000;
let now: Date;
let database: TestDatabase;
let core: Core;
let sent: string[];

beforeAll(async () => {
  database = await testDatabase();
  core = createCore({
    db: database.db,
    clock: () => now,
    zone: 'America/Mexico_City',
    secret: 'a secret only tests know, thirty-two or more',
  });
});
afterAll(() => database.close());
beforeEach(async () => {
  now = new Date('2026-11-20T15:00:00Z');
  sent = [];
  await database.wipe();
});

async function waiting(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    const { email } = await given(database.db).person();
    await core.perform({ useCase: requestPasswordReset, actor: null, channel: 'web', input: { email }, effect: 'writes' });
  }
}
const delivery = (send: (mail: Mail) => Promise<void>) => {
  const mailer: Mailer = {
    destination: 'test',
    send: async (mail) => {
      sent.push(mail.to);
      await send(mail);
    },
  };
  return { core, mailer, publicUrl: 'https://bitacora.empresa.mx', log };
};
const minutesPass = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000);
};
const outbox = () => repositoriesOn(database.db, 'America/Mexico_City').outbox;
const claim = () => outbox().claim(mailedKinds, 1, 60_000, now);
const pending = async () => Number((await database.db('outbox').whereNull('sentAt').count())[0]?.count);

it('a slow server gets each mail once, also with a second process at work', async () => {
  await waiting(5);
  const other = delivery(async () => {});
  await deliverOutbox(
    delivery(async () => {
      minutesPass(1);
      if (sent.length === 4) await deliverOutbox(other);
    }),
  );
  expect(sent).toHaveLength(5);
  expect(new Set(sent).size).toBe(5);
});

it('stops between two mails and leaves the rest to whoever comes next, at once', async () => {
  await waiting(3);
  const delivering = startDelivering(delivery(() => setTimeout(100)));
  await expect.poll(() => sent).toHaveLength(1);
  await delivering.stop();
  expect(sent).toHaveLength(1);
  expect(await pending()).toBe(2);
  await deliverOutbox(delivery(async () => {}));
  expect(await pending()).toBe(0);
});

it('only who holds a mail says what became of it', async () => {
  await waiting(1);
  const [late] = await claim();
  minutesPass(2);
  const [current] = await claim();
  if (!late || !current) throw new Error('nothing to claim');
  const before = await database.db('outbox').first();

  await outbox().markFailed(late, now, 'late');
  await outbox().retryAt(late, now, 'late');
  await outbox().markSent(late, now);
  await outbox().discard(late);
  expect(await database.db('outbox').first()).toEqual(before);

  await outbox().markSent(current, now);
  await outbox().retryAt(current, now, 'sent already');
  expect(await database.db('outbox').first()).toMatchObject({ sentAt: now, lastError: null });
});

it('news of more than a week is given up and its key kept, whether or not it has a letter', async () => {
  await waiting(1);
  const { id: recipientId } = await given(database.db).person();
  const add = (key: string, age: number) => outbox().add({ key, kind: 'assigned', recipientId }, new Date(now.getTime() + age));
  await add('assigned:1:1', 0);
  await add('assigned:2:1', 2 * DAY);
  now = new Date(now.getTime() + 8 * DAY);
  expect(await outbox().claim(['assigned', ...mailedKinds], 10, 60_000, now)).toMatchObject([{ key: 'assigned:2:1' }]);

  await outbox().giveUpOld(now);
  await add('assigned:1:1', 8 * DAY);
  const rows = await database.db('outbox').orderBy('id').select('kind', 'failedAt', 'lastError');
  expect(rows).toEqual([
    { kind: 'passwordReset', failedAt: now, lastError: 'old news' },
    { kind: 'assigned', failedAt: now, lastError: 'old news' },
    { kind: 'assigned', failedAt: null, lastError: null },
  ]);
});

it('finds what is due past any number of announcements that have no letter', async () => {
  await waiting(2);
  const { id: recipientId } = await given(database.db).person();
  const earlier = new Date(now.getTime() - DAY);
  await database.db.raw(
    `insert into outbox (key, kind, recipient_id, created_at, next_try_at)
     select 'assigned:' || n, 'assigned', ?, ?, ?::timestamptz from generate_series(1, 20000) n`,
    [recipientId, earlier, earlier],
  );
  await database.db.raw('analyze outbox');
  let asked: { sql: string; bindings: unknown[] } | null = null;
  database.db.once('query', ({ sql, bindings }) => {
    asked = { sql, bindings };
  });
  expect(await claim()).toHaveLength(1);
  const { sql, bindings } = asked as unknown as { sql: string; bindings: unknown[] };
  const connection = await database.db.client.acquireConnection();
  const { rows } = await connection.query(`explain (analyze) ${sql}`, bindings);
  await database.db.client.releaseConnection(connection);
  const plan = rows.map((row: Record<string, string>) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain('Update on outbox');
  expect(plan).toContain('outbox_due');
  // One at most: the row claimed a moment ago.
  expect(plan).not.toMatch(/Rows Removed by Filter: \d\d/);
});
