import { PassThrough } from 'node:stream';
import excel from 'exceljs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readVersion } from '../../../core/test/library-version.ts';
import { addRows } from '../../src/reports/report-workbook.ts';
import { parseParts } from '../../src/uploads/read-workbook.ts';
import { addRow, type StyleName } from '../../src/workbooks/cell-styles.ts';
import { cellFormats, pendingStream, rangeValidations, type WorkbookWriter, zipStream } from '../../src/workbooks/stream-workbook.ts';
import { hostileTexts } from './hostile-texts.ts';
import { unpackedPart } from './workbooks.ts';

it('the private parts that we use are those of exceljs 4.4.0', () => {
  expect(readVersion('exceljs', 'api')).toBe('4.4.0');
  const book = new excel.stream.xlsx.WorkbookWriter({ stream: new PassThrough(), useStyles: true });
  const sheet = book.addWorksheet('Hoja');
  sheet.addRow(['a']).commit();
  expect(pendingStream(sheet)._writableState.length).toBeTypeOf('number');
  expect(pendingStream(sheet).once).toBeTypeOf('function');
  expect(cellFormats(book).styles).toEqual(expect.arrayContaining([expect.stringMatching(/^<xf /)]));
  expect(zipStream(book).abort).toBeTypeOf('function');
  expect(rangeValidations(sheet).add).toBeTypeOf('function');
});

const values = fc.array(
  fc.tuple(
    fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...hostileTexts, 'Sin forma\ufffe en XML\uffff')),
    fc.option(fc.date({ min: new Date('1970-01-01'), max: new Date('2200-01-01'), noInvalidDate: true })),
    fc.option(fc.integer()),
    fc.option(fc.string()),
  ),
  { maxLength: 5 },
);

it('rows as text are the bytes that exceljs writes for them', async () => {
  const columns = ['longText', 'instant', 'number', 'text'] as const;
  const sheetWith = async (add: (book: WorkbookWriter, sheet: excel.Worksheet) => void) => {
    const out = new PassThrough();
    const book = new excel.stream.xlsx.WorkbookWriter({ stream: out, useStyles: true, useSharedStrings: false });
    const sheet = book.addWorksheet('Hoja');
    addRow(sheet, ['a', 'b', 'c', 'd'], () => 'heading');
    add(book, sheet);
    addRow(sheet, ['fin', null, 1, null], (column) => columns[column] as StyleName);
    sheet.commit();
    await book.commit();
    const bytes = Buffer.concat(await out.toArray());
    return { sheet: unpackedPart(bytes, 'xl/worksheets/sheet1.xml'), styles: unpackedPart(bytes, 'xl/styles.xml') };
  };
  await fc.assert(
    fc.asyncProperty(values, async (rows) => {
      const asText = await sheetWith((book, sheet) => addRows(book, sheet, columns, rows));
      expect(asText.sheet.toString()).not.toMatch(/[\ufffe\uffff]/);
      expect(asText).toEqual(
        await sheetWith((_, sheet) => {
          for (const row of rows) addRow(sheet, row, (column) => columns[column] as StyleName);
        }),
      );
    }),
    { numRuns: 60 },
  );
});

it('the second half of the reader of workbooks is that of @e965/xlsx 0.20.3', () => {
  expect(readVersion('@e965/xlsx', 'api')).toBe('0.20.3');
  expect(parseParts).toBeTypeOf('function');
});
