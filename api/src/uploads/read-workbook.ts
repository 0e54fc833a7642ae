import type { SheetRow } from '@bitacora/core/domain/people/user-import';
import * as xlsx from '@e965/xlsx';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { asSheetRefusal, SHEET_LIMITS, SheetRefusal } from './sheet-limits.ts';

/** The file container that the reader uses for .xls and unpacked .xlsx. */
interface Container {
  FullPaths: string[];
}

const { maxEntries, maxUnpackedBytes, maxRows, maxColumns, maxLetters, farthestRow } = SHEET_LIMITS;

const ROW_END = '</row>';
/** Matches a value or text that is not empty, because formulas may be filled down far below the last person. */
const HAS_VALUE = /[^>]<\/[vt]>/;

/**
 * Returns whether more rows of a sheet's XML have a value than anybody writes by hand. This takes milliseconds; reading all cells takes a second
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

const END = { signature: 'PK\u0005\u0006', bytes: 22, commentLengthAt: 20 };

/** Cuts what follows the end record, such as the bytes that a mail gateway adds, because yauzl refuses it. */
function trimArchive(bytes: Buffer): Buffer {
  const end = bytes.lastIndexOf(END.signature, bytes.length - END.bytes, 'latin1');
  return end < 0 ? bytes : bytes.subarray(0, end + END.bytes + bytes.readUInt16LE(end + END.commentLengthAt));
}

/** Unpacks nothing. Refuses too many parts, too large a sum of their declared sizes, macros, and a name that comes twice. */
async function listParts(zip: ZipFile): Promise<Map<string, Entry>> {
  const parts = new Map<string, Entry>();
  let declaredBytes = 0;
  for await (const entry of zip.eachEntry()) {
    const path = entry.fileNameRaw.toString().replaceAll('\\', '/').replace(/^\//, '').toLowerCase();
    if (parts.has(path)) throw new SheetRefusal('unreadable');
    parts.set(path, entry);
    declaredBytes += entry.uncompressedSize;
    if (parts.size > maxEntries || declaredBytes > maxUnpackedBytes) throw new SheetRefusal('tooMuch');
    if (path.endsWith('vbaproject.bin')) throw new SheetRefusal('wrongType');
  }
  return parts;
}

const TYPES = '[content_types].xml';
const OVERRIDE = /<(?:\w+:)?Override\b[^<>]*>/g;
const PART_NAME = /\bPartName\s*=\s*["']\/?([^"']+)/;
const CONTENT_TYPE = /\bContentType\s*=\s*["']([^"']+)/;
/** Parts of these types hold the cells, their formats and their order. Pictures, links, comments and their authors are not unpacked. */
const NEEDED = /\.(?:(?:sheet|template)(?:\.macroEnabled)?\.(main)|(worksheet)|sharedStrings|styles|theme)\+xml$/i;

/** Chooses the needed parts by their names in the package. Drops the others from its list of types, because the reader would look for them. */
function chooseParts(types: string) {
  const workbooks: string[] = [];
  const sheets: string[] = [];
  const others: string[] = [];
  const neededTypes = types.replace(OVERRIDE, (tag) => {
    const [needed, isWorkbook, isSheet] = NEEDED.exec(CONTENT_TYPE.exec(tag)?.[1] ?? '') ?? [];
    const path = PART_NAME.exec(tag)?.[1]?.toLowerCase();
    if (!needed || !path) return '';
    (isWorkbook ? workbooks : isSheet ? sheets : others).push(path);
    return tag;
  });
  const relations = workbooks.map((path) => path.replace(/[^/]*$/, '_rels/$&.rels'));
  return { neededTypes, workbooks, sheets, others: ['_rels/.rels', ...relations, ...others] };
}

/** Unpacks the needed parts of an .xlsx into a container for the reader. Throws `SheetRefusal`, or yauzl's error for a damaged zip. */
async function unpackXlsx(bytes: Buffer): Promise<Container> {
  // Names and sizes are checked here, because yauzl would refuse names that begin with a slash, and sizes that differ.
  const zip = await fromBufferPromise(trimArchive(bytes), { decodeStrings: false, validateEntrySizes: false });
  const parts = await listParts(zip);
  let remainingBytes: number = maxUnpackedBytes;

  /** Counts what comes out, because a declared size may be false. */
  async function unpack(path: string): Promise<Buffer | undefined> {
    const entry = parts.get(path);
    if (!entry) return undefined;
    const chunks: Buffer[] = [];
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      remainingBytes -= chunk.length;
      if (remainingBytes < 0) throw new SheetRefusal('tooMuch');
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  }

  const { neededTypes, workbooks, sheets, others } = chooseParts(String((await unpack(TYPES)) ?? ''));
  if (workbooks.length === 0) throw new SheetRefusal('wrongType');
  const container: Container = xlsx.CFB.utils.cfb_new();
  xlsx.CFB.utils.cfb_add(container, '/[Content_Types].xml', Buffer.from(neededTypes));
  let areTooLong = sheets.length > 0;
  for (const path of [...workbooks, ...sheets, ...others]) {
    const content = await unpack(path);
    if (!content) continue;
    xlsx.CFB.utils.cfb_add(container, `/${path}`, content);
    if (sheets.includes(path)) areTooLong &&= exceedsLimits(content);
  }
  // Only the reader knows which sheet is the first. If all are too long, that one is too.
  if (areTooLong) throw new SheetRefusal('tooMuch');
  return container;
}

const ZIP = Buffer.from('PK\u0003\u0004', 'latin1');
const COMPOUND = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/** `nodim` ignores the size that a sheet declares, because it may be false. */
const OPTIONS = { dense: true, cellFormula: false, cellHTML: false, cellNF: true, nodim: true } as const;
type ExtraOptions = Pick<xlsx.ParsingOptions, 'sheets' | 'cellStyles'>;

/** Exposes a private function of @e965/xlsx 0.20.3, the second half of the reader, which its types omit. */
export const { parse_zip: parseParts } = xlsx as unknown as { parse_zip: (parts: Container, options: object) => xlsx.WorkBook };

const startsWith = (bytes: Buffer, signature: Buffer) => bytes.subarray(0, signature.length).equals(signature);

/** Reads an .xls. Refuses one with macros, which it has in a folder of their own. */
function readLegacy(bytes: Buffer, extra: ExtraOptions): xlsx.WorkBook {
  const container: Container = xlsx.CFB.read(bytes, { type: 'buffer' });
  if (container.FullPaths.some((path) => /\/_VBA_PROJECT_CUR(\/|$)/i.test(path))) throw new SheetRefusal('wrongType');
  if (container.FullPaths.some((path) => /\/EncryptedPackage$/i.test(path))) throw new SheetRefusal('locked');
  if (!container.FullPaths.some((path) => /\/(Workbook|Book)$/i.test(path))) throw new SheetRefusal('wrongType');
  return xlsx.read(bytes, { ...OPTIONS, ...extra, type: 'buffer' });
}

/** Recognizes an .xlsx or .xls by its first bytes. A .csv has no such signature. */
export const isWorkbook = (bytes: Buffer): boolean => startsWith(bytes, ZIP) || startsWith(bytes, COMPOUND);

/** Reads an .xlsx or .xls into the reader's own structure. Throws `SheetRefusal`. */
export async function readWorkbook(bytes: Buffer, extra: ExtraOptions): Promise<xlsx.WorkBook> {
  if (startsWith(bytes, ZIP)) return parseParts(await unpackXlsx(bytes), { ...OPTIONS, ...extra });
  if (startsWith(bytes, COMPOUND)) return readLegacy(bytes, extra);
  throw new SheetRefusal('wrongType');
}

/** Returns the text of a cell. An unformatted number keeps all its digits, because it may be an employee number, which spreadsheets show as 1.23E+11. */
export function cellText({ t, v, w, z }: xlsx.CellObject): string {
  if (t === 's') return String(v ?? '');
  if (t === 'n' && (z === undefined || z === 'General')) return String(Number(Number(v).toPrecision(15)));
  return w ?? String(v ?? '');
}

/** Visits only the cells that exist, because one far cell makes a sheet of seventeen billion cells. */
function readRows(sheet: readonly (readonly xlsx.CellObject[])[]): SheetRow[] {
  const rows: SheetRow[] = [];
  let letters = 0;
  sheet.forEach((cellsOfRow, index) => {
    const cells: string[] = [];
    cellsOfRow.forEach((cell, column) => {
      const text = cell && cell.t !== 'z' ? cellText(cell).trim() : '';
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

/** Reads the rows of the first sheet that are not empty, of an .xlsx or .xls. Throws `SheetRefusal`. */
export async function readCells(bytes: Buffer): Promise<SheetRow[]> {
  try {
    const { Sheets, SheetNames } = await readWorkbook(bytes, { sheets: 0 });
    const sheet = Sheets[SheetNames[0] ?? ''] as { '!data'?: xlsx.CellObject[][] } | undefined;
    return readRows(sheet?.['!data'] ?? []);
  } catch (error) {
    throw asSheetRefusal(error);
  }
}
