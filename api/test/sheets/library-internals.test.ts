import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import excel from 'exceljs';
import { expect, it } from 'vitest';
import { formatsOf, pendingOf, validationsOf, zipOf } from '../../src/reports/exceljs-internals.ts';
import { parseParts } from '../../src/uploads/read-cells.ts';

const versionOf = (name: string) =>
  JSON.parse(readFileSync(path.join(import.meta.dirname, '../../node_modules', name, 'package.json'), 'utf8')).version;

it('the private parts that we use are those of exceljs 4.4.0', () => {
  expect(versionOf('exceljs')).toBe('4.4.0');
  const book = new excel.stream.xlsx.WorkbookWriter({ stream: new PassThrough(), useStyles: true });
  const sheet = book.addWorksheet('Hoja');
  sheet.addRow(['a']).commit();
  expect(pendingOf(sheet)._writableState.length).toBeTypeOf('number');
  expect(pendingOf(sheet).once).toBeTypeOf('function');
  expect(formatsOf(book).styles).toEqual(expect.arrayContaining([expect.stringMatching(/^<xf /)]));
  expect(zipOf(book).abort).toBeTypeOf('function');
  expect(validationsOf(sheet).add).toBeTypeOf('function');
});

it('the second half of the reader of workbooks is that of @e965/xlsx 0.20.3', () => {
  expect(versionOf('@e965/xlsx')).toBe('0.20.3');
  expect(parseParts).toBeTypeOf('function');
});
