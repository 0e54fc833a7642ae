import { randomUUID } from 'node:crypto';
import type { Client } from '@bitacora/core/client';
import { effectiveDeadline, undeliveredStatuses } from '@bitacora/core/domain/activities/deadline';
import { calendarDate } from '@bitacora/core/domain/calendar';
import { fullName, type Person } from '@bitacora/core/domain/people/person';
import { loadDemoCompany } from '@bitacora/core/seeds/demo';
import type { PictureName } from '@bitacora/core/seeds/facts';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { deliverOutbox } from '../../../../api/src/jobs/deliver-outbox.ts';
import { smtpMailer } from '../../../../api/src/mail/mailer.ts';
import { type MailSink, mailSink } from '../../../../api/test/emails/sink.ts';
import { holding, type Machine, machine } from '../../../../cli/test/bitacora.ts';
import { NOW } from '../../../../core/test/factories.ts';
import { stage, ZONE } from '../../../../core/test/stage.ts';
import { createSeats, type Seat } from './seats.ts';
import { type WholeBot, wholeBot } from './whole-bot.ts';

const today = calendarDate('2026-11-20');
const TOPIC = 'Producción de la línea 1';
const TEXT = 'Fotografiar el tablero de tu estación antes del arranque';
const team = ['supervisor', 'empleado', 'maria.castaneda', 'hector.briseno', 'xochitl.tecpa', 'lucia.zarate'];

let whole: WholeBot;
let sink: MailSink;
let terminal: Machine;
let working: { stop(): Promise<void> };
let web: Client;
const people = new Map<string, Person>();
const seats = new Map<string, Seat>();
const person = (key: string) => people.get(key) as Person;

const picture = { mediaType: 'image/png', sha256: 'a'.repeat(64), sizeBytes: 1, width: 1, height: 1 } as const;
const takePictures = async (names: readonly PictureName[]) => names.map((name) => ({ ...picture, id: randomUUID(), name }));

beforeAll(async () => {
  [whole, sink] = await Promise.all([wholeBot(), mailSink()]);
  const { db } = whole.firm.app;
  await db.transaction((trx) => loadDemoCompany({ db: trx, zone: ZONE, now: NOW, takePictures }));
  for (const row of await db('users')) people.set(row.email.split('@')[0], row);
  web = (await whole.firm.app.as(person('gerente'))).client;
  terminal = await machine(await holding(whole.firm.app, person('gerente')));
  working = whole.firm.bot.work();
  for (const [key, service] of [
    ['maria.castaneda', 'slack'],
    ['hector.briseno', 'teams'],
  ] as const) {
    const seat = createSeats(service, whole)(fullName(person(key)));
    await whole.link(person(key), seat);
    await seat.sees('Tu cuenta quedó vinculada');
    seats.set(key, seat);
  }
  await deliver();
  await sink.mails();
}, 120_000);
afterAll(async () => {
  await working.stop();
  await terminal.leave();
  await whole.stop();
  await sink.close();
});

/** The job of the mails, at a real mail server. */
async function deliver() {
  const { core } = stage(whole.firm.app.db);
  const mailer = smtpMailer(sink.url, 'Bitácora <bitacora@empresa.mx>');
  const log = pino({ level: 'silent' });
  await deliverOutbox({ core, mailer, publicUrl: 'http://bitacora.demo.mx', contactUrl: 'https://example.com/contacto', log });
}

async function typed(...words: string[]) {
  const { status, out, err } = await terminal.bitacora([...words, '--json']);
  return { status, err, value: JSON.parse(out) };
}

interface Row {
  id: number;
  assigneeId: number;
}
const folios = (rows: readonly { id: number }[]) => rows.map(({ id }) => id).sort((a, b) => a - b);

const range = { from: calendarDate('2025-01-01'), to: today };
const lateOnTerminal = async () =>
  (await typed('report', 'assigned', '--late', '--from', range.from, '--to', range.to, '--all')).value.rows as { id: number }[];
const lateByApi = () => web.listAssignedByMe({ ...range, reportStatuses: [...undeliveredStatuses], urgencies: ['late'] });
async function lateInTheDatabase() {
  const own = await whole.firm.app
    .db('activities')
    .where({ ownerId: person('gerente').id })
    .whereIn('status', undeliveredStatuses);
  return own.filter((row) => row.assigneeId !== row.ownerId && effectiveDeadline(row) < today);
}
async function sameFigures(): Promise<Row[]> {
  const late = await lateByApi();
  expect(folios(await lateOnTerminal())).toEqual(folios(late));
  expect(folios(late)).toEqual(folios(await lateInTheDatabase()));
  const figures = await web.readAssignedFigures(range);
  const { urgencies } = await web.countFacets({ ...range, isAssigned: true, reportStatuses: [...undeliveredStatuses] });
  const { late: onPage } = await web.listAssignedByMe({ ...range, reportStatuses: [...undeliveredStatuses], page: 1 });
  const facet = urgencies.find(({ name }) => name === 'late')?.total;
  expect([figures.urgencies?.late, facet, onPage]).toEqual(Array(3).fill(late.length));
  return late;
}

/** What a person was notified of since the demo's past, as the web lists it. */
const readNotices = async (key: string) => {
  const { client } = await whole.firm.app.as(person(key));
  const { notifications } = await client.listOwnNotifications();
  // One act on several activities is one notice that names them all.
  return notifications
    .filter(({ createdAt }) => createdAt >= NOW)
    .flatMap(({ kind, activityId, others = [] }) => [activityId, ...others.map((other) => other.activityId)].map((id) => `${kind} ${id}`))
    .sort();
};

describe('a manager whose team is late', () => {
  let late: Row[];
  let reassigned: Row[];
  let amended: Row;
  let assigned: number[];

  it('lists the same late work in the terminal, through the API and in the database', async () => {
    late = await sameFigures();
    expect(late.length).toBeGreaterThan(5);
    expect(new Set(late.map(({ assigneeId }) => assigneeId)).size).toBeGreaterThan(3);
  });

  it('reminds everybody, reassigns two, corrects a typo, and assigns one instruction to six people', async () => {
    const reminded = await typed('activities', 'remind', ...late.map(({ id }) => `${id}`), '--message', '¿Sale hoy?');
    expect(reminded).toMatchObject({ status: 0, value: { total: late.length } });
    expect(await terminal.bitacora(['activities', 'remind', `${late[0]?.id}`])).toMatchObject({ status: 1 });

    reassigned = late.filter(({ assigneeId }) => assigneeId === person('empleado').id).slice(0, 2);
    expect(reassigned).toHaveLength(2);
    const given = await typed('activities', 'reassign', ...reassigned.map(({ id }) => `${id}`), '--to', 'maria.castaneda@demo.mx');
    expect(given).toMatchObject({ status: 0, value: { total: 2 } });

    amended = late.find(({ assigneeId }) => assigneeId === person('hector.briseno').id) as Row;
    expect(await typed('activities', 'amend', `${amended.id}`, '--description', 'Registrar el torque de cada tapa')).toMatchObject({
      status: 0,
    });

    const to = team.flatMap((key) => ['--to', key === 'lucia.zarate' ? person(key).employeeNumber : `${key}@demo.mx`]);
    const { status, value } = await typed('activities', 'assign', '--topic', TOPIC, '--description', TEXT, '--due', '2026-11-24', ...to);
    expect([status, value.ids.length]).toEqual([0, 6]);
    assigned = value.ids;
    const whole = (await typed('activities', 'show', `${assigned[0]}`)).value;
    expect(whole).toMatchObject({ objetive_project: TEXT, batch_total: 6, history: [{ act: 'register', channel: 'terminal' }] });
  });

  it('each person is notified in the web of what concerns them', async () => {
    const notices = (key: string) => {
      const { id } = person(key);
      const own = late.filter(({ assigneeId }) => assigneeId === id).map((row) => `reminded ${row.id}`);
      const reassignments = key === 'empleado' ? reassigned.map((row) => `reassigned ${row.id}`) : [];
      const got = key === 'maria.castaneda' ? reassigned.map((row) => `assigned ${row.id}`) : [];
      const corrected = key === 'hector.briseno' ? [`amended ${amended.id}`] : [];
      return [...own, ...reassignments, ...got, ...corrected, `assigned ${assigned[team.indexOf(key)]}`].sort();
    };
    for (const key of team) expect([key, await readNotices(key)]).toEqual([key, notices(key)]);
  });

  it('they get it once, by mail or in the chat that they chose', async () => {
    await deliver();
    await deliver();
    const mails = await sink.mails();
    const listLate = (key: string) => late.filter(({ assigneeId }) => assigneeId === person(key).id).map(({ id }) => id);
    const expected = new Set([...late.map(({ assigneeId }) => assigneeId), ...team.map((key) => person(key).id)]);
    for (const key of seats.keys()) expected.delete(person(key).id);
    const addresses = [...people.values()].filter(({ id }) => expected.has(id)).map(({ email }) => email);
    expect(mails.map(({ to }) => to?.[0]?.address).sort()).toEqual(addresses.sort());

    const findMail = (key: string) => mails.find(({ to }) => to?.[0]?.address === person(key).email)?.text ?? '';
    for (const key of ['supervisor', 'empleado', 'xochitl.tecpa', 'lucia.zarate']) {
      expect(findMail(key).split(TEXT)).toHaveLength(2);
      const gone = key === 'empleado' ? reassigned.map(({ id }) => id) : [];
      for (const id of listLate(key)) expect([key, id, findMail(key).includes(`${id}`)]).toEqual([key, id, true]);
      expect(gone.every((id) => findMail(key).includes(`${id}`))).toBe(true);
    }
    expect(findMail('empleado')).toContain('YA NO SON TUYAS · 2');

    const [maria, hector] = [seats.get('maria.castaneda') as Seat, seats.get('hector.briseno') as Seat];
    for (const seat of [maria, hector]) await seat.sees(TEXT);
    for (const { id } of reassigned) await maria.sees(`${id}`);
    await hector.sees('Registrar el torque de cada tapa');
    const times = (seat: Seat, words: string) => seat.reads().split(words).length - 1;
    await vi.waitFor(
      async () => expect(await whole.firm.app.db('outbox').whereNull('sentAt').whereIn('channel', ['slack', 'teams'])).toEqual([]),
      30_000,
    );
    expect([times(maria, TEXT), times(hector, TEXT)]).toEqual([1, 1]);
  });

  it('the figures agree afterwards too', async () => {
    const after = await sameFigures();
    expect(folios(after)).toEqual(folios(late));
    expect(after.filter(({ id }) => reassigned.some((row) => row.id === id)).map(({ assigneeId }) => assigneeId)).toEqual(
      Array(2).fill(person('maria.castaneda').id),
    );
  });
});
