import { afterAll, beforeAll, expect, it } from 'vitest';
import { given } from '../../../../core/test/factories.ts';
import { readGrids } from '../../../src/uploads/read-grids.ts';
import type { Browser } from '../../browser.ts';
import { activityCsv, sendActivities } from '../../long/activity-import/send-activities.ts';
import { type RunningApp, runningApp } from '../../running-app.ts';
import { expectHarmless } from '../../sheets/harmless.ts';
import { type HostileSheet, hostileSheets, rowXml, sheetXml, xlsxParts, zipOf } from '../../sheets/hostile-sheets.ts';
import { type Cell, sheetOf } from '../../sheets/workbooks.ts';

const HEADINGS = ['Actividad', 'Responsable', 'Tema', 'Fecha límite', 'Estatus', 'Prioridad', 'Observaciones'];
const rowFor = (n: number, changes: Partial<Record<number, unknown>> = {}) =>
  [`Tarea ${n}`, 'Laura Ramírez', 'Calidad', '25/11/2026', 'Pendiente', 'Alta', `Nota ${n}`].map(
    (cell, at) => (at in changes ? changes[at] : cell) as never,
  );

/** What becomes of the files of the other catalogue where this call reads more kinds of files, and more of each. */
const endsHere: Record<string, HostileSheet['ends']> = {
  'X7 cells merged to the end of the world': ['activityImport.noTable'],
  'X8 a far cell': 200,
  'X9 a million rows with nothing in them': ['activityImport.noTable', 'sheet.tooMuch'],
  'X9 two million rows of one cell': ['activityImport.noTable', 'sheet.tooMuch'],
  'X9 too many rows with something': 200,
  'X10 sixteen thousand columns': ['activityImport.noTable'],
  'X11 an external entity': 200,
  'X12 a billion laughs': 200,
  'X17 a list that is called a workbook': 200,
  'X18 a cut .xls': ['sheet.unreadable', 'sheet.wrongType', 'activityImport.noTable'],
  'X19 the same person in other clothes': 200,
  'more than two megabytes': 200,
  'nothing at all': ['activityImport.noTable'],
};

/** One text of so many letters that every cell of a workbook shares. */
const sharedText = (letters: number, cells: number) => {
  const rows = Array.from({ length: cells }, (_, n) => `<row r="${n + 3}"><c r="A${n + 3}" t="s"><v>0</v></c></row>`).join('');
  const good = rowXml(1, HEADINGS) + rowXml(2, rowFor(1));
  return zipOf(xlsxParts(sheetXml(good + rows), `<sst><si><t>${'x'.repeat(letters)}</t></si></sst>`));
};
const listOf = (...rows: readonly (readonly Cell[])[]) => sheetOf([HEADINGS, ...rows]);

async function filesOfThisCall(): Promise<Record<string, HostileSheet>> {
  const manySheets = await sheetOf([HEADINGS, rowFor(1)], ({ workbook }) => {
    for (let n = 0; n < 41; n++) workbook.addWorksheet(`Hoja ${n + 2}`).addRow(['x']);
  });
  const linked = xlsxParts(sheetXml(rowXml(1, HEADINGS) + rowXml(2, rowFor(1))));
  const slow = `${'1 '.repeat(2_000)}x`;
  return {
    'A1 one shared text in thousands of cells': { bytes: sharedText(5_000, 5_000), ends: ['sheet.tooMuch'] },
    'A1 one shared text of forty megabytes': { bytes: sharedText(40_000_000, 100), ends: 200 },
    'A2 more sheets than a year needs': { bytes: manySheets, ends: ['sheet.tooMuch'] },
    'A3 a workbook linked to another': {
      bytes: zipOf([...linked, { name: 'xl/externalLinks/externalLink1.xml', content: '<externalLink/>' }]),
      ends: 200,
    },
    'A3 a formula of another workbook': {
      bytes: await listOf(rowFor(1, { 0: { formula: "'http://evil.example/[x.xlsx]H'!A1", result: 'Tarea' } })),
      ends: 200,
    },
    'A4 broken XML': {
      bytes: zipOf(xlsxParts('<worksheet><sheetData><row r="1"><c t="inlineStr"><is><t>Actividad')),
      ends: ['activityImport.noTable', 'sheet.unreadable'],
    },
    'A5 patterns that are slow': {
      bytes: await listOf(rowFor(1, { 1: slow, 2: ' '.repeat(4_000), 3: slow, 4: `${'9'.repeat(4_000)}%` })),
      ends: 200,
    },
    'A6 UTF-16 as Excel saves text': {
      bytes: Buffer.from(`\ufeff${activityCsv(['Uno', 'Laura Ramírez', 'Calidad', '25/11/2026'])}`, 'utf16le'),
      ends: 200,
    },
    'A6 UTF-16 in the other order': { bytes: Buffer.from(`\ufeff${activityCsv()}`, 'utf16le').swap16(), ends: 200 },
    'A6 bytes of no encoding': { bytes: Buffer.from([0x41, 0x81, 0x8d, 0xff, 0x0a, 0xc3, 0x28]), ends: ['activityImport.noTable'] },
    'A6 a list with NUL': { bytes: Buffer.from(`${activityCsv(['Uno\u0000', 'Laura Ramírez'])}`), ends: ['sheet.wrongType'] },
    'A7 a quote that never ends': {
      bytes: Buffer.from(`Actividad,Responsable\n"${'x,\n'.repeat(500_000)}`),
      ends: ['activityImport.noTable', 'sheet.unreadable', 'sheet.tooMuch'],
    },
    'A7 a line of separators': { bytes: Buffer.from(`Actividad,Responsable\n${','.repeat(3_000_000)}`), ends: 200 },
    'A8 sheets and headings that every object has': {
      bytes: await sheetOf(
        [
          ['__proto__', ...HEADINGS, 'constructor'],
          ['{"isAdmin":true}', ...rowFor(1, { 1: '__proto__', 2: 'toString', 4: 'valueOf' }), 'x'],
        ],
        (sheet) => {
          sheet.name = '__proto__';
        },
      ),
      ends: 200,
    },
  };
}

let app: RunningApp;
let manager: Browser;
beforeAll(async () => {
  app = await runningApp({ rateLimitFactor: 10_000 });
  manager = await app.as(await given(app.db).manager());
  await given(app.db).person({ firstName: 'Laura', lastName: 'Ramírez' });
  await given(app.db).topic({ name: 'Calidad' });
});
afterAll(() => app.close());

it('a stranger’s file harms nobody when activities are read of it', async () => {
  const hostile = await hostileSheets({ headings: HEADINGS, rowFor });
  const here = Object.entries(hostile).map(([title, { bytes, ends }]) => [title, { bytes, ends: endsHere[title] ?? ends }]);
  const sheets = { ...Object.fromEntries(here), ...(await filesOfThisCall()) };
  await expectHarmless(app, sheets, (bytes) => sendActivities(manager, bytes, { dry_run: true }, 'actividades.xlsx'));
}, 180_000);

it('the letters of all cells together are bounded', async () => {
  await expect(readGrids(sharedText(5_000, 2_100))).rejects.toThrow('tooMuch');
});

it('a long cell is cut, so that its row is named, and characters without a shape are left out', async () => {
  const [sheet] = await readGrids(await listOf(rowFor(1, { 0: 'á'.repeat(30_000), 6: 'uno_x0000__x0007_dos' })));
  const cells = sheet?.rows[1]?.cells ?? [];
  expect([cells[0]?.text.length, cells[6]?.text]).toEqual([5_001, 'unodos']);
  const { body } = await sendActivities(manager, await listOf(rowFor(1, { 0: 'x'.repeat(6_000) })), { dry_run: true }, 'a.xlsx');
  expect(body.wrong).toMatchObject([{ row: 2, column: 'Actividad', problem: 'descriptionTooLong' }]);
});

it('merged cells are counted in all sheets together, and lists too long for the refusal are refused at their sheet and cell', async () => {
  const merged = await sheetOf([HEADINGS], (sheet) => {
    for (const each of [sheet, sheet.workbook.addWorksheet('Otra')]) {
      for (let row = 2; row <= 4_000; row++) each.getRow(row).getCell(50).value = 'x';
      each.getRow(1).values = HEADINGS;
      each.getCell('A2').value = 'Tarea';
      each.mergeCells('A2:Z4000');
      for (let at = 1; at <= 42; at++)
        each.getRow(1).getCell(at + 8).value = `Extra ${String.fromCharCode(96 + Math.ceil(at / 26), 97 + (at % 26))}x`;
    }
  });
  await expect(readGrids(merged)).rejects.toMatchObject({ problem: 'tooMuch', facts: { sheet: 'Otra' } });
  const lines = (count: number, heading = 'Actividad,Responsable') =>
    Buffer.from([heading, ...Array.from({ length: count }, (_, n) => `Tarea ${n},Laura`)].join('\n'));
  await expect(readGrids(lines(5_020))).rejects.toMatchObject({ problem: 'tooMuch', facts: { sheet: '', cell: 'A5021' } });
  expect((await readGrids(lines(5_019)))[0]?.rows).toHaveLength(5_020);
  expect(await readGrids(lines(5_020, 'uno,dos'))).toEqual([
    { sheet: '', rows: [{ row: 1, cells: [] }], cut: { rows: { count: 5_021, first: 1 } } },
  ]);
});
