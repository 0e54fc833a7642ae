import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import { crc32 } from 'node:zlib';

export interface ZipWriter {
  write(name: string, bytes: Readable): Promise<void>;
}
interface ZipEntry {
  name: Buffer;
  crc: number;
  size: number;
  at: number;
}

/** A reader that takes no data for this time counts as gone. */
const STALLED_MS = 60_000;
const FITS_32_BITS = 0xffff_ffff;
const FITS_16_BITS = 0xffff;
/** The flags say that names are UTF-8, and that checksum and size follow the bytes, because a stream does not know them before. */
const FLAGS = 0x0808;
/** ZIP version 4.5, which has sizes of 64 bits. */
const VERSION = 45;

const fields = (...parts: readonly (readonly [bytes: 2 | 4 | 8, value: number])[]): Buffer =>
  Buffer.concat(
    parts.map(([bytes, value]) => {
      const field = Buffer.alloc(bytes);
      if (bytes === 8) field.writeBigUInt64LE(BigInt(value));
      else field.writeUIntLE(value, 0, bytes);
      return field;
    }),
  );

/** Encodes the time in the format of MS-DOS. `at` holds the local time in its UTC fields, as `wallClockAt` returns it. */
const dosTime = (at: Date) => (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
const dosDay = (at: Date) => ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();

const localHeader = (name: Buffer, at: Date) =>
  Buffer.concat([
    fields([4, 0x0403_4b50], [2, VERSION], [2, FLAGS], [2, 0], [2, dosTime(at)], [2, dosDay(at)]),
    fields([4, 0], [4, 0], [4, 0], [2, name.length], [2, 0]),
    name,
  ]);

const directoryEntry = ({ name, crc, size, at: offset }: ZipEntry, at: Date) => {
  const extra = offset > FITS_32_BITS ? fields([2, 1], [2, 8], [8, offset]) : Buffer.alloc(0);
  return Buffer.concat([
    fields([4, 0x0201_4b50], [2, VERSION], [2, VERSION], [2, FLAGS], [2, 0], [2, dosTime(at)], [2, dosDay(at)]),
    fields([4, crc], [4, size], [4, size], [2, name.length], [2, extra.length], [2, 0], [2, 0], [2, 0], [4, 0]),
    fields([4, Math.min(offset, FITS_32_BITS)]),
    name,
    extra,
  ]);
};

function directoryEnd(count: number, size: number, offset: number): Buffer {
  const wide = Buffer.concat([
    fields([4, 0x0606_4b50], [8, 44], [2, VERSION], [2, VERSION], [4, 0], [4, 0], [8, count], [8, count], [8, size], [8, offset]),
    fields([4, 0x0706_4b50], [4, 0], [8, offset + size], [4, 1]),
  ]);
  const files = Math.min(count, FITS_16_BITS);
  const last = Buffer.concat([
    fields([4, 0x0605_4b50], [2, 0], [2, 0], [2, files], [2, files]),
    fields([4, Math.min(size, FITS_32_BITS)], [4, Math.min(offset, FITS_32_BITS)], [2, 0]),
  ]);
  return files < count || size > FITS_32_BITS || offset > FITS_32_BITS ? Buffer.concat([wide, last]) : last;
}

/**
 * Streams a ZIP while it is written. It is our own code because it must end when its reader goes away or stalls, which writers such as
 * yazl leave to their caller. Files are stored as they are, because images and workbooks are compressed already; one takes
 * less than 4 GB. `fill` is called at once, and fails when the reader goes away or `until` is over.
 */
function streamZip(fill: (zip: ZipWriter) => Promise<void>, at: Date, until: AbortSignal): Readable {
  const out = new PassThrough();
  const gone = new AbortController();
  out.once('close', () => gone.abort());
  const over = AbortSignal.any([gone.signal, until]);
  const entries: ZipEntry[] = [];
  let offset = 0;

  async function put(bytes: Buffer): Promise<void> {
    over.throwIfAborted();
    offset += bytes.length;
    if (!out.write(bytes)) await once(out, 'drain', { signal: AbortSignal.any([over, AbortSignal.timeout(STALLED_MS)]) });
  }

  async function write(title: string, bytes: Readable): Promise<void> {
    const entry: ZipEntry = { name: Buffer.from(title), crc: 0, size: 0, at: offset };
    await put(localHeader(entry.name, at));
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      entry.crc = crc32(chunk, entry.crc);
      entry.size += chunk.length;
      if (entry.size > FITS_32_BITS) throw new Error(`${title} takes 4 GB or more`);
      await put(chunk);
    }
    await put(fields([4, 0x0807_4b50], [4, entry.crc], [4, entry.size], [4, entry.size]));
    entries.push(entry);
  }

  const writeAll = async () => {
    await fill({ write });
    const directory = offset;
    for (const entry of entries) await put(directoryEntry(entry, at));
    await put(directoryEnd(entries.length, offset - directory, directory));
    out.end();
  };
  writeAll().catch((error) => out.destroy(gone.signal.aborted ? undefined : error));
  return out;
}

/** An archive is ended after this time, in ms, to free its connection. A larger export or a slow line needs the command on the server. */
const LONGEST_MS = 60 * 60_000;

/** Opens the archive that `fill` writes. A failure before the first byte is thrown, so that it is still refused with a status. */
export async function openZip(fill: (zip: ZipWriter) => Promise<void>, at: Date): Promise<Readable> {
  const archive = streamZip(fill, at, AbortSignal.timeout(LONGEST_MS));
  // Without a listener, a failure before the answer takes it over would end the process.
  archive.on('error', () => {});
  await once(archive, 'readable');
  return archive;
}
