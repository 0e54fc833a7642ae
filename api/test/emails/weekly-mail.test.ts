import { calendarDate } from '@bitacora/core/domain/calendar';
import type { Person } from '@bitacora/core/domain/people/person';
import { choosePreferences } from '@bitacora/core/use-cases/notifications/preferences';
import { readPunctuality } from '@bitacora/core/use-cases/reports/read-figures';
import { pino } from 'pino';
import PostalMime, { type Email } from 'postal-mime';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../core/test/database.ts';
import { day, given } from '../../../core/test/factories.ts';
import { type Stage, stage } from '../../../core/test/stage.ts';
import { deliverOutbox } from '../../src/jobs/deliver-outbox.ts';
import { planMissingWeeklyMails } from '../../src/jobs/scheduled-notifications.ts';
import { smtpMailer } from '../../src/mail/mailer.ts';
import { openWorkbook, rowsOf } from '../sheets/workbooks.ts';
import { type MailSink, mailSink } from './sink.ts';

const log = pino({ level: 'silent' });
const MONDAY = '2026-11-23';
/** The same hour of a day in Mexico City. */
const at = (date: string, time: string) => new Date(`${date}T${time}:00-06:00`);

let database: TestDatabase;
let on: Stage;
let sink: MailSink;
let boss: Person;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.wipe();
  on = stage(database.db);
  sink = await mailSink();
  boss = await given(database.db).manager({ firstName: 'Gloria', lastName: 'Gómez' });
  await choose(boss);
});
afterEach(() => sink.close());

const choose = ({ id }: Person, byEmail = true) =>
  database
    .db('announcementPreferences')
    .insert({ userId: id, kind: 'weekly', byEmail, byChat: false })
    .onConflict(['userId', 'kind'])
    .merge();
async function plan(moment: Date): Promise<number> {
  on.setClock(moment);
  return planMissingWeeklyMails({ core: on.core, log });
}
async function deliver(moment: Date): Promise<Email[]> {
  on.setClock(moment);
  sink.received.length = 0;
  const mailer = smtpMailer(sink.url, 'Bitácora <bitacora@empresa.mx>');
  await deliverOutbox({ core: on.core, log, mailer, publicUrl: 'https://bitacora.empresa.mx', contactUrl: 'mailto:soporte@empresa.mx' });
  return Promise.all(sink.received.map(({ raw }) => PostalMime.parse(raw)));
}

async function aWeek() {
  const make = given(database.db);
  const [worker, topic] = [
    await make.person({ firstName: 'Emilio', lastName: 'Estrada' }),
    await make.topic({ name: 'Obra', department: 'OPERACIONES' }),
  ];
  const makeActivity = (facts: object) => make.activity({ owner: boss, assignee: worker, topic, ...facts });
  await makeActivity({ status: 'verified', dueOn: day('2026-11-18') });
  await makeActivity({ status: 'completed', dueOn: day('2026-11-16'), extendedTo: day('2026-11-20'), extensionReason: 'Falta material' });
  await makeActivity({ status: 'completed', dueOn: day('2026-11-17') });
  await makeActivity({ status: 'in_progress', dueOn: day('2026-11-22') });
  await makeActivity({ status: 'in_progress', dueOn: day('2026-11-23') });
  await makeActivity({ status: 'canceled', dueOn: day('2026-11-18') });
  const closedAt = at('2026-11-18', '10:00');
  const imported = await makeActivity({ status: 'verified', dueOn: day('2026-11-18'), closedAt });
  await database
    .db('activities')
    .where({ id: imported.id })
    .update({ importedAt: at(MONDAY, '07:00') });
}

it('on Monday at 8:00 each who chose it gets the figures of the week, once, and their workbook', async () => {
  await aWeek();
  expect(await plan(at(MONDAY, '07:59'))).toBe(0);
  expect(await plan(at(MONDAY, '08:00'))).toBe(1);
  const [mail, ...others] = await deliver(at(MONDAY, '08:00'));
  expect(others).toEqual([]);
  expect(mail?.to).toEqual([{ name: '', address: boss.email }]);
  expect(mail?.subject).toBe('Puntualidad del 16 nov 2026 al 22 nov 2026: 50 %');

  const week = { from: calendarDate('2026-11-16'), to: calendarDate('2026-11-22') };
  const { total, departments } = await on.act(readPunctuality, boss, week);
  expect(total).toEqual({ due: 4, onTime: 1, onTimeExtended: 1, late: 1, undelivered: 1, share: 50 });
  expect(departments).toHaveLength(1);
  for (const line of [
    'Debían entregarse: *4',
    'A tiempo: *1',
    'A tiempo con extensión: *1',
    'Tarde: *1',
    'Sin entregar: *1',
    'OPERACIONES: *2 de 4 a tiempo, 50 %',
    '1 importada ya terminada no cuenta en la puntualidad.',
  ])
    expect(mail?.text).toMatch(new RegExp(`^${line}$`, 'm'));

  expect(mail?.attachments.map(({ filename, mimeType }) => [filename, mimeType])).toEqual([
    ['Puntualidad_2026-11-16.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ]);
  const book = await openWorkbook(new Uint8Array(mail?.attachments[0]?.content as ArrayBuffer));
  expect(rowsOf(book.getWorksheet('Puntualidad'))[1]).toEqual(['Total', undefined, 4, 1, 1, 1, 1, 0.5]);
  expect(rowsOf(book.getWorksheet('Actividades'))).toHaveLength(1 + total.due);

  expect(await plan(at(MONDAY, '08:01'))).toBe(0);
  expect(await plan(at(MONDAY, '23:59'))).toBe(0);
  expect(await deliver(at(MONDAY, '12:00'))).toEqual([]);
  expect(await plan(at('2026-11-30', '08:00'))).toBe(1);
});

it('says in one sentence how much of this week will be late, where the past is long enough', async () => {
  await aWeek();
  const sentence = /^Esta semana .*si todo sigue igual/m;
  await plan(at(MONDAY, '08:00'));
  expect((await deliver(at(MONDAY, '08:00')))[0]?.text).not.toMatch(sentence);

  const make = given(database.db);
  const worker = await make.person();
  const closedAt = at('2026-11-25', '10:00');
  for (let n = 0; n < 20; n++)
    await make.activity({ owner: boss, assignee: worker, status: 'verified', dueOn: day('2026-11-24'), closedAt });
  const { id } = await make.activity({ owner: boss, assignee: worker, dueOn: day('2026-12-04'), description: 'Pintar <b>muro</b>' });
  await plan(at('2026-11-30', '08:00'));
  const [mail] = await deliver(at('2026-11-30', '08:00'));
  expect(mail?.text?.replace(/\s+/g, ' ')).toContain(
    `Esta semana vence 1 actividad abierta y, si todo sigue igual, 1 se entregará tarde; la que más pesa: ${id} «Pintar <b>muro</b>».`,
  );
  expect(mail?.html).not.toContain('<b>muro');
});

it.each([
  ['Monday evening', MONDAY, '19:30'],
  ['Wednesday', '2026-11-25', '10:00'],
  ['Saturday', '2026-11-28', '10:00'],
])('a server that is back on %s plans it then, once', async (_, date, time) => {
  expect(await plan(at(date, time))).toBe(1);
  expect(await deliver(at(date, time))).toHaveLength(1);
  expect(await plan(at(date, '19:59'))).toBe(0);
  expect(await plan(at('2026-11-29', '23:59'))).toBe(0);
  expect(await plan(at('2026-11-30', '07:59'))).toBe(0);
  expect(await plan(at('2026-11-30', '08:00'))).toBe(1);
});

it('who chooses it on Monday gets the week, and who chooses it later waits for the next', async () => {
  const later = await given(database.db).manager();
  const chooseAs = (person: Person, moment: Date, byEmail = true) => {
    on.setClock(moment);
    return on.act(choosePreferences, person, { preferences: [{ kind: 'weekly', byEmail, byChat: false }] });
  };
  const plannedFor = () => database.db('outbox').orderBy('id').pluck('recipient_id');
  await database.db('announcementPreferences').delete();
  await chooseAs(boss, at(MONDAY, '23:59'));
  await chooseAs(later, at('2026-11-24', '00:00'));
  expect(await plan(at('2026-11-25', '10:00'))).toBe(1);
  expect(await plannedFor()).toEqual([boss.id]);
  // The same choice again keeps the time of the first; off and on again sets a new time.
  await chooseAs(boss, at('2026-12-01', '09:00'));
  await chooseAs(later, at('2026-11-30', '09:00'), false);
  await chooseAs(later, at('2026-12-01', '09:00'));
  expect(await plan(at('2026-12-02', '10:00'))).toBe(1);
  expect(await plannedFor()).toEqual([boss.id, boss.id]);
});

it('figures and workbook of a week are read once for all its mails, from one moment', async () => {
  await aWeek();
  const make = given(database.db);
  for (let n = 0; n < 3; n++) await choose(await make.manager());
  expect(await plan(at(MONDAY, '08:00'))).toBe(4);
  const statements: string[] = [];
  // An activity that falls due while the workbook is written belongs to neither.
  const note = ({ sql }: { sql: string }) => statements.push(sql);
  database.db.on('query', note);
  const mails = await deliver(at(MONDAY, '08:00'));
  database.db.off('query', note);
  expect(mails).toHaveLength(4);
  expect(statements.filter((sql) => sql.includes('with lives as'))).toHaveLength(1);
  const [first, ...others] = mails.map(({ attachments }) => Buffer.from(attachments[0]?.content as ArrayBuffer));
  for (const other of others) expect(other.equals(first as Buffer)).toBe(true);
});

it('says the same hours later in another process, and the next week something else', async () => {
  await aWeek();
  await plan(at(MONDAY, '08:00'));
  const [first] = await deliver(at(MONDAY, '08:00'));
  await choose(await given(database.db).manager());
  await database.db('activities').where({ status: 'completed' }).delete();
  on = stage(database.db);
  await plan(at(MONDAY, '12:00'));
  const [second] = await deliver(at(MONDAY, '12:00'));
  const workbookOf = (mail?: Email) => Buffer.from(mail?.attachments[0]?.content as ArrayBuffer);
  expect(second?.subject).toBe(first?.subject);
  expect(workbookOf(second).equals(workbookOf(first))).toBe(true);

  for (const monday of ['2026-11-30', '2026-12-07']) {
    await plan(at(monday, '08:00'));
    expect((await deliver(at(monday, '08:00')))[0]?.subject).not.toBe(first?.subject);
  }
  expect(await database.db('weeklyReports').orderBy('weekFrom').pluck('week_from')).toEqual(['2026-11-23', '2026-11-30']);
});

it('every number leads to its rows, and a zero leads nowhere', async () => {
  await aWeek();
  await plan(at(MONDAY, '08:00'));
  const [mail] = await deliver(at(MONDAY, '08:00'));
  const range = 'from=2026-11-16&to=2026-11-22';
  const site = 'https://bitacora.empresa.mx/Report_Punctuality';
  for (const rows of ['due', 'onTime', 'onTimeExtended', 'late', 'undelivered'])
    expect(mail?.text).toContain(`  ${site}/${rows}?${range}\n`);
  expect(mail?.text).toContain(`${site}/due?${range}&departments=OPERACIONES`);
  expect(mail?.html).toContain(`<a href="${site}/late?${range.replace('&', '&amp;')}"`);
  expect(mail?.text).toContain(`Abrir la puntualidad:\n${site}?${range}`);
  await database.db('activities').where({ status: 'completed' }).delete();
  await plan(at('2026-11-30', '08:00'));
  const [quiet] = await deliver(at('2026-11-30', '08:00'));
  expect(quiet?.text).toMatch(/^Tarde: *0$/m);
  expect(quiet?.text).not.toContain(`${site}/late`);
});

it.each([
  ['after 20:00', '21:00', null],
  ['on a holiday', '08:00', MONDAY],
])('planned %s, it waits for 7:00 of the next working day', async (_, time, holiday) => {
  if (holiday) await database.db('holidays').insert({ day: holiday, name: 'Asueto' });
  expect(await plan(at(MONDAY, time))).toBe(1);
  expect(await deliver(at(MONDAY, time))).toEqual([]);
  expect(await deliver(at('2026-11-24', '06:59'))).toEqual([]);
  expect(await deliver(at('2026-11-24', '07:00'))).toHaveLength(1);
});

it('goes to privileged people who chose it, and to nobody else', async () => {
  const make = given(database.db);
  const [worker, away] = [await make.person(), await make.manager({ isActive: false })];
  await make.manager();
  for (const person of [worker, away]) await choose(person);
  expect(await plan(at(MONDAY, '08:00'))).toBe(1);
  expect(await database.db('outbox').pluck('recipient_id')).toEqual([boss.id]);
});

it.each<[string, () => Promise<unknown>]>([
  ['switched it off', () => choose(boss, false)],
  ['lost their privilege', () => database.db('users').where({ id: boss.id }).update({ position: 'ANALISTA' })],
])('who %s before it leaves does not get it', async (_, change) => {
  await plan(at(MONDAY, '08:00'));
  await change();
  expect(await deliver(at(MONDAY, '08:00'))).toEqual([]);
  expect(await database.db('outbox')).toEqual([]);
  expect(await plan(at(MONDAY, '08:05'))).toBe(0);
});
