import { once } from 'node:events';
import { readGrids } from '../../api/src/uploads/read-grids.ts';
import { peopleSheet, rowFor } from '../../api/test/sheets/upload.ts';
import { sheetOf } from '../../api/test/sheets/workbooks.ts';
import { copyIn } from '../../core/src/core.ts';
import type { RunningCompany } from '../load/company.ts';
import { encodeForm } from '../load/http-connections.ts';
import { demandOk } from './calls.ts';
import { type BenchRow, sideBySide } from './harness.ts';

const PEOPLE = 5_000;
const PEOPLE_ROUNDS = 3;
const COLUMNS = ['employee_number', 'first_name', 'last_name', 'email', 'level', 'department', 'position', 'created_at'];
const TABLE = { name: 'users', columns: COLUMNS, order: 'id', identity: 'id' };

/** A workbook of people, without a dry run before, with an invitation for each: beside COPY of the people alone. */
export async function benchImport(company: RunningCompany): Promise<BenchRow> {
  const { db } = company;
  const { id } = await db('users').where('position', 'GERENTE').first('id');
  const manager = await company.visitor(id);
  const sheet = await encodeForm({}, [{ field: 'file', name: 'personas.xlsx', bytes: new Uint8Array(await sheetOf(peopleSheet(PEOPLE))) }]);
  const headers = { ...manager.writes, ...sheet.headers };
  const now = new Date().toISOString();
  const lines = Array.from({ length: PEOPLE }, (_, n) => `${[...(rowFor(n + 1) as string[]), now].join('\t')}\n`).join('');

  const nobody = () =>
    db.transaction(async (trx) => {
      // Nothing else names these people, and looking for them in every table takes minutes.
      await trx.raw('set local session_replication_role = replica');
      const people = () => trx('users').where('employeeNumber', 'like', 'E-%').select('id');
      await trx('outbox').whereIn('recipientId', people()).delete();
      await trx('passwordResets').whereIn('userId', people()).delete();
      await people().delete();
    });
  const ours = async () => demandOk(await company.ask({ method: 'POST', path: '/api/upload_users_bulk', headers, body: sheet.body }));
  const limit = () =>
    db.transaction(async (trx) => {
      const into = await copyIn(trx, TABLE as never);
      into.end(lines);
      await once(into, 'finish');
    });
  const durations = await sideBySide(PEOPLE_ROUNDS, ours, limit, nobody);
  return { name: `carga de ${PEOPLE} personas, con su invitación`, ...durations, limitName: 'COPY de las mismas personas, sin invitación' };
}

const ACTIVITY_ROUNDS = 5;
const HEADINGS = ['No.', 'Actividad', 'Responsable', 'Tema', 'Fecha compromiso', 'Estatus', 'Prioridad', 'Observaciones'];
const DAY_MS = 86_400_000;

/** A spreadsheet as an office keeps it: names, topics, real dates, remarks. */
async function spreadsheetOf({ db }: RunningCompany, rows: number, people: number): Promise<Buffer> {
  const names: string[] = (await db('users').where('isActive', true).orderBy('id').limit(people)).map(
    ({ firstName, lastName }) => `${firstName} ${lastName}`,
  );
  const topics: string[] = await db('topics').orderBy('id').limit(40).pluck('name');
  const rowOf = (n: number) => [
    n,
    `Revisar el punto ${n} del programa de mantenimiento`,
    names[n % names.length] ?? '',
    topics[n % topics.length] ?? '',
    new Date(Date.UTC(2026, 10, 1) + (n % 120) * DAY_MS),
    n % 3 === 0 ? 'En proceso' : 'Pendiente',
    'Media',
    n % 5 === 0 ? `Nota ${n}` : '',
  ];
  return sheetOf([['PROGRAMA ANUAL'], HEADINGS, ...Array.from({ length: rows }, (_, n) => rowOf(n + 1))]);
}

async function benchDryRun(company: RunningCompany, rows: number, people: number): Promise<BenchRow> {
  const { id } = await company.db('users').where('position', 'GERENTE').first('id');
  const manager = await company.visitor(id);
  const bytes = await spreadsheetOf(company, rows, people);
  const form = await encodeForm({ dry_run: 'true' }, [{ field: 'file', name: 'programa.xlsx', bytes: new Uint8Array(bytes) }]);
  const headers = { ...manager.writes, ...form.headers };
  const ours = async () => demandOk(await company.ask({ method: 'POST', path: '/api/upload_activities', headers, body: form.body }));
  const durations = await sideBySide(ACTIVITY_ROUNDS, ours, async () => void readGrids(bytes));
  const name = `revisión de ${rows.toLocaleString('es-MX')} actividades de ${people} personas`;
  return { name, ...durations, limitName: 'leer el mismo archivo, en el mismo proceso' };
}

/** The dry run of a spreadsheet of activities, beside reading its cells alone. */
export const benchActivityImport = async (company: RunningCompany): Promise<BenchRow[]> => [
  await benchDryRun(company, 600, 25),
  await benchDryRun(company, 5_000, 200),
];
