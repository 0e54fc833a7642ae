import { calendarDate } from '@bitacora/core/domain/calendar';
import type { Person } from '@bitacora/core/domain/people/person';
import type ExcelJS from 'exceljs';
import { describe, expect, it } from 'vitest';
import { given } from '../../../../core/test/factories.ts';
import type { Browser } from '../../browser.ts';
import { openWorkbook, rowsOf, sheetOf } from '../../sheets/workbooks.ts';
import { activityCsv, importingCompany, sendActivities } from './send-activities.ts';

let manager: Browser;
let laura: Person;
const app = await importingCompany((people) => ({ manager, laura } = people));

const send = (bytes: Uint8Array, fields: Record<string, unknown> = {}, name = 'lista.xlsx') => sendActivities(manager, bytes, fields, name);
const stored = () => app.db('activities').orderBy('id').pluck('description');
const firstSheet = async (bytes: Uint8Array) => (await openWorkbook(bytes)).worksheets[0] as ExcelJS.Worksheet;

const day = (text: string) => new Date(`${text}T00:00:00Z`);
const HEADINGS = ['Actividad', 'Responsable', 'Fecha límite', 'Estatus'];
const list = () =>
  sheetOf(
    [
      ...[['Pendientes del área'], HEADINGS, ['Calidad', 'Calidad', 'Calidad', 'Calidad']],
      ...[
        ['Contar cajas', 'Laura Ramírez', '25/11/2026', 'Pendiente'],
        ['Barrer', 'Laura Ramírez', '', 'Pendiente'],
      ],
      ...[
        ['Ya hecho', 'Laura Ramírez', '02/11/2026', 'Terminado'],
        ['Podar', '"', '31/02/2026', ''],
        ['Pintar', 'Laura Ramírez', '03/12/2026', ''],
        ['', 'Laura Ramírez', '04/12/2026', ''],
      ],
      ['Total', '', '', ''],
    ],
    (sheet) => {
      sheet.getCell('A7').fill = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FFBDD7EE' } };
    },
  );

/** Reads a reply and checks that its counts add up. */
const counted = ({ status, body }: Awaited<ReturnType<typeof send>>) => {
  const left: { reason: string; rows: number }[] = body.left_out;
  const { rows_read: read, imported, unchanged, waiting, wrong_rows: wrong } = body;
  expect(imported + unchanged + waiting + wrong + left.reduce((sum, { rows }) => sum + rows, 0)).toBe(read);
  return { status, read, imported, unchanged, waiting, wrong, left: Object.fromEntries(left.map(({ reason, rows }) => [reason, rows])) };
};

describe('the good rows of a file', () => {
  it('come in on request, and the others come back with their reason and finish the import', async () => {
    const bytes = await list();
    expect(counted(await send(bytes, { dry_run: true }))).toMatchObject({ read: 8, imported: 2, wrong: 3 });
    expect([(await send(bytes)).status, await stored()]).toEqual([400, []]);
    const left = { section: 1, finished: 1, total: 1, wrong: 3 };
    expect(counted(await send(bytes, { only_good: true }))).toEqual({
      ...{ status: 200, read: 8, imported: 2, unchanged: 0, waiting: 0, wrong: 0, left },
    });
    expect(await stored()).toEqual(['Contar cajas', 'Pintar']);

    const { file } = await send(bytes, { only_good: true, annotated: true, dry_run: true });
    const book = await openWorkbook(file);
    const rest = book.worksheets[0] as ExcelJS.Worksheet;
    expect([rest.name, ...rowsOf(rest)]).toEqual([
      ...['Hoja1', ['Pendientes del área'], [...HEADINGS, 'Motivo'], ['Calidad', 'Calidad', 'Calidad', 'Calidad']],
      ['Barrer', 'Laura Ramírez', undefined, 'Pendiente', 'Fecha límite: Falta la fecha de finalización.'],
      ['Podar', 'Laura Ramírez', '31/02/2026', undefined, expect.stringContaining('Fecha límite: Esa fecha no existe')],
      // The other rows showed that the day comes first, so it is written as a date.
      [undefined, 'Laura Ramírez', day('2026-12-04'), undefined, 'Actividad: Falta el texto de la actividad.'],
    ]);
    expect(rest.getCell('A5').fill).toMatchObject({ fgColor: { argb: 'FFBDD7EE' } });

    rest.getCell('C4').value = '28/11/2026';
    rest.getCell('A6').value = 'Lavar';
    const half = new Uint8Array(await book.xlsx.writeBuffer());
    expect(counted(await send(half, { only_good: true }))).toMatchObject({ read: 4, imported: 2, left: { section: 1, wrong: 1 } });
    const last = await send(half, { only_good: true, annotated: true, dry_run: true });
    const lastBook = await openWorkbook(last.file);
    expect(rowsOf(lastBook.worksheets[0])[1]).toEqual([...HEADINGS, 'Motivo']);
    (lastBook.worksheets[0] as ExcelJS.Worksheet).getCell('C4').value = '30/11/2026';
    const mended = new Uint8Array(await lastBook.xlsx.writeBuffer());
    expect(counted(await send(mended))).toMatchObject({ status: 200, imported: 1, left: { section: 1 } });
    expect(await stored()).toEqual(['Contar cajas', 'Pintar', 'Barrer', 'Lavar', 'Podar']);
    expect(counted(await send(mended))).toMatchObject({ status: 200, imported: 0, unchanged: 1 });
    expect(await stored()).toHaveLength(5);
  });

  it('are stored and answered as a workbook in one call too', async () => {
    const rows = activityCsv(
      ['Buena', 'Laura Ramírez', 'Calidad', '25/11/2026', '', '', ''],
      ['Mala', 'Laura Ramírez', 'Calidad', '', '', '', ''],
    );
    const { file } = await send(rows, { only_good: true, annotated: true }, 'lista.csv');
    expect(rowsOf(await firstSheet(file)).map(([work]) => work)).toEqual(['Actividad', 'Mala']);
    expect(await stored()).toEqual(['Buena']);
  });

  it('wait for open questions and for doubtful dates', async () => {
    const bad = ['Mala', 'Laura Ramírez', 'Calidad', '', '', '', ''];
    for (const doubtful of [
      ['Buena', 'Nadie Conocido', 'Calidad', '25/11/2026', '', '', ''],
      ['Buena', 'Laura Ramírez', 'Calidad', '03/11/2026', '', '', ''],
    ])
      expect((await send(activityCsv(doubtful, bad), { only_good: true }, 'lista.csv')).status).toBe(400);
    expect(await stored()).toEqual([]);
  });

  it('do not lose a row that equals a wrong one, nor its other people', async () => {
    const sandra = await given(app.db).person({ firstName: 'Sandra', lastName: 'Ponce' });
    const both = { people: { 'Laura y Sandra': [laura.id, sandra.id] } };
    const open = (who: string) => ['Podar', who, 'Patio', '27/11/2026', '', '', ''];
    const topic = await given(app.db).topic({ name: 'Patio' });
    for (const description of ['Podar', 'Podar (27 nov 2026)'])
      await given(app.db).activity({ assignee: laura, topic, description, dueOn: calendarDate('2026-11-24') });
    const rows = activityCsv(open('Laura y Sandra'), open('Laura Ramírez'), open('Sandra Ponce'));
    const reply = await send(rows, { only_good: true, mapping: both }, 'b.csv');
    expect(counted(reply)).toMatchObject({ read: 3, imported: 1, unchanged: 0, left: { wrong: 2 } });
    expect(await stored()).toEqual(['Podar', 'Podar (27 nov 2026)', 'Podar']);
  });
});

describe('what is mended in the review', () => {
  it('is read as if the file said so, and stands in the workbook that comes back', async () => {
    const bytes = await list();
    const cells = [
      { sheet: 'Hoja1', row: 5, column: 'Fecha límite', value: '28/11/2026' },
      { sheet: 'Hoja1', row: 9, column: 'Actividad', value: 'Lavar' },
    ];
    const { body } = await send(bytes, { dry_run: true, mapping: { cells } });
    expect(body.wrong.map(({ row }: { row: number }) => row)).toEqual([7]);
    await send(bytes, { only_good: true, mapping: { cells } });
    expect(await stored()).toEqual(['Contar cajas', 'Barrer', 'Pintar', 'Lavar']);
    const { file } = await send(bytes, { annotated: true, dry_run: true, mapping: { cells } });
    expect(rowsOf(await firstSheet(file))[8]?.[0]).toBe('Lavar');
  });

  it('names who lacks the topic of their rows, once', async () => {
    const topicId = (await given(app.db).topic({ name: 'Finanzas', department: 'FINANZAS' })).id;
    const rows = ['Arqueo', 'Pago', 'Cierre'].map((work) => [work, 'Laura Ramírez', 'Finanzas', '25/11/2026', '', '', '']);
    const { body } = await send(activityCsv(...rows), { dry_run: true }, 'lista.csv');
    const name = 'Laura Ramírez';
    expect(body.grants).toEqual([{ topic_id: topicId, name_project: 'Finanzas', rows: 3, people: [{ id: laura.id, name }] }]);
  });
});
