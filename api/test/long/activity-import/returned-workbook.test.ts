import { calendarDate } from '@bitacora/core/domain/calendar';
import type { Person } from '@bitacora/core/domain/people/person';
import type ExcelJS from 'exceljs';
import { describe, expect, it } from 'vitest';
import { activityImportsOn } from '../../../../core/src/persistence/activities/activities.ts';
import { given } from '../../../../core/test/factories.ts';
import type { Browser } from '../../browser.ts';
import { type Cell, openWorkbook, rowsOf, sheetOf } from '../../sheets/workbooks.ts';
import { importingCompany, sendActivities } from './send-activities.ts';

let manager: Browser;
let laura: Person;
const app = await importingCompany((people) => ({ manager, laura } = people));

const day = (text: string) => new Date(`${text}T00:00:00Z`);
const HEADINGS = ['Actividad', 'Responsable', 'Tema', 'Fecha límite', 'Estatus'];
const rowOf = (work: string, due: Cell, status = '') => [work, 'Laura Ramírez', 'Calidad', due, status];
/** Excel's default format of dates, which its file calls by a number. */
const withDefaultDates = (sheet: ExcelJS.Worksheet) =>
  sheet.eachRow((row) => row.eachCell((cell) => Object.assign(cell, { numFmt: 'mm-dd-yy' })));
const send = (bytes: Uint8Array, fields: Record<string, unknown> = {}) => sendActivities(manager, bytes, fields, 'lista.xlsx');
const returned = async (bytes: Uint8Array, fields: Record<string, unknown> = {}) => {
  await send(bytes, fields);
  return send((await send(bytes, { ...fields, annotated: true })).file, fields);
};
const sheetBack = async (bytes: Uint8Array, fields: Record<string, unknown> = {}) => {
  await send(bytes, fields);
  const { file } = await send(bytes, { ...fields, annotated: true });
  return (await openWorkbook(file)).worksheets[0] as ExcelJS.Worksheet;
};

describe('the workbook that comes back', () => {
  it('keeps dates as dates, and shows them as Mexico writes them', async () => {
    const bytes = await sheetOf([HEADINGS, rowOf('Contar cajas', day('2026-11-03'))], withDefaultDates);
    const { body } = await send(bytes, { dry_run: true });
    expect(body.tables[0].columns[3].samples).toEqual(['03 nov 2026']);
    const cell = (await sheetBack(bytes)).getCell('D2');
    expect([cell.value, cell.numFmt]).toEqual([day('2026-11-03'), 'dd/mm/yyyy']);
  });

  it('has the folio under its own heading in each list, below a title and a row that was left out', async () => {
    const bytes = await sheetOf([
      ...[HEADINGS, ['SUCURSAL NORTE'], rowOf('Ya hecho', day('2026-11-02'), 'Terminado'), rowOf('Contar cajas', day('2026-11-25'))],
      ...[[], ['Tarea', 'Responsable', 'Tema', 'Vence'], rowOf('Podar', day('2026-11-26'))],
    ]);
    const sheet = await sheetBack(bytes);
    const labelled = rowsOf(sheet).map((row) => [row[5] ?? null, row[0] ?? null]);
    const folios = (await app.db('activities').orderBy('id').pluck('id')).map(String);
    expect(labelled).toEqual([
      ...[
        ['Folio Bitácora', 'Actividad'],
        [null, 'SUCURSAL NORTE'],
        [null, 'Ya hecho'],
        [folios[0], 'Contar cajas'],
      ],
      ...[
        [null, null],
        ['Folio Bitácora', 'Tarea'],
        [folios[1], 'Podar'],
      ],
    ]);
    // A row that was copied takes the folio along.
    sheet.getCell('A4').value = 'Contar las cajas otra vez';
    sheet.getCell('A7').value = 'Podar el jardín';
    const again = await send(Buffer.from(await sheet.workbook.xlsx.writeBuffer()), { dry_run: true });
    const problems = again.body.wrong.map(({ row, problem }: Record<string, unknown>) => `${row} ${problem}`);
    expect([again.body.count, problems]).toEqual([0, ['4 folioOfOther', '7 folioOfOther']]);
  });

  it('gives no row the folio of the list beside it', async () => {
    const beside = (left: string, right: string, status = '') => [
      'Laura Ramírez',
      left,
      day('2026-11-25'),
      '',
      null,
      'Laura Ramírez',
      right,
      day('2026-11-25'),
      status,
    ];
    const headings = ['Responsable', 'Tarea', 'Vence', 'Estatus', null, 'Responsable', 'Tarea', 'Vence', 'Estatus'];
    const bytes = await sheetOf([headings, beside('Contar cajas', 'Podar', 'Terminado')]);
    const mapping = {
      default_topic: await app
        .db('topics')
        .first('id')
        .then(({ id }) => id),
    };
    const { file } = await send(bytes, { mapping, annotated: true });
    const { body } = await send(file, { mapping: { ...mapping, finished: true } });
    expect([body.count, body.unchanged]).toEqual([1, 1]);
  });

  it('is known after its topic got another name, and makes no topic', async () => {
    const bytes = await sheetOf([HEADINGS, rowOf('Contar cajas', day('2026-11-25'))]);
    await send(bytes);
    const { file } = await send(bytes, { annotated: true, dry_run: true });
    await app.db('topics').update({ name: 'Calidad total' });
    const { status, body } = await send(file);
    expect([status, body.count, body.unchanged, body.new_topics]).toEqual([200, 0, 1, []]);
    expect(await app.db('topics').pluck('name')).toEqual(['Calidad total']);
  });

  it('keeps the colours that were a status', async () => {
    const bytes = await sheetOf([HEADINGS.slice(0, 4), rowOf('Ya hecho', day('2026-11-02')).slice(0, 4)], (sheet) => {
      sheet.getCell('A2').fill = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FF92D050' } };
    });
    const { body } = await returned(bytes, { mapping: { states: { verde: 'finished' } } });
    expect([body.count, body.skipped]).toEqual([0, [{ sheet: 'Hoja1', row: 2, reason: 'finished' }]]);
  });
});

describe('rows that the company’s data refuse', () => {
  const refusedRows = async (bytes: Uint8Array, fields: Record<string, unknown> = {}) =>
    (await send(bytes, { dry_run: true, ...fields })).body.wrong.map((row: Record<string, unknown>) => [
      row.row,
      row.column,
      row.value,
      row.problem,
    ]);

  it('are named with column and value: nobody of the department, a folio that is none', async () => {
    await given(app.db).topic({ name: 'Finanzas', department: 'FINANZAS' });
    const bytes = await sheetOf([
      [...HEADINGS, 'Folio Bitácora'],
      ['Arqueo', 'Laura Ramírez', 'Finanzas', '25/11/2026', '', ''],
      [...rowOf('Podar', '25/11/2026'), '987654'],
    ]);
    expect(await refusedRows(bytes)).toEqual([
      [2, 'Responsable', 'Laura Ramírez', 'assigneeNotEligible'],
      [3, 'Folio Bitácora', '987654', 'folioUnknown'],
    ]);
  });

  it('are named where open work has the text and the text with its day', async () => {
    const topic = await given(app.db).topic({ name: 'Patio' });
    for (const description of ['Podar', 'Podar (25 dic 2026)'])
      await given(app.db).activity({ assignee: laura, topic, description, dueOn: calendarDate('2026-11-24') });
    const bytes = await sheetOf([HEADINGS, ['Podar', 'Laura Ramírez', 'Patio', '25/12/2026', ''], rowOf('Contar cajas', '25/12/2026')]);
    expect(await refusedRows(bytes)).toEqual([[2, 'Actividad', 'Podar', 'alreadyOpen']]);
    const { status, body } = await send(bytes);
    expect([status, body.code, body.rows[0].row]).toEqual([400, 'activityImport.wrongRows', 2]);
  });

  it('store no character without a shape, neither of a cell nor of a file’s name', async () => {
    const odd = await sheetOf([HEADINGS, ['Po_x0000_dar_x0007_', 'Laura Ramírez', 'Pa_x0001_tio', '02/11/2026', 'Terminado']]);
    const form = { mapping: { topics: { Patio: 'new' }, finished: true, day_order: 'dmy' } };
    const { status, body } = await sendActivities(manager, odd, form, 'li\u0007sta.xlsx');
    expect([status, body.count]).toEqual([200, 1]);
    expect(await app.db('activities').first('description', 'resolution')).toEqual({
      description: 'Podar',
      resolution: 'Importada de lista.xlsx',
    });
    expect(await app.db('topics').where({ name: 'Patio' }).pluck('name')).toEqual(['Patio']);
  });

  it('asks for more rows at once than a statement has places for values', async () => {
    const { known, existing } = activityImportsOn(app.db, 'UTC');
    const many = Array.from({ length: 70_000 }, (_, n) => n);
    expect([await known(many.map(String)), await existing(many)]).toEqual([new Map(), new Map()]);
  });
});
