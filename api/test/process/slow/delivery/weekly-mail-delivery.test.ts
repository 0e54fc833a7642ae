import { migrate } from '@bitacora/core/server';
import PostalMime from 'postal-mime';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { day } from '../../../../../core/test/factories.ts';
import { type MailSink, mailSink } from '../../../emails/sink.ts';
import { type OutsidePostgres, outsidePostgres } from '../../outside-postgres.ts';
import { startDeliverer } from './deliverers.ts';

/** 8:00 of a Monday in Mexico City. */
const MONDAY = new Date('2026-11-23T14:00:00Z');
const PEOPLE = 20;
const PROCESSES = 3;

let postgres: OutsidePostgres;
let sink: MailSink;
beforeAll(async () => {
  postgres = await outsidePostgres();
  await migrate(postgres.db);
});
afterAll(() => postgres?.close());
afterEach(() => sink?.close());

it('of processes that plan and deliver at the same time, each person gets the week once, and all get the same', {
  timeout: 90_000,
}, async () => {
  sink = await mailSink();
  const { db, given } = postgres;
  const managers = [];
  for (let n = 0; n < PEOPLE; n++) managers.push(await given.manager());
  const rows = managers.map(({ id }) => ({ userId: id, kind: 'weekly', byEmail: true, byChat: false }));
  await db('announcementPreferences').insert(rows);
  await given.activity({ owner: managers[0], dueOn: day('2026-11-18') });

  for (const minutes of [0, 1]) {
    // Each workbook names the moment it was made, so two readings differ.
    const nowOf = (process: number) => new Date(MONDAY.getTime() + minutes * 60_000 + process * 5_000).toISOString();
    const mailers = Array.from({ length: PROCESSES }, (_, process) =>
      startDeliverer({ DATABASE_URL: postgres.url, SMTP_URL: sink.url, NOW: nowOf(process) }, 'weekly-mailer.ts'),
    );
    await Promise.all(mailers.map(({ ready }) => ready));
    for (const { go } of mailers) go();
    const planned = (await Promise.all(mailers.map(({ deliveredCount }) => deliveredCount))).reduce(
      (sum: number, each) => sum + (each ?? Number.NaN),
      0,
    );
    expect(planned).toBe(minutes === 0 ? PEOPLE : 0);
  }
  expect(sink.received.map(({ to }) => to).sort()).toEqual(managers.map(({ email }) => email).sort());
  expect(await db('outbox').whereNull('sentAt')).toEqual([]);
  const mails = await Promise.all(sink.received.map(({ raw }) => PostalMime.parse(raw)));
  const workbooks = mails.map(({ attachments }) => Buffer.from(attachments[0]?.content as ArrayBuffer).toString('base64'));
  expect([workbooks.length, new Set(workbooks).size]).toEqual([PEOPLE, 1]);
});
