import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { DeliveryFailure } from '../../src/domain/notifications/delivery.ts';
import type { Person } from '../../src/domain/people/person.ts';
import { failureSentences } from '../../src/messages/admin/server-status.ts';
import type { ClaimedDigest } from '../../src/persistence/notifications/outbox.ts';
import { repositoriesOn } from '../../src/persistence/repositories.ts';
import { findTokenToSend, requestPasswordReset } from '../../src/use-cases/account/reset-password.ts';
import { listFailedNotifications, resendNotifications } from '../../src/use-cases/notifications/failed-notifications.ts';
import { inviteUser } from '../../src/use-cases/people/users.ts';
import { type TestDatabase, testDatabase } from '../database.ts';
import { given, NOW } from '../factories.ts';
import { refusalOf, type Stage, stage, together, ZONE } from '../stage.ts';

const DAY = 24 * 3_600_000;
let database: TestDatabase;
let on: Stage;
let boss: Person;
let ana: Person;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.wipe();
  on = stage(database.db);
  boss = await given(database.db).manager();
  ana = await given(database.db).person({ firstName: 'Ana', lastName: 'Ruiz', email: 'ana@demo.mx' });
});

const outbox = () => repositoriesOn(database.db, ZONE).outbox;
const claim = (): Promise<ClaimedDigest | null> =>
  database.db.transaction((trx) => repositoriesOn(trx, ZONE).outbox.claim({ channel: 'email', leaseMs: 60_000, quiet: [] }, on.now()));
/** A letter about these activities that was given up. */
async function failed(failure: DeliveryFailure, reason: string, ...activityIds: number[]): Promise<string> {
  for (const activityId of activityIds)
    await outbox().add({ key: `overdue:${activityId}`, kind: 'overdue', recipientId: ana.id, activityId }, on.now());
  const claimed = (await claim()) as ClaimedDigest;
  await outbox().markFailed(claimed, on.now(), failure, reason);
  return claimed.letter;
}
const folio = async () => (await given(database.db).activity({ assignee: ana })).id;
const list = () => on.act(listFailedNotifications, boss, {});
const resend = (...ids: string[]) => on.act(resendNotifications, boss, { ids });

it('what reached nobody is listed, the newest first, with its reason', async () => {
  const [one, two, three] = [await folio(), await folio(), await folio()];
  const refused = await failed('refused', '550 no such mailbox', one, two);
  on.setClock(new Date(NOW.getTime() + 1_000));
  const unknown = await failed('unknown', 'Timeout', three);

  const { total, failed: failures } = await list();
  expect(total).toBe(2);
  expect(failures.map(({ id }) => id)).toEqual([unknown, refused]);
  expect(failures[1]).toEqual({
    id: refused,
    kinds: ['overdue'],
    recipientName: 'Ana Ruiz',
    recipientEmail: 'ana@demo.mx',
    activityIds: [one, two],
    failure: 'refused',
    detail: '550 no such mailbox',
    failedAt: NOW,
    tries: 1,
  });
  expect(failures.map(({ failure }) => failureSentences[failure])).toEqual([
    'Se envió, pero el servidor de correo no confirmó que la recibió.',
    'El servidor de correo la rechazó.',
  ]);
});

it('sent again it is due at once for another week, the same letter, its tries counted anew', async () => {
  const letter = await failed('refused', '550', await folio(), await folio());
  on.setClock(new Date(NOW.getTime() + 8 * DAY));
  expect(await resend(letter)).toEqual({ count: 1 });
  expect(await list()).toMatchObject({ total: 0, failed: [] });
  expect(await claim()).toMatchObject({ letter, tries: 1, notifications: [{}, {}] });
});

it('of two who send it again at once one does, the other is informed', async () => {
  const letter = await failed('refused', '550', await folio());
  const { won, refused } = await together([resend(letter), resend(letter)]);
  expect([won, refused]).toEqual([[{ count: 1 }], [{ code: 'notification.notFailed' }]]);
});

it('those that did not fail are passed over; none of them is a refusal that changes nothing', async () => {
  const letter = await failed('refused', '550', await folio());
  await outbox().add({ key: 'verified:1', kind: 'verified', recipientId: ana.id, activityId: await folio() }, NOW);
  const waiting = ((await claim()) as ClaimedDigest).letter;
  const before = await database.db('outbox').orderBy('id');
  expect(await refusalOf(resend(waiting))).toEqual({ code: 'notification.notFailed' });
  expect(await refusalOf(resend('00000000-0000-4000-8000-000000000000'))).toEqual({ code: 'notification.unknown' });
  expect(await database.db('outbox').orderBy('id')).toEqual(before);
  expect(await resend(waiting, letter)).toEqual({ count: 1 });
});

it('counts what was sent in thirty days, and says when the last one was', async () => {
  expect(await list()).toMatchObject({ sent: 0, lastSentAt: null });
  const days = (count: number) => new Date(NOW.getTime() - count * DAY);
  for (const [key, sentAt] of Object.entries({ today: days(0), lately: days(29), before: days(31) }))
    await database.db('outbox').insert({ key, kind: 'overdue', recipientId: ana.id, createdAt: sentAt, sentAt });
  expect(await list()).toMatchObject({ total: 0, sent: 2, lastSentAt: NOW });
});

it('lists two hundred and counts them all', async () => {
  await database.db.raw(
    `insert into outbox (key, kind, recipient_id, created_at, failed_at, failure, letter)
     select 'verified:' || n, 'verified', :ana, :now, :now, 'expired', gen_random_uuid() from generate_series(1, 205) n`,
    { ana: ana.id, now: NOW },
  );
  const { total, failed: failures } = await list();
  expect([total, failures.length]).toEqual([205, 200]);
});

it('what had been overtaken is nobody’s concern, and is not sent again', async () => {
  const letter = await failed('overtaken', 'nothing of it holds any more', await folio());
  expect(await list()).toMatchObject({ total: 0, failed: [] });
  expect(await refusalOf(resend(letter))).toEqual({ code: 'notification.notFailed' });
});

/** A letter with a token for Ana that was given up. */
async function failedToken(kind: 'invitation' | 'passwordReset'): Promise<string> {
  if (kind === 'passwordReset') await on.anyone(requestPasswordReset, { email: ana.email });
  else {
    await database.db('users').where({ id: ana.id }).update({ passwordHash: null });
    await on.act(inviteUser, boss, { id: ana.id });
  }
  const claimed = (await claim()) as ClaimedDigest;
  await outbox().markFailed(claimed, on.now(), 'refused', '550');
  return claimed.letter;
}

it('an expired invitation is sent again with a valid token', async () => {
  const letter = await failedToken('invitation');
  on.setClock(new Date(NOW.getTime() + 8 * DAY));
  const { won, refused } = await together([resend(letter), resend(letter)]);
  expect([won, refused]).toEqual([[{ count: 1 }], [{ code: 'notification.notFailed' }]]);
  expect(await list()).toMatchObject({ total: 0 });
  const digest = (await claim()) as ClaimedDigest;
  const resetId = digest.notifications[0]?.facts.resetId as string;
  expect(await on.anyone(findTokenToSend, { resetId })).toEqual(expect.any(String));
});

it('an invitation that still holds goes again as it is', async () => {
  const letter = await failedToken('invitation');
  expect(await resend(letter)).toEqual({ count: 1 });
  expect(await claim()).toMatchObject({ letter });
});

it.each([
  ['a reset that expired', 'passwordReset', {}],
  ['an invitation of somebody who has a password by now', 'invitation', { passwordHash: 'x' }],
  ['an invitation of somebody who left', 'invitation', { isActive: false }],
] as const)('%s is not sent, and says why', async (_, kind, since) => {
  const letter = await failedToken(kind);
  await database
    .db('users')
    .where({ id: ana.id })
    .update({ email: ana.email, ...since });
  on.setClock(new Date(NOW.getTime() + 8 * DAY));
  const before = await database.db('outbox');
  expect(await refusalOf(resend(letter))).toEqual({ code: 'notification.tokenOver' });
  expect(await database.db('outbox')).toEqual(before);
});
