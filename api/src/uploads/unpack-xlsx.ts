import * as xlsx from '@e965/xlsx';
import { Unzip, type UnzipFile, UnzipInflate, unzipSync } from 'fflate';
import { SHEET_LIMITS, SheetRefusal } from './sheet-limits.ts';

/** The reader's file system in a file. */
export interface Container {
  FullPaths: string[];
}

const { maxEntries, maxUnpackedBytes, farthestRow } = SHEET_LIMITS;

/** Cells, their formats and their order are read from these parts. Pictures, links and comments are not unpacked. */
const NEEDED = /^(\[Content_Types\]\.xml|_rels\/\.rels|xl\/_rels\/workbook\.xml\.rels|xl\/([^/]+|theme\/[^/]+|worksheets\/[^/]+)\.xml)$/i;
const SHEET = /^xl\/worksheets\/[^/]+\.xml$/i;
/** Of packed bytes; deflate makes at most a thousand times as many of them, so the limit is checked often enough. */
const SLICE_BYTES = 4_096;
/** Bytes that may stand before the first `<` of a text: marks of its encoding and white space. */
const BEFORE_XML = new Set([0xef, 0xbb, 0xbf, 0xff, 0xfe, 0x00, 0x20, 0x09, 0x0a, 0x0d]);

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

const pathOf = (name: string) => name.replace(/^\//, '');

/** Reads the names in the zip's directory and unpacks nothing. Refuses too many parts, too large a sum of their declared sizes, and macros. */
function readDirectory(bytes: Buffer): Set<string> {
  const paths: string[] = [];
  let declaredBytes = 0;
  unzipSync(bytes, {
    filter({ name, originalSize }) {
      declaredBytes += originalSize;
      paths.push(pathOf(name).toLowerCase());
      if (paths.length > maxEntries || declaredBytes > maxUnpackedBytes) throw new SheetRefusal('tooMuch');
      return false;
    },
  });
  if (paths.some((path) => path.endsWith('vbaproject.bin')) || !paths.includes('xl/workbook.xml')) throw new SheetRefusal('wrongType');
  return new Set(paths);
}

/**
 * Unpacks the needed parts. Declared sizes are not believed: it counts the bytes that come out and stops at the limit. A name that the
 * directory does not hold, or holds once and comes twice, is refused, because it may stand inside another part (a workbook in a workbook).
 */
function neededParts(bytes: Buffer, directory: ReadonlySet<string>): Map<string, Buffer> {
  const parts = new Map<string, Buffer>();
  const names = new Set<string>();
  let unpackedBytes = 0;
  const unzip = new Unzip((file: UnzipFile) => {
    const path = pathOf(file.name);
    if (!directory.has(path.toLowerCase()) || names.has(path.toLowerCase())) throw new SheetRefusal('unreadable');
    names.add(path.toLowerCase());
    if (!NEEDED.test(path)) return;
    const chunks: Uint8Array[] = [];
    file.ondata = (error, chunk, isLast) => {
      if (error) throw error;
      unpackedBytes += chunk.length;
      if (unpackedBytes > maxUnpackedBytes) throw new SheetRefusal('tooMuch');
      chunks.push(chunk);
      if (isLast) parts.set(path, Buffer.concat(chunks));
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) unzip.push(bytes.subarray(at, at + SLICE_BYTES), at + SLICE_BYTES >= bytes.length);
  return parts;
}

/** False for an encrypted part, which fflate unpacks to noise. */
const isXml = (content: Buffer) => (content.find((byte) => !BEFORE_XML.has(byte)) ?? 0x3c) === 0x3c;

/**
 * The parts of an .xlsx that we read, in a container of the reader's own. We unpack them ourselves, because the reader trusts declared
 * sizes and its buffers lie outside the heap that limits the worker. Throws `SheetRefusal`, or fflate's error for a damaged zip.
 */
export function unpackXlsx(bytes: Buffer): Container {
  const directory = readDirectory(bytes);
  const container: Container = xlsx.CFB.utils.cfb_new();
  const sheets: Buffer[] = [];
  for (const [path, content] of neededParts(bytes, directory)) {
    if (!isXml(content)) throw new SheetRefusal('unreadable');
    xlsx.CFB.utils.cfb_add(container, `/${path}`, content);
    if (SHEET.test(path)) sheets.push(content);
  }
  // Only the reader knows which sheet is the first. If all are too long, that one is too.
  if (sheets.length > 0 && sheets.every(exceedsLimits)) throw new SheetRefusal('tooMuch');
  return container;
}
