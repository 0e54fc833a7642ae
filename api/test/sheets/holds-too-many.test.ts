import { expect, it } from 'vitest';
import { exceedsLimits, readCells } from '../../src/uploads/read-workbook.ts';
import { plainSheetOf } from './hostile-sheets.ts';
import { type Cell, otherSheetOf, sheetOf, unpackedPart } from './workbooks.ts';

const FARTHEST = 20_000;
const times = (count: number, cell: Cell) => Array.from({ length: count }, () => [cell]);
const sheetIn = (bytes: Buffer) => Buffer.from(unpackedPart(bytes, 'xl/worksheets/sheet1.xml'));

it.each<[string, Cell]>([
  ['texts', 'Ana'],
  ['numbers', 7],
])('sees one row of %s too many, no matter who wrote the workbook, and not one less', async (_, cell) => {
  for (const count of [FARTHEST, FARTHEST + 1]) {
    const rows = times(count, cell);
    const verdicts = [await sheetOf(rows), otherSheetOf(rows, 'xlsx'), plainSheetOf(rows as string[][])].map(sheetIn).map(exceedsLimits);
    expect(verdicts).toEqual([1, 2, 3].map(() => count > FARTHEST));
  }
});

it('formulas that say nothing may be filled down as far as one likes', async () => {
  const bytes = await sheetOf([['Nombre'], ['Ana'], ...times(FARTHEST, { formula: 'IF(B1="","",B1)', result: '' })]);
  expect((await readCells(bytes)).map(({ cells }) => cells)).toEqual([['Nombre'], ['Ana']]);
});

it('a long second sheet is none of our business', async () => {
  const people = await sheetOf([['Nombre'], ['Ana']], (sheet) => {
    const catalogue = sheet.workbook.addWorksheet('Catálogo');
    for (const row of times(FARTHEST + 1, 'x')) catalogue.addRow([...row]);
  });
  expect((await readCells(people)).map(({ cells }) => cells)).toEqual([['Nombre'], ['Ana']]);
});
