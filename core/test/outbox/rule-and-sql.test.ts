import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays, instantAt, localDay } from '../../src/domain/calendar.ts';
import { listGatheredKinds } from '../../src/domain/notifications/delivery.ts';
import { heldKinds, type NotificationKind, notificationKinds } from '../../src/domain/notifications/notification.ts';
import { quietHours } from '../../src/domain/notifications/notification-rules.ts';
import { narrowWorkTime, readWorkTime, usualWorkTime, workingDays } from '../../src/domain/work-time.ts';
import type { ClaimedDigest } from '../../src/persistence/notifications/outbox.ts';
import { repositoriesOn } from '../../src/persistence/repositories.ts';
import { type TestDatabase, testDatabase } from '../database.ts';
import { deep } from '../deep.ts';
import { given, NOW } from '../factories.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const HOUR_MS = 3_600_000;
const notification = fc.record({
  kind: fc.constantFrom(...notificationKinds),
  person: fc.nat(2),
  hour: fc.integer({ min: 0, max: 5 * 24 }),
});
const rest = fc.record({
  zone: fc.constantFrom('America/Tijuana', 'Europe/Madrid', 'Australia/Sydney', 'UTC'),
  start: fc.integer({ min: 0, max: 365 }),
  company: fc.constantFrom('mon,tue,wed,thu,fri,sat 07:00-20:00', 'mon,wed,sun 01:30-23:00', 'fri 08:00-09:00'),
  own: fc.constantFrom('mon,tue,wed,thu,fri 09:00-18:00', 'sat 10:00-12:00', 'wed,fri 08:00-08:30'),
  holidaysIn: fc.array(fc.integer({ min: 0, max: 7 }), { maxLength: 3 }),
  awayIn: fc.tuple(fc.integer({ min: -1, max: 4 }), fc.integer({ min: 0, max: 9 })),
});

it('nothing leaves outside the working time of its person, or in their absence; each leaves once, and what waited is one digest', async () => {
  const make = given(database.db);
  const people = [await make.person(), await make.person(), await make.person()].map(({ id }) => id);
  await database.db('announcementPreferences').insert(people.map((userId) => ({ userId, kind: 'weekly', byEmail: true, byChat: false })));

  const check = async (
    notifications: { kind: NotificationKind; person: number; hour: number }[],
    at: typeof rest extends fc.Arbitrary<infer Value> ? Value : never,
  ) => {
    const { zone } = at;
    await database.db('outbox').delete();
    const begin = new Date(NOW.getTime() + at.start * 24 * HOUR_MS);
    const first = localDay(zone, begin);
    const company = readWorkTime(at.company) ?? usualWorkTime;
    await database.db('users').where({ id: people[1] }).update({ workTime: at.own });
    const holidays = at.holidaysIn.map((days) => addDays(first, days));
    const absence = {
      userId: people[2] as number,
      fromOn: addDays(first, at.awayIn[0]),
      toOn: addDays(first, at.awayIn[0] + at.awayIn[1]),
      workTime: null,
    };
    const facts = { zone, company, holidays, ownTimes: [at.own], absences: [absence] };
    const rowsOf = (now: number) =>
      notifications.flatMap(({ kind, person, hour }, n) => {
        const createdAt = new Date(begin.getTime() + hour * HOUR_MS);
        const expiresAt = new Date(createdAt.getTime() + 7 * 24 * HOUR_MS);
        const row = { key: `${kind}:${n}`, kind, recipientId: people[person], createdAt, nextTryAt: createdAt, expiresAt };
        return createdAt.getTime() === now ? [row] : [];
      });

    const sent: { key: string; at: number; letter: string }[] = [];
    const { outbox } = repositoriesOn(database.db, zone);
    // The hours of an insertion, then each opening that anybody waits for.
    const moments = new Set(notifications.map(({ hour }) => begin.getTime() + hour * HOUR_MS));
    for (let now = Math.min(...moments); Number.isFinite(now); now = Math.min(...[...moments].filter((moment) => moment > now))) {
      const rows = rowsOf(now);
      if (rows.length > 0) await database.db('outbox').insert(rows);
      const quiet = quietHours(facts, new Date(now));
      const terms = { channel: 'email', leaseMs: 60_000, quiet } as const;
      await outbox.release(terms, new Date(now));
      await outbox.putOff(terms, new Date(now));
      const claim = (): Promise<ClaimedDigest | null> =>
        database.db.transaction((trx) => repositoriesOn(trx, zone).outbox.claim(terms, new Date(now)));
      for (let digest = await claim(); digest; digest = await claim()) {
        for (const { key } of digest.notifications) sent.push({ key, at: now, letter: digest.letter });
        await outbox.markSent(digest, new Date(now));
      }
      await outbox.giveUpOld(new Date(now));
      for (const { nextTryAt } of await database.db('outbox').whereNotNull('nextTryAt').select('nextTryAt'))
        moments.add(nextTryAt.getTime());
    }

    expect(sent.map(({ key }) => key).sort()).toEqual(notifications.map(({ kind }, n) => `${kind}:${n}`).sort());
    for (const { key, at: instant, letter } of sent) {
      const n = Number(key.split(':')[1]);
      const { kind, person, hour } = notifications[n] as (typeof notifications)[number];
      const written = begin.getTime() + hour * HOUR_MS;
      if (!heldKinds.includes(kind)) {
        expect(instant).toBe(written);
        continue;
      }
      const time = narrowWorkTime(company, person === 1 ? at.own : null);
      const isWorking = workingDays(time, holidays);
      const today = localDay(zone, new Date(instant));
      const [opens, closes] = [time.opens, time.closes].map((minute) => instantAt(zone, today, minute).getTime()) as [number, number];
      expect(isWorking(today) && instant >= opens && instant < closes).toBe(true);
      if (person === 2) expect(today >= absence.fromOn && today <= absence.toOn).toBe(false);
      // Order is kept, and what waited for one opening is one digest.
      for (const other of sent) {
        const {
          kind: otherKind,
          person: otherPerson,
          hour: otherHour,
        } = notifications[Number(other.key.split(':')[1])] as (typeof notifications)[number];
        if (otherPerson !== person || !heldKinds.includes(otherKind)) continue;
        if (otherHour < hour) expect(other.at).toBeLessThanOrEqual(instant);
        if (other.at === instant && kind !== 'weekly' && listGatheredKinds(kind).includes(otherKind)) expect(other.letter).toBe(letter);
      }
    }
  };
  const rounds = fc.asyncProperty(fc.array(notification, { minLength: 1, maxLength: 10 }), rest, check);
  await fc.assert(rounds, { numRuns: deep(500, 25) });
}, 300_000);
