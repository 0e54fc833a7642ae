import { posix } from 'node:path';
import type { ForeignKind } from '@bitacora/core/domain/refusal';
import * as xlsx from '@e965/xlsx';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { SHEET_LIMITS, SheetRefusal } from './sheet-limits.ts';
import { markStruckFormats, markStruckXls } from './struck-formats.ts';

/** The file container that the reader uses for .xls and unpacked .xlsx. */
interface Container {
  FullPaths: string[];
}

const { maxEntries, maxUnpackedBytes, maxFilledRows } = SHEET_LIMITS;

const ROW_END = '</row>';
/** Matches a value or text that is not empty, because formulas may be filled down far below the last person. */
const HAS_VALUE = /[^>]<\/[vt]>/;

/**
 * Cuts the XML of a sheet below more rows with a value than anybody writes by hand, because reading all cells takes seconds and much memory. It
 * knows the usual spelling only; the memory of the worker bounds the rest.
 */
export function cutRows(sheet: Buffer): Buffer {
  let [count, at] = [0, 0];
  for (let end = sheet.indexOf(ROW_END); end >= 0; end = sheet.indexOf(ROW_END, at)) {
    if (HAS_VALUE.test(sheet.toString('latin1', at, end))) count++;
    at = end + ROW_END.length;
    if (count > maxFilledRows) return Buffer.concat([sheet.subarray(0, at), Buffer.from('</sheetData></worksheet>')]);
  }
  return sheet;
}

const END = { signature: 'PK\u0005\u0006', bytes: 22, commentLengthAt: 20 };

/** Cuts what follows the end record, such as the bytes that a mail gateway adds, because yauzl refuses it. */
function trimArchive(bytes: Buffer): Buffer {
  const end = bytes.lastIndexOf(END.signature, bytes.length - END.bytes, 'latin1');
  return end < 0 ? bytes : bytes.subarray(0, end + END.bytes + bytes.readUInt16LE(end + END.commentLengthAt));
}

/** Unpacks nothing. Refuses too many parts, and macros. A name that comes twice has no entry. */
async function listParts(zip: ZipFile): Promise<Map<string, Entry | undefined>> {
  const parts = new Map<string, Entry | undefined>();
  for await (const entry of zip.eachEntry()) {
    const path = entry.fileNameRaw.toString().replaceAll('\\', '/').replace(/^\//, '').toLowerCase();
    parts.set(path, parts.has(path) ? undefined : entry);
    if (parts.size > maxEntries) throw new SheetRefusal('tooMuch');
    if (path.endsWith('vbaproject.bin')) throw new SheetRefusal('wrongType', { kind: 'macros' });
  }
  return parts;
}

const readAttribute = (tag: string, name: string) => new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)`).exec(tag)?.[1] ?? '';

/**
 * Reads the relations of a part from their XML. Their targets are relative to the part, or begin with a slash. `kind` is the last word of the type,
 * because Strict OOXML has another address before it.
 */
const readRelations = (part: string, xml: string) =>
  (xml.match(/<(?:\w+:)?Relationship\b[^<>]*>/g) ?? []).map((tag) => ({
    id: readAttribute(tag, 'Id'),
    kind: readAttribute(tag, 'Type').replace(/.*\//, ''),
    path: posix.resolve('/', posix.dirname(part), readAttribute(tag, 'Target').replaceAll('\\', '/')).slice(1).toLowerCase(),
  }));

const MAIN = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
/** The parts besides the sheets that the reader gets, by the kind of their relation, and the change that each needs. */
const SHARED = new Map<string, (part: Buffer) => Buffer | string>([
  // The reader counts the texts by their closing tags.
  ['sharedStrings', (part) => (part.includes('si/>') ? String(part).replace(/<((?:\w+:)?)si\/>/g, '<$1si><$1t></$1t></$1si>') : part)],
  ['styles', (part) => markStruckFormats(String(part))],
  ['theme', (part) => part],
]);
const tagType = (part: string, type: string) => `<Override PartName="/xl/${part}.xml" ContentType="${type}+xml"/>`;
const TYPES = `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${tagType('workbook', `${MAIN}.sheet.main`)}${tagType('sharedStrings', `${MAIN}.sharedStrings`)}${tagType('styles', `${MAIN}.styles`)}${tagType('theme', 'application/vnd.openxmlformats-officedocument.theme')}</Types>`;

/** The part by which a zip is known that holds no workbook in XML. */
const foreignParts: readonly (readonly [string, ForeignKind])[] = [
  ['content.xml', 'ods'],
  ['index/document.iwa', 'numbers'],
  ['xl/workbook.bin', 'xlsb'],
];

/**
 * Unpacks the workbook and the parts that its relations name into a new package for the reader, with names of its own. No other part is unpacked or
 * named, so none can be a reason to refuse the file. Throws `SheetRefusal`, or yauzl's error for a damaged zip.
 */
async function unpackXlsx(bytes: Buffer): Promise<Container> {
  // Names and sizes are checked here, because yauzl would refuse names that begin with a slash, and sizes that differ.
  const zip = await fromBufferPromise(trimArchive(bytes), { decodeStrings: false, validateEntrySizes: false });
  const parts = await listParts(zip);
  let remainingBytes: number = maxUnpackedBytes;

  /** Counts what comes out, because a declared size may be false. */
  async function unpack(path: string): Promise<Buffer> {
    const entry = parts.get(path);
    if (!entry && parts.has(path)) throw new SheetRefusal('unreadable', {}, 'a part comes twice');
    const chunks: Buffer[] = [];
    for await (const chunk of entry ? await zip.openReadStreamPromise(entry) : []) {
      remainingBytes -= chunk.length;
      if (remainingBytes < 0) throw new SheetRefusal('tooMuch');
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  }
  const relationsFrom = async (part: string) => readRelations(part, String(await unpack(part.replace(/[^/]*$/, '_rels/$&.rels'))));

  const book = (await relationsFrom('')).find(({ kind }) => kind === 'officeDocument')?.path ?? 'xl/workbook.xml';
  const workbook = await unpack(book);
  if (!/<(?:\w+:)?workbook\b/.test(workbook.toString('latin1')))
    throw new SheetRefusal('wrongType', { kind: foreignParts.find(([part]) => parts.has(part))?.[1] ?? 'other' });

  const container: Container = xlsx.CFB.utils.cfb_new();
  const add = (path: string, content: Buffer | string) => xlsx.CFB.utils.cfb_add(container, path, Buffer.from(content as string));
  add('/[Content_Types].xml', TYPES);
  add('/xl/workbook.xml', workbook);
  const relations = await relationsFrom(book);
  for (const [kind, change] of SHARED)
    add(`/xl/${kind}.xml`, change(await unpack(relations.find((relation) => relation.kind === kind)?.path ?? '')));
  // A chart or macro sheet keeps its relation, because the reader looks for every sheet.
  add('/xl/_rels/workbook.xml.rels', relations.map(({ id }, n) => `<Relationship Id="${id}" Target="sheet${n}.xml"/>`).join(''));
  for (const [n, { kind, path }] of relations.entries()) if (kind === 'worksheet') add(`/xl/sheet${n}.xml`, cutRows(await unpack(path)));
  return container;
}

const ZIP = Buffer.from('PK\u0003\u0004', 'latin1');
const COMPOUND = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/** `nodim` ignores the size that a sheet declares, because it may be false. */
const OPTIONS = { dense: true, cellFormula: false, cellHTML: false, cellNF: true, nodim: true } as const;
type ExtraOptions = Pick<xlsx.ParsingOptions, 'sheets' | 'cellStyles'>;

type ReadContainer = (parts: Container, options: object) => xlsx.WorkBook;
/** Private functions of @e965/xlsx 0.20.3, the second halves of the reader, which its types omit. */
const internals = xlsx as unknown as { parse_zip: ReadContainer; parse_xlscfb: ReadContainer };
export const parseParts = internals.parse_zip;

const startsWith = (bytes: Buffer, signature: Buffer) => bytes.subarray(0, signature.length).equals(signature);

/** Reads an .xls. Refuses one with macros, which it has in a folder of their own. */
function readLegacy(bytes: Buffer, extra: ExtraOptions): xlsx.WorkBook {
  const container: Container = xlsx.CFB.read(bytes, { type: 'buffer' });
  if (container.FullPaths.some((path) => /\/_VBA_PROJECT_CUR(\/|$)/i.test(path))) throw new SheetRefusal('wrongType', { kind: 'macros' });
  if (container.FullPaths.some((path) => /\/EncryptedPackage$/i.test(path))) throw new SheetRefusal('locked');
  if (!container.FullPaths.some((path) => /\/(Workbook|Book)$/i.test(path))) throw new SheetRefusal('wrongType', { kind: 'other' });
  const stream = xlsx.CFB.find(container, '/Workbook')?.content;
  if (Buffer.isBuffer(stream)) markStruckXls(stream);
  return internals.parse_xlscfb(container, { ...OPTIONS, ...extra });
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
