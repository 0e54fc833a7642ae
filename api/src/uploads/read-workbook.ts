import { inflateRawSync } from 'node:zlib';
import type { SheetRow } from '@bitacora/core/domain/people/user-import';
import * as xlsx from '@e965/xlsx';
import { asSheetRefusal, SHEET_LIMITS, SheetRefusal } from './sheet-limits.ts';

/** The reader's file system in a file. */
interface Container {
  FullPaths: string[];
}

const { maxEntries, maxUnpackedBytes, maxRows, maxColumns, maxLetters, farthestRow } = SHEET_LIMITS;

/** Cells, their formats and their order are read from these parts. Pictures, links and comments are not unpacked. */
const NEEDED = /^(\[Content_Types\]\.xml|_rels\/\.rels|xl\/_rels\/workbook\.xml\.rels|xl\/([^/]+|theme\/[^/]+|worksheets\/[^/]+)\.xml)$/i;
const SHEET = /^xl\/worksheets\/[^/]+\.xml$/i;
const SIGNATURES = {
  file: 0x04034b50,
  entry: 0x02014b50,
  end: Buffer.from('PK\u0005\u0006', 'latin1'),
  end64: 0x06064b50,
  locator64: 0x07064b50,
};
/** The length of each record up to its first name or comment. */
const BYTES = { file: 30, entry: 46, locator64: 20 };
/** In a field of 32 bits: the true value stands in the entry's zip64 field. */
const IN_ZIP64 = 0xffffffff;
const ZIP64_FIELD = 1;
const [STORED, DEFLATED] = [0, 8];

const ROW_END = '</row>';
/** A value or a text that is not empty: formulas may be filled down far below the last person. */
const HAS_VALUE = /[^>]<\/[vt]>/;

/**
 * Whether more rows of a sheet's XML have a value than anybody writes by hand. This takes milliseconds; reading all cells takes a second
 * and much memory. It knows the usual spelling only; the reader refuses the rest.
 */
export function exceedsLimits(sheet: Buffer): boolean {
  let [count, at] = [0, 0];
  for (let end = sheet.indexOf(ROW_END); end >= 0 && count <= farthestRow; end = sheet.indexOf(ROW_END, at)) {
    if (HAS_VALUE.test(sheet.toString('latin1', at, end))) count++;
    at = end + ROW_END.length;
  }
  return count > farthestRow;
}

interface PackedEntry {
  path: string;
  isEncrypted: boolean;
  method: number;
  packedBytes: number;
  /** What the directory declares; the truth is known after unpacking. */
  unpackedBytes: number;
  /** Where the part's own header starts. */
  at: number;
}

/** Where the central directory starts, and its number of entries. */
function findDirectory(bytes: Buffer): { at: number; count: number } {
  const end = bytes.lastIndexOf(SIGNATURES.end);
  if (end < 0) throw new SheetRefusal('unreadable');
  const locator = end - BYTES.locator64;
  if (locator < 0 || bytes.readUInt32LE(locator) !== SIGNATURES.locator64)
    return { at: bytes.readUInt32LE(end + 16), count: bytes.readUInt16LE(end + 10) };
  const end64 = Number(bytes.readBigUInt64LE(locator + 8));
  demandSignature(bytes, end64, SIGNATURES.end64);
  return { at: Number(bytes.readBigUInt64LE(end64 + 48)), count: Number(bytes.readBigUInt64LE(end64 + 32)) };
}

function demandSignature(bytes: Buffer, at: number, signature: number): void {
  if (bytes.readUInt32LE(at) !== signature) throw new SheetRefusal('unreadable');
}

/** Replaces what does not fit in 32 bits by the numbers of the entry's zip64 field, which stand there in the same order. */
function widen(numbers: number[], extra: Buffer): number[] {
  if (!numbers.includes(IN_ZIP64)) return numbers;
  let at = 0;
  while (extra.readUInt16LE(at) !== ZIP64_FIELD) at += 4 + extra.readUInt16LE(at + 2);
  const wide = numbers.filter((number) => number === IN_ZIP64).map((_, index) => Number(extra.readBigUInt64LE(at + 4 + 8 * index)));
  return numbers.map((number) => (number === IN_ZIP64 ? (wide.shift() as number) : number));
}

/** Reads the central directory alone, because only it holds the length of each part. A stream writes the length after the part. */
function* entriesOf(bytes: Buffer): Generator<PackedEntry> {
  let { at, count } = findDirectory(bytes);
  for (; count > 0; count--) {
    demandSignature(bytes, at, SIGNATURES.entry);
    const nameEnd = at + BYTES.entry + bytes.readUInt16LE(at + 28);
    const extraEnd = nameEnd + bytes.readUInt16LE(at + 30);
    const inOrder = [bytes.readUInt32LE(at + 24), bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 42)];
    const [unpackedBytes, packedBytes, fileAt] = widen(inOrder, bytes.subarray(nameEnd, extraEnd)) as [number, number, number];
    yield {
      path: bytes.toString('utf8', at + BYTES.entry, nameEnd).replace(/^\//, ''),
      isEncrypted: (bytes.readUInt16LE(at + 8) & 1) === 1,
      method: bytes.readUInt16LE(at + 10),
      packedBytes,
      unpackedBytes,
      at: fileAt,
    };
    at = extraEnd + bytes.readUInt16LE(at + 32);
  }
}

/** Unpacks nothing. Refuses too many parts, too large a sum of their declared sizes, macros, and a name that comes twice. */
function checkEntries(bytes: Buffer): PackedEntry[] {
  const entries = new Map<string, PackedEntry>();
  let declaredBytes = 0;
  for (const entry of entriesOf(bytes)) {
    const name = entry.path.toLowerCase();
    if (entries.has(name)) throw new SheetRefusal('unreadable');
    entries.set(name, entry);
    declaredBytes += entry.unpackedBytes;
    if (entries.size > maxEntries || declaredBytes > maxUnpackedBytes) throw new SheetRefusal('tooMuch');
  }
  if ([...entries.keys()].some((name) => name.endsWith('vbaproject.bin')) || !entries.has('xl/workbook.xml'))
    throw new SheetRefusal('wrongType');
  return [...entries.values()];
}

/** Unpacks one part to `maxBytes` at most, because its declared size may be false. */
function unpack(bytes: Buffer, { at, method, packedBytes, isEncrypted }: PackedEntry, maxBytes: number): Buffer {
  demandSignature(bytes, at, SIGNATURES.file);
  const start = at + BYTES.file + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
  const packed = bytes.subarray(start, start + packedBytes);
  if (isEncrypted || packed.length < packedBytes || (method !== STORED && method !== DEFLATED)) throw new SheetRefusal('unreadable');
  if (packed.length > maxBytes) throw new SheetRefusal('tooMuch');
  if (method === STORED) return packed;
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, maxBytes) });
  } catch (error) {
    throw new SheetRefusal((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? 'tooMuch' : 'unreadable');
  }
}

/**
 * The parts of an .xlsx that we read, in a container of the reader's own. We unpack them ourselves, because the reader trusts declared
 * sizes and its buffers lie outside the heap that limits the worker. Throws `SheetRefusal`, or a RangeError for a damaged zip.
 */
function unpackXlsx(bytes: Buffer): Container {
  const container: Container = xlsx.CFB.utils.cfb_new();
  const sheets: Buffer[] = [];
  let remainingBytes: number = maxUnpackedBytes;
  for (const entry of checkEntries(bytes)) {
    if (!NEEDED.test(entry.path)) continue;
    const content = unpack(bytes, entry, remainingBytes);
    remainingBytes -= content.length;
    xlsx.CFB.utils.cfb_add(container, `/${entry.path}`, content);
    if (SHEET.test(entry.path)) sheets.push(content);
  }
  // Only the reader knows which sheet is the first. If all are too long, that one is too.
  if (sheets.length > 0 && sheets.every(exceedsLimits)) throw new SheetRefusal('tooMuch');
  return container;
}

const ZIP = Buffer.from('PK\u0003\u0004', 'latin1');
const COMPOUND = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/** `nodim`: what a sheet says of its own size is not believed. */
const OPTIONS = { dense: true, cellFormula: false, cellHTML: false, cellNF: true, nodim: true } as const;
type ExtraOptions = Pick<xlsx.ParsingOptions, 'sheets' | 'cellStyles'>;

/** A private part of @e965/xlsx 0.20.3: its types leave the second half of the reader out. */
export const { parse_zip: parseParts } = xlsx as unknown as { parse_zip: (parts: Container, options: object) => xlsx.WorkBook };

const startsWith = (bytes: Buffer, signature: Buffer) => bytes.subarray(0, signature.length).equals(signature);

/** Macros travel in .xls as a folder of their own. */
function readLegacy(bytes: Buffer, extra: ExtraOptions): xlsx.WorkBook {
  const container: Container = xlsx.CFB.read(bytes, { type: 'buffer' });
  if (container.FullPaths.some((path) => /\/_VBA_PROJECT_CUR(\/|$)/i.test(path))) throw new SheetRefusal('wrongType');
  if (container.FullPaths.some((path) => /\/EncryptedPackage$/i.test(path))) throw new SheetRefusal('locked');
  if (!container.FullPaths.some((path) => /\/(Workbook|Book)$/i.test(path))) throw new SheetRefusal('wrongType');
  return xlsx.read(bytes, { ...OPTIONS, ...extra, type: 'buffer' });
}

/** By its first bytes; a .csv has none of its own. */
export const isWorkbook = (bytes: Buffer): boolean => startsWith(bytes, ZIP) || startsWith(bytes, COMPOUND);

/** A workbook as the reader gives it, .xlsx or .xls. Throws `SheetRefusal`. */
export function readWorkbook(bytes: Buffer, extra: ExtraOptions): xlsx.WorkBook {
  if (startsWith(bytes, ZIP)) return parseParts(unpackXlsx(bytes), { ...OPTIONS, ...extra });
  if (startsWith(bytes, COMPOUND)) return readLegacy(bytes, extra);
  throw new SheetRefusal('wrongType');
}

/** What a cell reads as. A number nobody formatted keeps all its digits: spreadsheets show 1.23E+11, and it is an employee number. */
export function textOf({ t, v, w, z }: xlsx.CellObject): string {
  if (t === 's') return String(v ?? '');
  if (t === 'n' && (z === undefined || z === 'General')) return String(Number(Number(v).toPrecision(15)));
  return w ?? String(v ?? '');
}

/** Visits what is there and nothing else: one far cell makes a sheet of seventeen billion. */
function rowsOf(sheet: readonly (readonly xlsx.CellObject[])[]): SheetRow[] {
  const rows: SheetRow[] = [];
  let letters = 0;
  sheet.forEach((cellsOfRow, index) => {
    const cells: string[] = [];
    cellsOfRow.forEach((cell, column) => {
      const text = cell && cell.t !== 'z' ? textOf(cell).trim() : '';
      if (text === '') return;
      letters += text.length;
      if (column >= maxColumns || letters > maxLetters) throw new SheetRefusal('tooMuch');
      cells[column] = text;
    });
    if (cells.length > 0) rows.push({ row: index + 1, cells: Array.from(cells, (text) => text ?? '') });
    if (rows.length > maxRows + 1 || (rows.at(-1)?.row ?? 0) > farthestRow) throw new SheetRefusal('tooMuch');
  });
  return rows;
}

/** The rows of a workbook's first sheet that say anything, .xlsx or .xls by its first bytes. Throws `SheetRefusal`. */
export function readCells(bytes: Buffer): SheetRow[] {
  try {
    const { Sheets, SheetNames } = readWorkbook(bytes, { sheets: 0 });
    const sheet = Sheets[SheetNames[0] ?? ''] as { '!data'?: xlsx.CellObject[][] } | undefined;
    return rowsOf(sheet?.['!data'] ?? []);
  } catch (error) {
    throw asSheetRefusal(error);
  }
}
