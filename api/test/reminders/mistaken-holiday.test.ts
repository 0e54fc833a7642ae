import { repositoriesOn } from '@bitacora/core/server';
import { removeHoliday } from '@bitacora/core/use-cases/admin/holidays';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../core/test/database.ts';
import { day, given } from '../../../core/test/factories.ts';
import { type Stage, stage, ZONE } from '../../../core/test/stage.ts';
import { deliverOutbox } from '../../src/jobs/deliver-outbox.ts';
import { reminderSchedule, remindIfDue } from '../../src/jobs/scheduled-notifications.ts';
import type { Mail } from '../../src/mail/mailer.ts';
import { silentLog as log } from '../silent-log.ts';

let database: TestDatabase;
let on: Stage;
let sentMails: Mail[];
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.wipe();
  on = stage(database.db);
  sentMails = [];
});

const schedule = reminderSchedule('0 8 * * *', ZONE);
const remind = () => remindIfDue({ core: on.core, schedule, log });
const mailer = {
  destination: 'test',
  reachesPeople: true,
  send: async (mail: Mail) => {
    sentMails.push(mail);
  },
};
const site = { publicUrl: 'https://empresa.mx', contactUrl: 'https://empresa.mx' };
const deliver = () => deliverOutbox({ core: on.core, mailer, log, ...site });
const restOn = (date: string) => database.db('holidays').insert({ day: date, name: 'Inhábil' });
async function takeBack(date: string) {
  await on.act(removeHoliday, await given(database.db).manager(), { day: day(date) });
}

it('a holiday taken back at noon brings the reminders of the morning', async () => {
  on.setClock('2026-11-19T18:00:00Z');
  await remind();
  await restOn('2026-11-20');
  await given(database.db).activity({ dueOn: day('2026-11-20') });
  on.setClock('2026-11-20T14:00:05Z');
  expect(await remind()).toBe(0);

  on.setClock('2026-11-20T18:00:00Z');
  await takeBack('2026-11-20');
  expect(await remind()).toBe(1);
  await deliver();
  expect(sentMails).toHaveLength(1);
  expect(await remind()).toBeNull();
});

it('what was put off over it comes at once', async () => {
  on.setClock('2026-11-20T18:00:00Z');
  const { id: activityId, assigneeId } = await given(database.db).activity({ dueOn: day('2026-11-19') });
  await restOn('2026-11-20');
  const announcement = { key: 'overdue:1', kind: 'overdue', recipientId: assigneeId, activityId } as const;
  await repositoriesOn(database.db, ZONE).outbox.add(announcement, on.now());
  expect(await deliver()).toBe(0);
  await takeBack('2026-11-20');
  expect(await deliver()).toBe(1);
});

it('the first day of an installation stays the first, also when a holiday is removed', async () => {
  on.setClock('2026-11-20T18:00:00Z');
  await restOn('2026-11-20');
  await given(database.db).activity({ dueOn: day('2026-11-20') });
  await remind();
  await takeBack('2026-11-20');
  expect(await remind()).toBeNull();
  expect(await database.db('outbox')).toEqual([]);
});
