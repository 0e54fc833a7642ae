import type { Person } from '@bitacora/core/domain/people/person';
import { extendDeadline } from '@bitacora/core/use-cases/activities/extend-deadline';
import { remindActivity } from '@bitacora/core/use-cases/activities/remind-activity';
import { validateActivity } from '@bitacora/core/use-cases/activities/validate-activity';
import { pino } from 'pino';
import PostalMime, { type Email } from 'postal-mime';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { day, given } from '../../../core/test/factories.ts';
import { type Stage, stage } from '../../../core/test/stage.ts';
import { deliverOutbox } from '../../src/jobs/deliver-outbox.ts';
import { smtpMailer } from '../../src/mail/mailer.ts';
import { type RunningApp, runningApp } from '../running-app.ts';
import { type MailSink, mailSink } from './sink.ts';

const log = pino({ level: 'silent' });

let app: RunningApp;
let on: Stage;
let sink: MailSink;
let boss: Person;
let worker: Person;
beforeAll(async () => {
  app = await runningApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.wipe();
  on = stage(app.db);
  sink = await mailSink();
  boss = await given(app.db).manager({ firstName: 'Gloria', lastName: 'Gómez' });
  worker = await given(app.db).person({ firstName: 'Emilio', lastName: 'Estrada' });
});
afterEach(() => sink.close());

async function deliver(moment = on.now()): Promise<Email[]> {
  on.setClock(moment);
  sink.received.length = 0;
  const mailer = smtpMailer(sink.url, 'Bitácora <bitacora@empresa.mx>');
  await deliverOutbox({ core: on.core, log, mailer, publicUrl: 'https://bitacora.empresa.mx' });
  const mails = await Promise.all(sink.received.map(({ raw }) => PostalMime.parse(raw)));
  return mails.filter(({ subject }) => subject?.startsWith('Minuta'));
}

/** A meeting with three acts, and what it answered at its start. */
async function aMeeting() {
  const make = given(app.db);
  const give = (facts: object) =>
    make.activity({ owner: boss, assignee: worker, status: 'in_progress', dueOn: day('2026-11-10'), ...facts });
  const [old, pump, wall, left] = [
    await give({ description: 'Antes de la junta' }),
    await give({ description: 'Reparar <b>bomba</b> & "sello"' }),
    await give({ description: 'Pintar muro', status: 'completed' }),
    await give({ description: 'Archivar actas' }),
  ];
  await on.act(remindActivity, boss, { activityId: old.id, message: null });
  const chair = await app.as(boss);
  const { since } = await chair.client.readStandUp({});
  await on.act(remindActivity, boss, { activityId: pump.id, message: 'Hoy <script>alert(1)</script>' });
  await on.act(extendDeadline, boss, { activityId: pump.id, extendedTo: day('2026-11-23'), reason: 'Falta el sello' });
  await on.act(validateActivity, boss, { activityId: wall.id, verdict: 'Verified', comment: null });
  return { chair, since, old, pump, wall, left };
}

it('names every act of the meeting, what is promised and what is late, with the notes as text', async () => {
  const { chair, since, old, pump, wall, left } = await aMeeting();
  const notes = 'Pedir <i>filtros</i>\nLlamar a "Aceros"';
  expect(await chair.client.sendMinute({ since, notes, recipients: [worker.id] })).toMatchObject({ count: 1 });
  const [mail, ...others] = await deliver();
  expect(others).toEqual([]);
  expect([mail?.subject, mail?.to?.[0]?.address]).toEqual(['Minuta de la junta del 20 nov 2026', worker.email]);
  const text = mail?.text ?? '';
  const decided = text.slice(text.indexOf('SE DECIDIÓ (3)'), text.indexOf('PROMETIDO'));
  for (const part of [
    `${pump.id}`,
    'envió un recordatorio',
    'extendió la fecha',
    '23 nov 2026: Falta el sello',
    `${wall.id}`,
    'la verificó',
  ])
    expect(decided).toContain(part);
  expect(decided).not.toContain('Antes de la junta');
  const late = text.slice(text.indexOf('SIGUE CON RETRASO'));
  expect(late).toContain(`${left.id}`);
  expect(late).toContain(`${old.id}`);
  expect(late).not.toContain(`  ${pump.id}`);
  expect(text).toContain('> Llamar a "Aceros"');
  expect(text).toContain('Recibes este correo porque Gloria Gómez');
  const html = mail?.html ?? '';
  for (const given of [
    'Reparar &lt;b&gt;bomba&lt;/b&gt; &amp; &quot;sello&quot;',
    'Hoy &lt;script&gt;',
    'Pedir &lt;i&gt;filtros&lt;/i&gt;',
  ])
    expect(html).toContain(given);
  expect(html).not.toMatch(/<script>|<i>filtros|<b>bomba/);
});

it('keeps the notes no longer than until the mail is sent', async () => {
  const { chair, since } = await aMeeting();
  await chair.client.sendMinute({ since, notes: 'Solo entre nosotros', recipients: [worker.id] });
  expect(await deliver()).toHaveLength(1);
  expect(JSON.stringify(await app.db('outbox'))).not.toContain('Solo entre nosotros');
});

it('waits for the working time, and says then what was decided', async () => {
  const { chair, since, wall } = await aMeeting();
  await chair.client.sendMinute({ since, notes: null, recipients: [worker.id] });
  // A quarter past nine at night, and seven of the next day, which is a Saturday.
  expect(await deliver(new Date('2026-11-21T03:15:00Z'))).toEqual([]);
  const [mail] = await deliver(new Date('2026-11-21T13:00:00Z'));
  expect(mail?.subject).toBe('Minuta de la junta del 20 nov 2026');
  expect(mail?.text).toContain(`${wall.id}`);
});

it.each<[string, object]>([
  ['lost their privilege', { position: 'ANALISTA' }],
  ['left', { isActive: false }],
])('is not mailed for somebody who %s', async (_, change) => {
  const { chair, since } = await aMeeting();
  await chair.client.sendMinute({ since, notes: null, recipients: [worker.id] });
  await app.db('users').where({ id: boss.id }).update(change);
  expect(await deliver()).toEqual([]);
});

it('goes to people of the company, a hundred at most, with notes of a page', async () => {
  const { chair, since } = await aMeeting();
  const send = (changes: object) =>
    chair.call('POST', '/api/send_minute', { body: { since, notes: 'Nota', recipients: [worker.id], ...changes } });
  await chair.csrfToken();
  for (const [changes, field] of [
    [{ recipients: [] }, 'recipients'],
    [{ recipients: Array.from({ length: 101 }, (_, n) => n + 1) }, 'recipients'],
    [{ recipients: ['alguien@otra.mx'] }, 'recipients.0'],
    [{ recipients: [2_000_000] }, 'recipients'],
    [{ notes: 'x'.repeat(4_001) }, 'notes'],
    [{ since: undefined }, 'since'],
  ] as const) {
    const { status, body } = await send(changes);
    expect([status, Object.keys((body as { fields: object }).fields)]).toEqual([400, [field]]);
  }
  expect(await app.db('outbox').where({ kind: 'minute' })).toEqual([]);
});

it('is mailed ten times an hour by one person', async () => {
  const { chair, since } = await aMeeting();
  await chair.csrfToken();
  const send = () => chair.call('POST', '/api/send_minute', { body: { since, recipients: [worker.id] } });
  for (let n = 0; n < 10; n += 1) expect((await send()).status).toBe(200);
  expect(await send()).toMatchObject({ status: 429, body: { code: 'session.tooManyTries' } });
});

it('is read and mailed by privileged people alone', async () => {
  const { since } = await aMeeting();
  const employee = await app.as(worker);
  const refused = { status: 403, code: 'admin.forbidden' };
  await expect(employee.client.readStandUp({ since })).rejects.toMatchObject(refused);
  await expect(employee.client.sendMinute({ since, notes: null, recipients: [boss.id] })).rejects.toMatchObject(refused);
});
