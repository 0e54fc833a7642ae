import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { quietHours } from '../../src/domain/notifications/notification-rules.ts';
import { repositoriesOn } from '../../src/persistence/repositories.ts';
import { type TestDatabase, testDatabase } from '../database.ts';
import { day, given, NOW } from '../factories.ts';
import { atRest, ZONE } from '../stage.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const after = (ms: number) => new Date(NOW.getTime() + ms);

let database: TestDatabase;
let recipientId: number;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.wipe();
  recipientId = (await given(database.db).person()).id;
});

async function waiting(row: object): Promise<number> {
  const given = { key: 'k', kind: 'dueSoon', channel: 'email', recipientId, facts: '{}', createdAt: NOW, expiresAt: after(7 * DAY) };
  const [added] = await database
    .db('outbox')
    .insert({ ...given, ...row })
    .returning('id');
  return added.id;
}
async function released(id: number, quiet = quietHours(atRest, NOW)): Promise<Date> {
  await repositoriesOn(database.db, ZONE).outbox.release({ channel: 'email', quiet }, NOW);
  return (await database.db('outbox').where({ id }).first()).nextTryAt;
}

it('what a wrong clock put off for weeks is due now, its lease over; it may have been sent', async () => {
  const id = await waiting({ nextTryAt: after(20 * DAY), claimedUntil: after(20 * DAY), tries: 1 });
  expect(await released(id)).toEqual(NOW);
  expect((await database.db('outbox').where({ id }).first()).claimedUntil).toEqual(NOW);
});

it('what waits its turn waits on: the longest back-off, an opening after a long holiday, another’s lease', async () => {
  const id = await waiting({ nextTryAt: after(DAY), tries: 6 });
  expect(await released(id)).toEqual(after(DAY));
  const holidays = Array.from({ length: 5 }, (_, n) => day(`2026-11-${20 + n}`));
  const opening = new Date('2026-11-25T13:00:00Z');
  await database.db('outbox').where({ id }).update({ nextTryAt: opening, tries: 0 });
  expect(await released(id, quietHours({ ...atRest, holidays }, NOW))).toEqual(opening);
  expect(await released(id)).toEqual(NOW);
});

it('what would be tried only after it expires is tried an hour before, and no oftener', async () => {
  const id = await waiting({ nextTryAt: after(20 * HOUR), expiresAt: after(10 * HOUR), tries: 6 });
  expect(await released(id)).toEqual(after(9 * HOUR));
  await database
    .db('outbox')
    .where({ id })
    .update({ nextTryAt: after(20 * HOUR), expiresAt: after(HOUR / 2) });
  expect(await released(id)).toEqual(after(20 * HOUR));
});

it('what was sent or given up stays as it is', async () => {
  for (const over of ['sentAt', 'failedAt']) {
    const id = await waiting({ key: over, nextTryAt: after(20 * DAY), [over]: NOW });
    expect(await released(id)).toEqual(after(20 * DAY));
  }
});
