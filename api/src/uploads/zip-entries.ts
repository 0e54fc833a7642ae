/** One part of a zip, as its central directory tells. */
export interface ZipEntry {
  name: string;
  isDeflated: boolean;
  packedBytes: number;
  unpackedBytes: number;
  /** Where its local header stands. */
  at: number;
}

const END_SIGNATURE = 0x06054b50;
const END_BYTES = 22;
const COMMENT_MAX = 65_535;
const ENTRY_SIGNATURE = 0x02014b50;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
const ENCRYPTED = 1;
const STORED = 0;
const DEFLATED = 8;

function endOf(zip: Buffer): number {
  const earliest = Math.max(0, zip.length - END_BYTES - COMMENT_MAX);
  for (let at = zip.length - END_BYTES; at >= earliest; at--) if (zip.readUInt32LE(at) === END_SIGNATURE) return at;
  throw new RangeError('no end of central directory');
}

function entryAt(zip: Buffer, at: number): { entry: ZipEntry; next: number } {
  if (zip.readUInt32LE(at) !== ENTRY_SIGNATURE) throw new RangeError('no central directory entry');
  const [flags, method] = [zip.readUInt16LE(at + 8), zip.readUInt16LE(at + 10)];
  if (flags & ENCRYPTED || (method !== STORED && method !== DEFLATED)) throw new RangeError('packed in a way we do not read');
  const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset)) as [number, number, number];
  const entry = {
    name: zip.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameLength),
    isDeflated: method === DEFLATED,
    packedBytes: zip.readUInt32LE(at + 20),
    unpackedBytes: zip.readUInt32LE(at + 24),
    at: zip.readUInt32LE(at + 42),
  };
  return { entry, next: at + ENTRY_BYTES + nameLength + extraLength + commentLength };
}

/** The parts a zip says it has; unpacks nothing. Throws RangeError on what is no zip, and on more than `maxEntries`. */
export function zipEntries(zip: Buffer, maxEntries: number): ZipEntry[] {
  const end = endOf(zip);
  const count = zip.readUInt16LE(end + 10);
  if (count > maxEntries) throw new RangeError('too many entries');
  const entries: ZipEntry[] = [];
  for (let at = zip.readUInt32LE(end + 16); entries.length < count; ) {
    const { entry, next } = entryAt(zip, at);
    entries.push(entry);
    at = next;
  }
  return entries;
}

/** The packed bytes of a part. */
export function packedBytes(zip: Buffer, { at, packedBytes: length }: ZipEntry): Buffer {
  const start = at + LOCAL_BYTES + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28);
  if (start + length > zip.length) throw new RangeError('an entry reaches beyond the end');
  return zip.subarray(start, start + length);
}
