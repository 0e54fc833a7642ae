import { deflateRawSync } from 'node:zlib';
import { HEADINGS, rowFor } from './upload.ts';
import { otherSheetOf, sheetOf } from './workbooks.ts';

export interface Part {
  name: string;
  content: Buffer | string;
  /** What the headers claim instead of the truth. */
  claimedBytes?: number;
  isStored?: boolean;
  /** Written as a streaming writer does: the header holds no length, a descriptor follows the content. */
  isStreamed?: boolean;
}

const u16 = (value: number) => Buffer.from([value & 255, value >>> 8]);
const u32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value >>> 0);
  return bytes;
};

/** A zip made by hand, so that it can lie. */
export function zipOf(parts: readonly Part[]): Buffer {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let at = 0;
  for (const { name, content, claimedBytes, isStored, isStreamed } of parts) {
    const plain = Buffer.from(content as string);
    const packed = isStored ? plain : deflateRawSync(plain, { level: 9 });
    const nameBytes = Buffer.from(name);
    const sizes = Buffer.concat([u32(packed.length), u32(claimedBytes ?? plain.length)]);
    const kind = Buffer.concat([u16(20), u16(isStreamed ? 8 : 0), u16(isStored ? 0 : 8), u32(0), u32(0)]);
    const facts = Buffer.concat([kind, sizes]);
    const local = isStreamed
      ? Buffer.concat([
          u32(0x04034b50),
          kind,
          u32(0),
          u32(0),
          u16(nameBytes.length),
          u16(0),
          nameBytes,
          packed,
          u32(0x08074b50),
          u32(0),
          sizes,
        ])
      : Buffer.concat([u32(0x04034b50), facts, u16(nameBytes.length), u16(0), nameBytes, packed]);
    central.push(Buffer.concat([u32(0x02014b50), u16(20), facts, u16(nameBytes.length), Buffer.alloc(12), u32(at), nameBytes]));
    locals.push(local);
    at += local.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.concat([u32(0x06054b50), u32(0), u16(parts.length), u16(parts.length), u32(directory.length), u32(at), u16(0)]);
  return Buffer.concat([...locals, directory, end]);
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The least that is an .xlsx, around a sheet's XML. */
export const xlsxParts = (sheet: string | Buffer, strings?: string): Part[] => [
  {
    name: '[Content_Types].xml',
    content: `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPES}.worksheet+xml"/>${strings ? `<Override PartName="/xl/sharedStrings.xml" ContentType="${TYPES}.sharedStrings+xml"/>` : ''}</Types>`,
  },
  {
    name: '_rels/.rels',
    content: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  },
  {
    name: 'xl/workbook.xml',
    content: `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="H" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  },
  {
    name: 'xl/_rels/workbook.xml.rels',
    content: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/>${strings ? `<Relationship Id="rId2" Type="${RELATIONS}/sharedStrings" Target="sharedStrings.xml"/>` : ''}</Relationships>`,
  },
  { name: 'xl/worksheets/sheet1.xml', content: sheet },
  ...(strings ? [{ name: 'xl/sharedStrings.xml', content: strings }] : []),
];

export const sheetXml = (rows: string, more = '') => `<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData>${more}</worksheet>`;
const letter = (at: number) => String.fromCharCode(65 + at);
export const rowXml = (row: number, cells: readonly string[]) =>
  `<row r="${row}">${cells.map((cell, at) => `<c r="${letter(at)}${row}" t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`;
export const plainPartsOf = (rows: readonly (readonly string[])[]): Part[] =>
  xlsxParts(sheetXml(rows.map((cells, at) => rowXml(at + 1, cells)).join('')));
/** As many rows as one likes, in a moment. */
export const plainSheetOf = (rows: readonly (readonly string[])[]): Buffer => zipOf(plainPartsOf(rows));

const bombed = (goodRows: string, bytes: number, claimedBytes?: number): Buffer =>
  zipOf(
    xlsxParts(Buffer.concat([Buffer.from(sheetXml(goodRows)), Buffer.alloc(bytes, 32)])).map((part) => ({
      ...part,
      ...(part.name.includes('sheet1') && claimedBytes ? { claimedBytes } : {}),
    })),
  );

/** A compound file as Office writes around an encrypted package, or with macros: here as much of it as a reader looks at. */
const compoundWith = (bytes: Buffer, from: string, to: string) => {
  const copy = Buffer.from(bytes);
  const at = copy.indexOf(Buffer.from(from, 'utf16le'));
  copy.write(to.padEnd(32, '\u0000'), at, 64, 'utf16le');
  copy.writeUInt16LE((to.length + 1) * 2, at + 64);
  return copy;
};

export interface HostileSheet {
  bytes: Buffer;
  /** 200 where it may be taken, as what it says; else the code it is refused by. */
  ends: number | readonly string[];
}

/** What a sheet lists: headings, and one good row that `n` distinguishes. */
export interface SheetSubject {
  headings: readonly string[];
  rowFor: (n: number, changes?: Partial<Record<number, unknown>>) => readonly never[];
}
const ofPeople: SheetSubject = { headings: HEADINGS, rowFor };

/** Twenty hostile workbooks, and what is to become of each where it lists people. */
export async function hostileSheets({ headings, rowFor }: SheetSubject = ofPeople): Promise<Record<string, HostileSheet>> {
  const goodRows = rowXml(1, headings) + rowXml(2, rowFor(1));
  const listOf = (count: number) => [headings, ...Array.from({ length: count }, (_, n) => rowFor(n + 1))] as never;
  const refused = (bytes: Buffer, ...codes: string[]): HostileSheet => ({ bytes, ends: codes });
  const manyRows = '<row/>'.repeat(1_000_000);
  const manyCells = '<row><c><v>1</v></c></row>'.repeat(1_900_000);
  const filledRows =
    rowXml(1, headings) + Array.from({ length: 6_000 }, (_, n) => `<row r="${n + 2}"><c r="A${n + 2}"><v>${n}</v></c></row>`).join('');
  const columns = (count: number) => Array.from({ length: count }, (_, n) => `<c t="inlineStr"><is><t>c${n}</t></is></c>`).join('');
  const valid = await sheetOf(listOf(1));
  return {
    'X1 a good .xlsx': { bytes: valid, ends: 200 },
    'X2 a good .xls': { bytes: otherSheetOf(listOf(1), 'biff8'), ends: 200 },
    'X3 a zip bomb of 200 MiB': refused(bombed(goodRows, 200 * 2 ** 20), 'sheet.tooMuch'),
    'X4 zips within zips': {
      bytes: zipOf([...xlsxParts(sheetXml(goodRows)), { name: 'xl/embeddings/1.zip', content: bombed(goodRows, 2 ** 20) }]),
      ends: 200,
    },
    'X4 a workbook within a part of unknown length': {
      bytes: zipOf([...xlsxParts(sheetXml(goodRows)), { name: 'xl/embeddings/1.xlsx', content: valid, isStored: true, isStreamed: true }]),
      ends: 200,
    },
    'X5 a size that lies': refused(bombed(goodRows, 200 * 2 ** 20, 1_000), 'sheet.tooMuch'),
    'X6 ten thousand entries': refused(
      zipOf([...xlsxParts(sheetXml(goodRows)), ...Array.from({ length: 10_000 }, (_, n) => ({ name: `x${n}`, content: '' }))]),
      'sheet.tooMuch',
    ),
    'X7 cells merged to the end of the world': {
      bytes: zipOf(xlsxParts(sheetXml(goodRows, '<mergeCells count="1"><mergeCell ref="A1:XFD1048576"/></mergeCells>'))),
      ends: 200,
    },
    'X8 a far cell': refused(
      zipOf(xlsxParts(sheetXml(`${goodRows}<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>`))),
      'sheet.tooMuch',
    ),
    'X9 a million rows with nothing in them': refused(zipOf(xlsxParts(sheetXml(manyRows))), 'import.empty', 'sheet.tooMuch'),
    'X9 two million rows of one cell': refused(zipOf(xlsxParts(sheetXml(manyCells))), 'sheet.tooMuch'),
    'X9 too many rows with something': refused(zipOf(xlsxParts(sheetXml(filledRows))), 'sheet.tooMuch'),
    'X10 sixteen thousand columns': refused(zipOf(xlsxParts(sheetXml(`<row r="1">${columns(16_384)}</row>`))), 'sheet.tooMuch'),
    'X11 an external entity': refused(
      zipOf(
        xlsxParts(
          `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${sheetXml(
            rowXml(1, headings) +
              rowXml(
                2,
                rowFor(1).map((cell, at) => (at === 3 ? '&e;' : cell)),
              ),
          )}`,
        ),
      ),
      'import.wrongRows',
      'sheet.unreadable',
    ),
    'X12 a billion laughs': refused(
      zipOf(
        xlsxParts(
          `<!DOCTYPE x [<!ENTITY a "ja">${Array.from({ length: 9 }, (_, n) => `<!ENTITY ${letter(n + 1)} "${`&${n === 0 ? 'a' : letter(n)};`.repeat(10)}">`).join('')}]>${sheetXml(
            rowXml(1, headings) +
              rowXml(
                2,
                rowFor(1).map((cell, at) => (at === 3 ? '&J;' : cell)),
              ),
          )}`,
        ),
      ),
      'import.wrongRows',
      'sheet.unreadable',
    ),
    'X13 formulas for email and name': {
      bytes: await sheetOf([
        headings,
        rowFor(1, { 1: { formula: 'HYPERLINK("http://evil.example","x")', result: 'Ana' }, 2: '=cmd|calc' }),
      ]),
      ends: 200,
    },
    'X14 headings of every object': {
      bytes: await sheetOf([
        ['__proto__', 'constructor', ...headings],
        ['{"isAdmin":true}', 'x', ...rowFor(1)],
      ]),
      ends: 200,
    },
    'X15 macros': refused(zipOf([...xlsxParts(sheetXml(goodRows)), { name: 'xl/vbaProject.bin', content: 'x' }]), 'sheet.wrongType'),
    'X15 macros in an .xls': refused(
      compoundWith(otherSheetOf(listOf(1), 'biff8'), '\u0001Sh33tJ5', '_VBA_PROJECT_CUR'),
      'sheet.wrongType',
      'sheet.unreadable',
    ),
    'X16 a password': refused(compoundWith(otherSheetOf(listOf(1), 'biff8'), 'Workbook', 'EncryptedPackage'), 'sheet.locked'),
    'X17 a list that is called a workbook': refused(Buffer.from(`${headings.join(',')}\n${rowFor(1).join(',')}\n`), 'sheet.wrongType'),
    'X17 a web page that is called a workbook': refused(
      Buffer.from(`<html><table><tr><td>${headings.join('</td><td>')}</td></tr></table>`),
      'sheet.wrongType',
    ),
    'X18 a cut file': refused(valid.subarray(0, valid.length / 2), 'sheet.unreadable'),
    'X18 a cut .xls': refused(otherSheetOf(listOf(50), 'biff8').subarray(0, 2_000), 'sheet.unreadable', 'sheet.wrongType', 'import.empty'),
    'X19 the same person in other clothes': refused(
      await sheetOf([headings, rowFor(1), rowFor(2, { 3: 'ALTA1@DEMO.MX\u00a0' }), rowFor(1, { 0: '\u2003E-00001', 3: 'x@demo.mx' })]),
      'import.wrongRows',
    ),
    'X20 positions that give privilege': {
      bytes: await sheetOf([
        headings,
        ...['Gerente', 'ＳＵＰＥＲＶＩＳＯＲ', 'contralór'].map((position, n) => rowFor(n + 1, { 6: position })),
      ]),
      ends: 200,
    },
    'more than two megabytes': refused(Buffer.concat([valid, Buffer.alloc(2_000_000)]), 'sheet.tooLarge'),
    'nothing at all': refused(Buffer.alloc(0), 'sheet.wrongType'),
  };
}
