import { expect, it } from 'vitest';
import { cutRows } from '../../src/uploads/read-workbook.ts';
import { plainSheetOf } from './hostile-sheets.ts';
import { type Cell, otherSheetOf, readCells, sheetOf, unpackedPart } from './workbooks.ts';

const FARTHEST = 20_000;
const times = (count: number, cell: Cell) => Array.from({ length: count }, () => [cell]);
const sheetIn = (bytes: Buffer) => Buffer.from(unpackedPart(bytes, 'xl/worksheets/sheet1.xml'));

it.each<[string, Cell]>([
  ['texts', 'Ana'],
  ['numbers', 7],
])('cuts a sheet after one row of %s too many, no matter who wrote the workbook, and not before', async (_, cell) => {
  for (const count of [FARTHEST, FARTHEST + 1, FARTHEST + 2]) {
    const rows = times(count, cell);
    const sheets = [await sheetOf(rows), otherSheetOf(rows, 'xlsx'), plainSheetOf(rows as string[][])].map(sheetIn);
    const cut = sheets.map((sheet) => cutRows(sheet).toString().split('</row>').length - 1);
    expect(cut).toEqual([1, 2, 3].map(() => Math.min(count, FARTHEST + 1)));
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
