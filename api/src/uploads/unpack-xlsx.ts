import { inflateRawSync } from 'node:zlib';
import * as xlsx from '@e965/xlsx';
import { exceedsLimits } from './exceeds-limits.ts';
import { SHEET_LIMITS, SheetRefusal } from './sheet-limits.ts';
import { packedBytes, type ZipEntry, zipEntries } from './zip-entries.ts';

/** The reader's file system in a file. */
export interface Container {
  FullPaths: string[];
}

const { maxEntries, maxUnpackedBytes } = SHEET_LIMITS;

/** What cells, their formats and their order are read from; pictures, links and comments are not even unpacked. */
const NEEDED = /^(\[Content_Types\]\.xml|_rels\/\.rels|xl\/_rels\/workbook\.xml\.rels|xl\/([^/]+|theme\/[^/]+|worksheets\/[^/]+)\.xml)$/i;
const SHEET = /^xl\/worksheets\/[^/]+\.xml$/i;
const pathOf = ({ name }: ZipEntry) => name.replace(/^\//, '');

function entriesOf(bytes: Buffer): ZipEntry[] {
  let entries: ZipEntry[];
  try {
    entries = zipEntries(bytes, maxEntries);
  } catch (error) {
    throw new SheetRefusal((error as Error).message === 'too many entries' ? 'tooMuch' : 'unreadable');
  }
  if (entries.reduce((sum, { unpackedBytes }) => sum + unpackedBytes, 0) > maxUnpackedBytes) throw new SheetRefusal('tooMuch');
  return entries;
}

/** One part, unpacked to `atMost` bytes: a header may have lied about its size. */
function unpacked(bytes: Buffer, entry: ZipEntry, atMost: number): Buffer {
  const packed = packedBytes(bytes, entry);
  if (packed.length > atMost) throw new SheetRefusal('tooMuch');
  if (!entry.isDeflated) return packed;
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, atMost) });
  } catch (error) {
    throw new SheetRefusal((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? 'tooMuch' : 'unreadable');
  }
}

/**
 * The parts of an .xlsx that we read, in a container of the reader's own. We unpack them ourselves: the reader would trust the sizes
 * that the file declares, and its buffers lie outside the heap that the worker is held to.
 */
export function unpackXlsx(bytes: Buffer): Container {
  const entries = entriesOf(bytes);
  if (entries.some(({ name }) => /vbaProject\.bin$/i.test(name))) throw new SheetRefusal('wrongType');
  if (!entries.some((entry) => pathOf(entry).toLowerCase() === 'xl/workbook.xml')) throw new SheetRefusal('wrongType');

  const container: Container = xlsx.CFB.utils.cfb_new();
  const sheets: Buffer[] = [];
  let left: number = maxUnpackedBytes;
  for (const entry of entries.filter((each) => NEEDED.test(pathOf(each)))) {
    const content = unpacked(bytes, entry, left);
    left -= content.length;
    xlsx.CFB.utils.cfb_add(container, `/${pathOf(entry)}`, content);
    if (SHEET.test(pathOf(entry))) sheets.push(content);
  }
  // Which of them is the first is told by the reader; when all are too long, so is that one.
  if (sheets.length > 0 && sheets.every(exceedsLimits)) throw new SheetRefusal('tooMuch');
  return container;
}
