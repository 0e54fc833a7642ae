import { readActivities } from '@bitacora/core/contract/activities/activity-sheet/read-activities';
import type { ImportMapping } from '@bitacora/core/domain/activities/activity-import';
import { calendarDate } from '@bitacora/core/domain/calendar';
import { describe, expect, it } from 'vitest';
import { readGrids } from '../../../src/uploads/read-grids.ts';
import { companySheets } from './company-sheets.ts';

const person = (id: number, firstName: string, lastName: string, alias: string | null = null) => ({
  id,
  firstName,
  lastName,
  alias,
  employeeNumber: `E-${id}`,
  email: `${firstName.toLowerCase()}${id}@empresa.mx`,
  mayAssign: id === 3,
});
const [LAURA, PEDRO, SANDRA, JUAN, OTHER_JUAN] = [1, 2, 3, 4, 5];
const people = [
  person(LAURA, 'Laura', 'Ramírez Ortega', 'Lau'),
  person(PEDRO, 'Pedro', 'Solís Cantú'),
  person(SANDRA, 'Sandra', 'Ponce'),
  person(JUAN, 'Juan', 'Pérez'),
  person(OTHER_JUAN, 'Juan', 'Gómez'),
];
const topics = [{ id: 10, name: 'Calidad' }];
const guessing: ImportMapping = {
  columns: {},
  people: {},
  topics: {},
  states: {},
  priorities: {},
  dates: {},
  withoutSheets: [],
  dayOrder: null,
  takesFinished: true,
  takesHidden: false,
  cells: [],
  defaults: { topicId: 10 },
};
const remembered = { columns: {}, people: {}, topics: {}, states: {}, priorities: {}, dates: {} };
const knowledge = { today: calendarDate('2026-11-23'), zone: 'America/Mexico_City', people, formerPeople: [], topics, remembered };

async function readCompany(file: string, mapping: Partial<ImportMapping> = {}) {
  const sheet = companySheets.find((one) => one.file === file);
  if (!sheet) throw new Error(file);
  return readActivities(file, await readGrids(await sheet.bytes()), { ...guessing, ...mapping }, knowledge);
}
/** Row, people, day and state of each activity. */
const brief = ({ rows }: Awaited<ReturnType<typeof readCompany>>) =>
  rows.map(({ row, assigneeIds, dueOn, state }) => `${row}: ${assigneeIds.join('+')} ${dueOn} ${state}`);
const questionsOf = ({ questions }: Awaited<ReturnType<typeof readCompany>>) => questions.map(({ kind, said }) => `${kind} ${said}`).sort();

describe('a spreadsheet as offices keep it', () => {
  it('minutes: titles above the list and a signature below are no activities', async () => {
    const read = await readCompany('minuta.xlsx');
    expect(brief(read)).toEqual(['5: 1 2026-11-30 in_progress', '6: 2 2026-12-04 not_started', '7: 1 2026-11-10 finished']);
    expect(read.rows.map(({ priority }) => priority)).toEqual(['critical', 'high', 'normal']);
    expect(read.skipped).toEqual([
      { sheet: 'Minuta', row: 10, reason: 'section' },
      { sheet: 'Minuta', row: 8, reason: 'leftOut' },
    ]);
  });

  it('merged headings of two rows, people merged over their rows, dates without a year, a total', async () => {
    const read = await readCompany('plan.xlsx');
    expect(brief(read)).toEqual([
      '4: 1 2026-11-27 in_progress',
      '5: 1 2026-12-04 not_started',
      '6: 1 2027-01-15 not_started',
      '7: 2 2026-11-14 finished',
    ]);
    expect(read.skipped).toEqual([{ sheet: 'Plan de trabajo', row: 8, reason: 'total' }]);
  });

  it('first names, two people in a cell and colours are asked, each text once', async () => {
    const read = await readCompany('colores.xlsx');
    expect(read.rows).toEqual([]);
    expect(read.waiting.map(({ row }) => row)).toEqual([2, 3, 4, 5]);
    expect(questionsOf(read)).toEqual([
      ...['person Juan', 'person Lau', 'person Lau y Sandra', 'person Pedro', 'state amarillo', 'state rojo', 'state verde'],
      ...['topic Finanzas', 'topic Legal', 'topic Mantenimiento', 'topic Ventas'],
    ]);
    const suggestions = Object.fromEntries(read.questions.map(({ said, suggestion }) => [said, suggestion]));
    expect(suggestions).toMatchObject({ Lau: [LAURA], 'Lau y Sandra': [LAURA, SANDRA], Juan: [], verde: 'finished', rojo: 'not_started' });
    expect(read.questions.find(({ said }) => said === 'Juan')).toMatchObject({ candidates: [JUAN, OTHER_JUAN] });
  });

  it('accepts the answers, and asks nothing else', async () => {
    const read = await readCompany('colores.xlsx', {
      people: { lau: [LAURA], 'lau y sandra': [LAURA, SANDRA], pedro: [PEDRO], juan: [OTHER_JUAN] },
      states: { verde: 'finished', amarillo: 'in_progress', rojo: 'not_started' },
      topics: { ventas: 'new', legal: 10, finanzas: 10, mantenimiento: 10 },
    });
    expect(brief(read)).toEqual([
      '2: 1 2026-11-27 finished',
      '3: 2 2026-11-30 in_progress',
      '4: 1+3 2026-12-01 not_started',
      '5: 5 2026-12-05 not_started',
    ]);
    expect([read.rows[0]?.topic, read.rows[1]?.topic, read.questions]).toEqual(['Ventas', 10, []]);
  });

  it('a sheet for each month: the day alone is of that month, and hidden sheets are not read', async () => {
    const read = await readCompany('meses.xlsx');
    expect(brief(read)).toEqual(['2: 2 2026-10-15 finished', '2: 2 2026-11-15 finished', '3: 1 2026-11-28 not_started']);
    expect(read.tables.map(({ sheet }) => sheet)).toEqual(['Octubre 2026', 'Noviembre 2026']);
    expect(read.skipped).toContainEqual({ sheet: 'Listas', row: 1, reason: 'hidden', rows: 0 });
  });

  it('two lists side by side and one below: the titles between the rows are topics', async () => {
    const read = await readCompany('sucursales.xlsx', {
      topics: { 'sucursal norte': 'new', 'sucursal sur': 'new', 'centro de distribucion': 10 },
    });
    expect(read.rows.map(({ row, topic, description }) => [row, topic, description])).toEqual([
      [4, 'SUCURSAL NORTE', 'Surtir anaquel de lácteos'],
      [5, 'SUCURSAL NORTE', 'Contar merma'],
      [9, 10, 'Auditar montacargas'],
      [4, 'SUCURSAL SUR', 'Cambiar precios'],
      [5, 'SUCURSAL SUR', 'Contar merma'],
    ]);
  });

  it('the .csv of Excel in Mexico: semicolons, Windows-1252, notes kept with the work', async () => {
    const read = await readCompany('excel-mexico.csv');
    expect(brief(read)).toEqual(['2: 1 2026-11-25 not_started', '3: 2 2026-12-03 in_progress']);
    expect(read.rows[0]?.description).toBe('Revisión de señalización\n\nObservaciones: Pedir a compras; urge');
  });

  it('short headings: the columns that values propose are asked; a wrong date and an empty text are named', async () => {
    expect(questionsOf(await readCompany('control.xlsx'))).toEqual([
      ...['column Fecha de finalización', 'column Responsable', 'state Por validar'],
    ]);
    const read = await readCompany('control.xlsx', { columns: { r: 'assignee', 'f c': 'dueOn' } });
    expect(brief(read)).toEqual(['3: 1 2026-11-24 not_started']);
    expect(read.wrong).toEqual([
      { sheet: 'Control', row: 4, column: 'F. C.', value: '31/11/26', problem: 'dueUnreadable' },
      { sheet: 'Control', row: 6, column: 'Actividad', value: '', problem: 'descriptionMissing' },
    ]);
    expect(questionsOf(read)).toEqual(['state Por validar']);
  });

  it('a printed list: headings of each page, subtotals and a note are left out', async () => {
    const read = await readCompany('hallazgos.xlsx', { topics: { produccion: 10, seguridad: 10 } });
    expect(brief(read)).toEqual(['2: 2 2026-11-24 not_started', '3: 1 2026-11-21 finished', '6: 3 2026-11-24 in_progress']);
    expect(read.skipped.map(({ row, reason }) => `${row} ${reason}`)).toEqual(['4 total', '5 heading', '7 total', '8 section']);
  });

  it('an export of Planner: month before day, because one of its dates proves it', async () => {
    const read = await readCompany('planner.xlsx', {
      topics: { permisos: 'new', obra: 10 },
      people: { 'laura ramirez pedro solis': [LAURA, PEDRO] },
    });
    expect(brief(read)).toEqual(['2: 1 2026-11-30 not_started', '3: 1+2 2026-11-13 finished']);
    expect(read.rows[1]).toMatchObject({ finishedOn: '2026-11-12', startedOn: '2026-11-03', ownerId: SANDRA, resolution: 'Blanco hueso' });
  });

  it('an export of Asana, and one of Trello whose lists are the statuses', async () => {
    const asana = await readCompany('asana.csv', { topics: { certificacion: 10 } });
    expect(brief(asana)).toEqual(['2: 1 2026-11-27 in_progress', '3: 2 2026-11-15 finished']);
    const trello = await readCompany('trello.csv');
    expect(brief(trello)).toEqual(['2: 1 2026-11-26 not_started', '3: 2 2026-11-20 in_progress', '4: 2 2026-11-10 finished']);
  });

  it('leaves finished work out unless it is asked for', async () => {
    const read = await readCompany('trello.csv', { takesFinished: false });
    expect([brief(read).length, read.skipped]).toEqual([2, [{ sheet: '', row: 4, reason: 'finished' }]]);
  });
});
