import { readGrids } from '../../api/src/uploads/read-grids.ts';
import { sheetOf } from '../../api/test/sheets/workbooks.ts';
import type { RunningCompany } from '../load/company.ts';
import { encodeForm } from '../load/http-connections.ts';
import { type BenchRow, sideBySide } from './harness.ts';
import { demandOk } from './reads.ts';

const ROUNDS = 5;
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
  const durations = await sideBySide(ROUNDS, ours, async () => void readGrids(bytes));
  const name = `revisión de ${rows.toLocaleString('es-MX')} actividades de ${people} personas`;
  return { name, ...durations, limitName: 'leer el mismo archivo, en el mismo proceso' };
}

/** The rehearsal of a spreadsheet of activities, beside reading its cells alone. */
export const benchActivityImport = async (company: RunningCompany): Promise<BenchRow[]> => [
  await benchDryRun(company, 600, 25),
  await benchDryRun(company, 5_000, 200),
];
