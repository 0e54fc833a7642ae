import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays, type CalendarDate, localDay } from '../../src/domain/calendar.ts';
import { notificationKinds } from '../../src/domain/notifications/notification.ts';
import { quietHours } from '../../src/domain/notifications/notification-rules.ts';
import type { ClaimedDigest } from '../../src/persistence/notifications/outbox.ts';
import { repositoriesOn } from '../../src/persistence/repositories.ts';
import { type TestDatabase, testDatabase } from '../database.ts';
import { deep } from '../deep.ts';
import { given, NOW } from '../factories.ts';
import { waits } from '../reminders/due-notifications.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const announcement = fc.record({ kind: fc.constantFrom(...notificationKinds), deadlineIn: fc.option(fc.integer({ min: -4, max: 5 })) });
const moment = fc.record({
  zone: fc.constantFrom('America/Mexico_City', 'America/Tijuana', 'Europe/Madrid', 'Australia/Sydney', 'UTC'),
  minutes: fc.integer({ min: 0, max: 365 * 24 * 60 }),
  holidaysIn: fc.array(fc.integer({ min: -1, max: 4 }), { maxLength: 4 }),
});

it('the database takes what the rule lets through, and nothing else', async () => {
  const { id: recipientId } = await given(database.db).person();
  await database.db('announcementPreferences').insert({ userId: recipientId, kind: 'weekly', byEmail: true, byChat: false });
  const isSame = fc.asyncProperty(fc.array(announcement, { minLength: 1, maxLength: 12 }), moment, async (notifications, at) => {
    await database.db('outbox').delete();
    const now = new Date(NOW.getTime() + at.minutes * 60_000);
    const today = localDay(at.zone, now);
    const holidays = at.holidaysIn.map((days) => addDays(today, days));
    const quiet = quietHours(at.zone, now, holidays);
    const rows = notifications.map(({ kind, deadlineIn }, n) => ({
      key: `${kind}:${n}`,
      kind,
      recipientId,
      createdAt: now,
      nextTryAt: now,
      expiresAt: new Date(now.getTime() + 1),
      deadlineOn: deadlineIn === null ? null : (addDays(today, deadlineIn) as CalendarDate),
    }));
    await database.db('outbox').insert(rows);

    const claimedKeys: string[] = [];
    const terms = { channel: 'email', leaseMs: 60_000, quiet } as const;
    await repositoriesOn(database.db, at.zone).outbox.putOff(terms, now);
    const claim = (): Promise<ClaimedDigest | null> =>
      database.db.transaction((trx) => repositoriesOn(trx, at.zone).outbox.claim(terms, now));
    for (let claimed = await claim(); claimed; claimed = await claim()) claimedKeys.push(...claimed.notifications.map(({ key }) => key));
    const allowed = rows.filter(({ kind, deadlineOn }) => !waits(kind, deadlineOn, quiet)).map(({ key }) => key);
    expect(claimedKeys.sort()).toEqual(allowed.sort());

    // What waits is due again in the future, at an opening.
    const put = await database.db('outbox').whereNull('letter').pluck('nextTryAt');
    expect(put.filter((instant: Date) => instant <= now)).toEqual([]);
  });
  await fc.assert(isSame, { numRuns: deep(2_000, 100) });
}, 300_000);
