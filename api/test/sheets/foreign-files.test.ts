import { readdirSync, readFileSync } from 'node:fs';
import type { Grid } from '@bitacora/core/contract/activities/activity-sheet/cells';
import { refusalSentence } from '@bitacora/core/messages/refusals';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readGrids } from '../../src/uploads/read-grids.ts';
import { SheetRefusal } from '../../src/uploads/sheet-limits.ts';
import { bookOf, type ForeignCell, type Habits } from './foreign-books.ts';

const HEADINGS = ['Actividad', 'Responsable', 'Fecha límite', 'Tema'];
const LIST = [
  ['Revisión del año', 'Ana Núñez', '2026-12-15', 'Calidad'],
  ['Comprar a, b; c | d', 'José Peña', '2026-12-03', 'Producción'],
  ['Piñón de 1/2" dañado', 'Ana Núñez', '2027-01-31', 'Calidad'],
];
const TITLE = ['PLAN DE TRABAJO'];
const cellsOf = (row: readonly string[]): ForeignCell[] => row.map((text, at) => (at === 2 ? { day: text } : text));
const SHEET: readonly (readonly ForeignCell[])[] = [TITLE, HEADINGS, ...LIST.map(cellsOf)];

/** Reads '15/12/2026' of a .csv too. */
const isoDay = (text: string) => text.replace(/^(\d\d)\/(\d\d)\/(\d{4})$/, '$3-$2-$1');
const headingRow = ({ rows }: Grid) => rows.find(({ cells }) => cells.some((cell) => cell?.text === 'Actividad'));
/** Reads what stands under the headings of the list, wherever they stand; a day as ISO 8601. */
function listIn(grids: readonly Grid[]): string[][] {
  const grid = grids.find(headingRow);
  const heading = grid && headingRow(grid);
  if (!grid || !heading) return [];
  const places = HEADINGS.map((text) => heading.cells.findIndex((cell) => cell?.text === text));
  return grid.rows
    .filter(({ row }) => row > heading.row)
    .map(({ cells }) => places.map((at) => cells[at]?.day ?? isoDay(cells[at]?.text ?? '')))
    .filter((cells) => cells.some((text) => text !== ''));
}

const part = (name: string, type: string, from: 'book' | 'sheet' = 'book') => ({ name: `xl/${name}`, type, from });
const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
/** What Microsoft 365 puts beside the list: modern comments and their people, dynamic arrays, pictures in cells, pivots, slicers, a data model. */
const MICROSOFT_365: Habits = {
  added: [
    part('persons/person.xml', 'application/vnd.ms-excel.person+xml'),
    part('threadedComments/threadedComment1.xml', 'application/vnd.ms-excel.threadedcomments+xml', 'sheet'),
    part('comments1.xml', `${SPREADSHEET}.comments+xml`, 'sheet'),
    part('drawings/vmlDrawing1.vml', 'application/vnd.openxmlformats-officedocument.vmlDrawing', 'sheet'),
    part('drawings/drawing1.xml', 'application/vnd.openxmlformats-officedocument.drawing+xml', 'sheet'),
    part('tables/table1.xml', `${SPREADSHEET}.table+xml`, 'sheet'),
    part('printerSettings/printerSettings1.bin', `${SPREADSHEET}.printerSettings`, 'sheet'),
    part('slicers/slicer1.xml', 'application/vnd.ms-excel.slicer+xml', 'sheet'),
    part('metadata.xml', `${SPREADSHEET}.sheetMetadata+xml`),
    part('richData/rdrichvalue.xml', 'application/vnd.ms-excel.rdrichvalue+xml'),
    part('calcChain.xml', `${SPREADSHEET}.calcChain+xml`),
    part('externalLinks/externalLink1.xml', `${SPREADSHEET}.externalLink+xml`),
    part('pivotCache/pivotCacheDefinition1.xml', `${SPREADSHEET}.pivotCacheDefinition+xml`),
    part('connections.xml', `${SPREADSHEET}.connections+xml`),
    part('model/item.data', 'application/vnd.openxmlformats-officedocument.model+data'),
    part('customXml/item1.xml', 'application/xml'),
  ],
  afterRows:
    '<hyperlinks><hyperlink ref="A3" r:id="rId9"/></hyperlinks><legacyDrawing r:id="rIdA3"/><tableParts count="1"><tablePart r:id="rIdA5"/></tableParts>',
  rewrite: (content) => content.replaceAll('<c r="A', '<c cm="1" vm="1" r="A'),
};
const CHECK_BOXES = [...SHEET, ...Array.from({ length: 900 }, (): ForeignCell[] => [null, null, null, null, false, 0])];
const withColumns = (more: (row: number) => ForeignCell[]) => SHEET.map((row, at) => (at === 0 ? row : [...row, ...more(at)]));
const days = (row: number) =>
  Array.from(
    { length: 60 },
    (_, n): ForeignCell => (row === 1 ? { day: `2026-${n < 30 ? 11 : 12}-${String((n % 30) + 1).padStart(2, '0')}` } : n % 7 ? 'x' : null),
  );
const weeks = (row: number) => Array.from({ length: 52 }, (_, n): ForeignCell => (row === 1 ? `Semana ${n + 1}` : n % 3 ? 'x' : 1));
const blank = (count: number) => Array.from({ length: count }, (): ForeignCell => null);
const farDown = (row: number, cells: ForeignCell[]) => [...SHEET, ...Array.from({ length: row - SHEET.length - 1 }, () => []), cells];
const longSheet = (count: number) => Array.from({ length: count }, (_, n): ForeignCell[] => [`Código ${n}`, n]);
const wideSheet = Array.from({ length: 40 }, (_, r): ForeignCell[] => Array.from({ length: 700 }, (_, c) => r * c));
const csv = (separator: string, list: readonly (readonly string[])[] = [HEADINGS, ...LIST]) =>
  list.map((row) => row.map((text) => (/[";,|\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join(separator)).join('\r\n');
/** Encodes letters of Spanish as Excel for Mac does. */
const macRoman = (text: string) =>
  Buffer.from(
    text.replace(/[áéíóúñÁÉÍÓÚÑü¿]/g, (letter) =>
      String.fromCharCode(
        [0x87, 0x8e, 0x92, 0x97, 0x9c, 0x96, 0xe7, 0x83, 0xea, 0xee, 0xf2, 0x84, 0x9f, 0xc0]['áéíóúñÁÉÍÓÚÑü¿'.indexOf(letter)] ?? 63,
      ),
    ),
    'latin1',
  );

const CP850 = { á: 0xa0, é: 0x82, í: 0xa1, ó: 0xa2, ú: 0xa3, ñ: 0xa4, Ñ: 0xa5, Á: 0xb5, É: 0x90, Í: 0xd6, Ó: 0xe0, Ú: 0xe9 };
const dos = (text: string) =>
  Buffer.from(
    text.replace(/[áéíóúñÑÁÉÍÓÚ]/g, (letter) => String.fromCharCode(CP850[letter as keyof typeof CP850])),
    'latin1',
  );

describe('a list in a file of another program reads the same', () => {
  it.each<[string, Buffer]>([
    ...readdirSync(new URL('./corpus/', import.meta.url))
      .filter((name) => !name.endsWith('.ods'))
      .map((name): [string, Buffer] => [name, readFileSync(new URL(`./corpus/${name}`, import.meta.url))]),
    ['Microsoft 365 with modern comments and all its other parts', bookOf(SHEET, MICROSOFT_365)],
    [
      'Numbers, with a cover sheet and the name of the table above',
      bookOf(SHEET, { before: [{ name: 'Exportar resumen', rows: [['Nombre de la hoja de Numbers', 'Tabla 1']] }] }),
    ],
    ['Google Sheets, with boxes to check filled down', bookOf(CHECK_BOXES, { texts: 'inline' })],
    [
      'OpenXML SDK: prefixed, without references, absolute targets',
      bookOf(SHEET, { prefix: 'x:', hasNoReferences: true, hasAbsoluteTargets: true, hasDefaultTypes: true }),
    ],
    ['Strict OOXML with ISO dates', bookOf(SHEET, { isStrict: true })],
    ['dates since 1904', bookOf(SHEET, { starts1904: true })],
    ['texts of formulas', bookOf(SHEET, { texts: 'formula' })],
    ['names in another case', bookOf(SHEET, { rename: (name) => (name.startsWith('xl/') ? name.toUpperCase() : name) })],
    ['names with backslashes', bookOf(SHEET, { rename: (name) => name.replaceAll('/', '\\') })],
    [
      'prefixed relations',
      bookOf(SHEET, {
        rewrite: (content) =>
          content.replace(/<(\/?)Relationship/g, '<$1ns0:Relationship').replace('Relationships xmlns=', 'Relationships xmlns:ns0='),
      }),
    ],
    ['attributes in single quotes', bookOf(SHEET, { rewrite: (content) => content.replace(/="([^"']*)"/g, "='$1'") })],
    [
      'shared texts without a closing tag',
      bookOf(SHEET, {
        rewrite: (content) => content.replace(/(<sst[^>]*>)/, '$1<si/>').replace(/t="s"><v>(\d+)/g, (_, n) => `t="s"><v>${Number(n) + 1}`),
      }),
    ],
    [
      'a chart sheet, a macro sheet and hidden lists before it',
      bookOf(SHEET, {
        before: [
          { name: 'Gráfica', kind: 'chartsheet', rows: [] },
          { name: 'Macro', kind: 'macrosheet', rows: [] },
          { name: 'Listas', state: 'veryHidden', rows: [HEADINGS] },
        ],
      }),
    ],
    ['sixty columns of days', bookOf(withColumns(days))],
    ['a year of weeks', bookOf(withColumns(weeks))],
    ['one dot far right', bookOf([...SHEET.slice(0, -1), [...(SHEET.at(-1) ?? []), ...blank(47), '.']])],
    ['one dot far right and below', bookOf(farDown(200, [...blank(51), '.']))],
    ['one dot at the end of the world', bookOf(farDown(30_000, [...blank(900), '.']))],
    [
      'numbers filled down',
      bookOf(farDown(8_000, [null, null, null, null, 7]).map((row, at) => (at > 5 ? [null, null, null, null, at] : row))),
    ],
    ['a wide sheet before it', bookOf(SHEET, { before: [{ name: 'Datos', rows: wideSheet }] })],
    ['a long sheet before it', bookOf(SHEET, { before: [{ name: 'Códigos', rows: longSheet(9_000) }] })],
    ['a sheet before it that is far too long', bookOf(SHEET, { before: [{ name: 'Códigos', rows: longSheet(25_000) }] })],
    ...[';', ',', '\t', '|'].map((separator): [string, Buffer] => [
      `a .csv between ${JSON.stringify(separator)}`,
      Buffer.from(csv(separator)),
    ]),
    ['a .csv whose separator is named', Buffer.from(`sep=^\r\n${csv('^')}`)],
    ['a .csv for Excel for Mac', macRoman(csv(';').replaceAll('\r\n', '\r'))],
    ['a .csv of DOS', dos(csv(';'))],
    ['a .csv in UTF-16, big end first', Buffer.from(`\ufeff${csv('\t')}`, 'utf16le').swap16()],
    ['a .csv in UTF-16 without a mark', Buffer.from(csv(';'), 'utf16le')],
    ['a .csv with lines of separators below', Buffer.from(`${csv(';')}\r\n${';;;;;\r\n'.repeat(30_000)}`)],
  ])('%s', async (_, bytes) => {
    expect(listIn(await readGrids(bytes))).toEqual(LIST);
  });
});

describe('the separator of a .csv', () => {
  const [head, ...rows] = [HEADINGS, ['Comprar a, b, c, d, e, f, g, h', 'Ana', '15/12/2026', 'Calidad']];
  it.each<[string, string]>([
    ['commas in texts between semicolons', [head, ...rows, ...rows].map((row) => row?.join(';')).join('\n')],
    ['quoted semicolons between commas', `${head?.join(',')}\n"a;b;c;d;e;f",Ana,15/12/2026,Calidad\n"g;h;i;j;k;l",Ana,15/12/2026,Calidad`],
    ['commas in texts between tabs', [head, ...rows].map((row) => row?.join('\t')).join('\n')],
    [
      'decimal commas between semicolons',
      `${head?.join(';')};Avance;Costo\nUno;Ana;15/12/2026;Calidad;0,5;1,25\nDos;Ana;16/12/2026;Calidad;0,75;3,5`,
    ],
    [
      'a comma in each text, and rows of several widths',
      `${head?.join(';')}\nUno, a;Ana;15/12/2026;Calidad\nDos, b\nTres, c;Ana\nCuatro, d;Ana;15/12/2026`,
    ],
    [
      'a title with commas above',
      `Plan, noviembre, diciembre, enero, febrero, marzo\n${[head, ...rows].map((row) => row?.join('|')).join('\n')}`,
    ],
  ])('is found with %s', async (_, text) => {
    const [first] = listIn(await readGrids(Buffer.from(text)));
    expect(first?.slice(1)).toEqual(['Ana', '2026-12-15', 'Calidad']);
  });

  it('is the one with rows of one width where no heading is known', async () => {
    const [grid] = await readGrids(Buffer.from('Foo;Bar;Baz\n1,5;2,5;a\n3,5;4,5;b\n1,1;2,2;c'));
    expect(grid?.rows.map(({ cells }) => cells.length)).toEqual([3, 3, 3, 3]);
  });
});

describe('what a reader sees of a row', () => {
  const states = (grids: readonly Grid[]) =>
    grids
      .find(headingRow)
      ?.rows.slice(-3)
      .map(({ isHidden = false, cells }) => [isHidden, cells.every((cell) => !cell || cell.isStruck)]);
  it.each(['libreoffice.xlsx', 'libreoffice.xls'])('that it is hidden or struck through, in %s', async (name) => {
    expect(states(await readGrids(readFileSync(new URL(`./corpus/${name}`, import.meta.url))))).toEqual([
      [false, false],
      [true, false],
      [false, true],
    ]);
  });

  it('that all its formats or all runs of its texts are struck through, and not only some', async () => {
    const run = (text: string, strike: string) => `<r><rPr>${strike}<sz val="11"/></rPr><t>${text}</t></r>`;
    const rows = [
      HEADINGS,
      cellsOf(LIST[0] ?? []),
      [{ runs: run('Uno ', '<strike/>') + run('dos', '<strike val="1"/>') }],
      [{ runs: run('Uno', '<strike/>') + run('dos', '<strike val="0"/>') }],
    ];
    expect(states(await readGrids(bookOf(rows, { rowAttributes: (row) => (row === 3 ? ' hidden="1"' : '') }, [2])))).toEqual([
      [false, true],
      [true, true],
      [false, false],
    ]);
  });
});

it('names what was cut away, and keeps the columns that stand near', async () => {
  const cutOf = async (bytes: Buffer) => (await readGrids(bytes)).find(headingRow)?.cut;
  expect(await cutOf(bookOf(withColumns(days)))).toEqual({ columns: { count: 60, first: 'E' } });
  expect(await cutOf(bookOf(farDown(200, [...blank(51), '.'])))).toEqual({ columns: { count: 1, first: 'AZ' } });
  expect(await cutOf(bookOf(CHECK_BOXES))).toEqual({ rows: { count: 900, first: 6 } });
  const formulas = Array.from({ length: 200 }, (): ForeignCell[] => [...blank(3), 'Calidad', 'Vencida', 0]);
  const withFormulas = [...withColumns((row) => (row === 1 ? ['Semáforo', 'Días'] : ['En tiempo', 5])), ...formulas];
  expect(await cutOf(bookOf(withFormulas))).toEqual({ rows: { count: 200, first: 6 } });
  const routine = [...SHEET, ...[1, 2].map((): ForeignCell[] => ['Limpieza', null, null, 'Calidad'])];
  expect(await cutOf(bookOf(routine))).toBeUndefined();
  expect(await cutOf(bookOf(farDown(30_000, [9])))).toEqual({ rows: { count: 1, first: 30_000 } });
  expect(await cutOf(bookOf(withColumns(() => ['nota suelta'])))).toBeUndefined();
  const [codes] = await readGrids(bookOf(SHEET, { before: [{ name: 'Códigos', rows: longSheet(9_000) }] }));
  expect(codes?.cut).toEqual({ rows: { count: 9_000, first: 1 } });
});

it('reads the same list whatever stands beside, above and below it', async () => {
  const surplus = fc.oneof(fc.string({ maxLength: 12 }), fc.integer(), fc.boolean(), fc.constant(null), fc.constant({ day: '2026-11-03' }));
  const heading = fc.oneof(fc.constantFrom('Turno', 'Costo', 'Área solicitante', 'Semana 1', '1', 'L', 'Noviembre', ''), fc.constant(null));
  const surplusColumn = fc.record({ at: fc.nat(4), heading, values: fc.array(surplus, { minLength: 3, maxLength: 3 }) });
  const files = fc.record({
    columns: fc.array(surplusColumn, { maxLength: 40 }),
    above: fc.array(fc.array(fc.constantFrom('Planta', 'Enero', null, 7), { maxLength: 3 }), { maxLength: 5 }),
    below: fc.array(fc.constantFrom<ForeignCell>(7, false, '.', '-', { day: '2026-11-03' }), { maxLength: 300 }),
    parts: fc.subarray([...(MICROSOFT_365.added ?? [])]),
    texts: fc.constantFrom<'shared' | 'inline' | 'formula'>('shared', 'inline', 'formula'),
    hasNoReferences: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(files, async ({ columns, above, below, parts, texts, hasNoReferences }) => {
      const widen = (row: readonly ForeignCell[], at: number) =>
        HEADINGS.concat('').flatMap((_, place) => [
          ...columns.filter((column) => column.at === place).map((column) => (at === 0 ? column.heading : (column.values[at - 1] ?? null))),
          ...(place < row.length ? [row[place] ?? null] : []),
        ]);
      const rows = [...above, ...[HEADINGS, ...LIST.map(cellsOf)].map(widen), ...below.map((cell) => [cell])];
      const filled = rows.map((row) => row.map((cell) => (hasNoReferences && cell === null ? '' : cell)));
      const read = listIn(await readGrids(bookOf(filled, { added: parts, texts, hasNoReferences })));
      expect(read.slice(0, 3)).toEqual(LIST);
    }),
    { numRuns: 60 },
  );
});

describe('a refusal names its cause', () => {
  const corpusFile = (name: string) => readFileSync(new URL(`./corpus/${name}`, import.meta.url));
  const macros: Habits = { added: [{ name: 'xl/vbaProject.bin', type: 'application/vnd.ms-office.vbaProject', from: 'book' }] };
  const manySheets = Array.from({ length: 41 }, (_, n) => ({ name: `Mes ${n + 1}`, rows: [['x']] }));
  const manyRows = [HEADINGS, ...Array.from({ length: 5_021 }, (_, n) => [`Tarea ${n}`])];
  it.each<[string, Buffer, object, string]>([
    ['.ods', corpusFile('libreoffice.ods'), { problem: 'wrongType', facts: { kind: 'ods' } }, '(.ods)'],
    ['macros', bookOf(SHEET, macros), { problem: 'wrongType', facts: { kind: 'macros' } }, 'tiene macros'],
    ['a web page named .xls', Buffer.from('\n<html xmlns:x="x"><table>'), { problem: 'wrongType', facts: { kind: 'html' } }, 'página web'],
    ['an archived web page', Buffer.from('MIME-Version: 1.0\r\n'), { problem: 'wrongType', facts: { kind: 'html' } }, 'página web'],
    ['XML of Excel 2003', Buffer.from('<?xml version="1.0"?>\n<Workbook>'), { problem: 'wrongType', facts: { kind: 'xml' } }, 'es XML'],
    ['a fragment of a web page', Buffer.from('<!-- x --><div><table>'), { facts: { kind: 'html' } }, 'página web'],
    ['XHTML', Buffer.from('<?xml version="1.0"?>\n<!DOCTYPE html>\n<html>'), { facts: { kind: 'html' } }, 'página web'],
    ['XML of Project', Buffer.from('<?xml version="1.0"?>\n<Project xmlns="x">'), { facts: { kind: 'xml' } }, 'es XML'],
    ['flat .ods', Buffer.from('<?xml version="1.0"?>\n<office:document xmlns:office="x">'), { facts: { kind: 'ods' } }, '(.ods)'],
    ['PDF', Buffer.from('%PDF-1.7'), { problem: 'wrongType', facts: { kind: 'other' } }, 'no es .xlsx, .xls ni .csv'],
    [
      'an open quotation mark',
      Buffer.from(`${csv(',')}\r\n"a,b\r\nc,d`),
      { problem: 'unreadable', facts: { quoteRow: 5 } },
      'En la fila 5',
    ],
    ['41 sheets', bookOf(SHEET, { before: manySheets }), { facts: { sheets: ['Mes 41', 'Pendientes'] } }, '«Mes 41» y «Pendientes»'],
    [
      '5,021 activities',
      bookOf(manyRows),
      { facts: { sheet: 'Pendientes', cell: 'A5021' } },
      '«Pendientes» contiene demasiado desde la celda A5021',
    ],
    [
      '5,021 lines',
      Buffer.from(manyRows.map((row) => row.join(';')).join('\n')),
      { facts: { sheet: '', cell: 'A5021' } },
      'la celda A5021',
    ],
    ['a heading beyond all columns', bookOf([[...HEADINGS, ...blank(300), 'Prioridad']]), { facts: { cell: 'KS1' } }, 'la celda KS1'],
  ])('%s', async (_, bytes, expected, words) => {
    const error: unknown = await readGrids(bytes).catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(SheetRefusal);
    expect(error).toMatchObject(expected);
    const { problem, facts } = error as SheetRefusal;
    const limits = { maxRows: 5_000, maxColumns: 256, maxCells: 300_000 };
    expect(refusalSentence({ code: `sheet.${problem}`, field: 'file', ...limits, ...facts })).toContain(words);
  });
});
