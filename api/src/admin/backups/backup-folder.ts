import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { link, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { StoredTable } from '@bitacora/core/server';
import { exits, Stopped } from '@bitacora/core/terminal/terminal';
import { PRIVATE_FILE, PRIVATE_FOLDER, skipMissing, syncEntries } from '../../storage/files.ts';
import { administration as texts } from '../messages.ts';
import type { BackupKey } from './backup-key.ts';

const LINE_END = 10;

/** Lets bytes through and keeps their SHA-256 and their lines. */
export function tally() {
  const hash = createHash('sha256');
  let lines = 0;
  async function* pass(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk);
      for (let at = chunk.indexOf(LINE_END); at >= 0; at = chunk.indexOf(LINE_END, at + 1)) lines++;
      yield chunk;
    }
  }
  /** Once all of it has passed. */
  const total = () => ({ sha256: hash.digest('hex'), lines });
  return { pass, total };
}

export const MANIFEST = 'manifest.json';
/** As `sha256sum -c` reads it. */
export const SUMS = 'SHA256SUMS';

export interface KeptTable extends StoredTable {
  rows: number;
  /** Of the rows as COPY writes them, before they are compressed. */
  sha256: string;
  /** The last number given out; null where numbers are not given. */
  last: number | null;
}

/** What a backup holds. It is written last: a folder without it is none. */
export interface Manifest {
  /** 2: every other file but the sums is encrypted, and the manifest is signed. */
  format: 1 | 2;
  /** The public half of the key that opens the files. */
  recipient?: string;
  madeAt: string;
  /** The migrations it was made under, in their order. */
  schema: string[];
  tables: KeptTable[];
  images: number;
  /** Names of images that were not what they had been stored as, and came along as they are. Absent in backups of 1.1.2 and before. */
  altered?: string[];
  /** Names of images that could not be read, and did not come along. */
  missing?: string[];
  /** Names of damaged or missing images that came along as an earlier backup has them. */
  recovered?: string[];
  secrets: string[];
  /** SHA-256 of the file of sums. */
  sums: string;
}

export const fileOf = ({ name }: Pick<StoredTable, 'name'>): string => `tables/${name}.copy.gz`;
export const imageFile = (name: string): string => `images/${name.slice(0, 2)}/${name}`;

/** What may be kept of DATA_DIR besides images; no other name is put back. */
export const SECRETS = ['session-secret', 'bot-token'] as const;
export const isSecret = (name: string): boolean => (SECRETS as readonly string[]).includes(name);
export const secretFile = (name: string): string => `secrets/${name}`;

/** How an encrypted file ends. */
const ENCRYPTED = '.age';
/** The name of a file in the folder, and what it was before. */
export const storedName = (name: string, key: BackupKey | undefined): string => (key ? `${name}${ENCRYPTED}` : name);
export const nameBefore = (stored: string): string => (stored.endsWith(ENCRYPTED) ? stored.slice(0, -ENCRYPTED.length) : stored);

export const rowsOf = ({ tables }: Pick<Manifest, 'tables'>): number => tables.reduce((sum, table) => sum + table.rows, 0);

const sealOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** With a key the seal is a signature, which nobody else can make. */
export function sealed(manifest: Manifest, key?: BackupKey): string {
  const text = JSON.stringify(manifest);
  return `${JSON.stringify({ ...manifest, seal: key ? key.sign(text) : sealOf(text) }, null, 2)}\n`;
}

/** The manifest of a text; null where a letter of it was changed, it is of another format, or another key has signed it. */
export function unsealed(text: string, key?: BackupKey): Manifest | null {
  try {
    const { seal, ...manifest } = JSON.parse(text) as Manifest & { seal: string };
    if (manifest.format !== (key ? 2 : 1)) return null;
    const sealedText = JSON.stringify(manifest);
    return (key ? key.hasSigned(sealedText, seal) : seal === sealOf(sealedText)) ? manifest : null;
  } catch {
    return null;
  }
}

type ChunkTransform = (chunks: AsyncIterable<Buffer>) => AsyncIterable<Buffer>;

export interface NewFolder {
  /** Writes a file, its owner's alone, and answers its SHA-256. */
  write(name: string, bytes: Readable, ...steps: (ChunkTransform | NodeJS.ReadWriteStream)[]): Promise<string>;
  /** Gives a file that exists a second name here; false where the disk cannot. */
  link(name: string, file: string): Promise<boolean>;
}

/** What a disk without hard links answers, or one on which a file has all the names that it may have. */
const NO_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EXDEV', 'EMLINK', 'EACCES'];

/** Has a folder filled under another name and gives it its own once all of it would survive a power cut, or leaves nothing. */
export async function newFolder<Result>(place: string, fill: (folder: NewFolder) => Promise<Result>): Promise<Result> {
  if ((await readdir(place).catch(skipMissing))?.length) throw new Stopped(exits.refused, texts.notEmpty(place));
  await mkdir(path.dirname(place), { recursive: true });
  const unfinished = await mkdtemp(`${place}.incompleto-`);
  const folders = new Set([unfinished]);

  async function placeOf(name: string): Promise<string> {
    const file = path.join(unfinished, name);
    if (!folders.has(path.dirname(file))) await mkdir(path.dirname(file), { recursive: true, mode: PRIVATE_FOLDER });
    folders.add(path.dirname(file));
    return file;
  }

  async function linkFile(name: string, file: string): Promise<boolean> {
    try {
      await link(file, await placeOf(name));
      return true;
    } catch (error) {
      if (NO_LINKS.includes((error as NodeJS.ErrnoException).code ?? '')) return false;
      throw error;
    }
  }

  async function write(name: string, bytes: Readable, ...steps: (ChunkTransform | NodeJS.ReadWriteStream)[]): Promise<string> {
    const file = await placeOf(name);
    const digest = tally();
    const out = createWriteStream(file, { flags: 'wx', mode: PRIVATE_FILE, flush: true });
    const line: readonly unknown[] = [bytes, ...steps, digest.pass, out];
    await pipeline(line as readonly NodeJS.ReadWriteStream[]); // its type knows lists of streams only, functions go as well
    return digest.total().sha256;
  }

  try {
    const result = await fill({ write, link: linkFile });
    for (const folder of folders) await syncEntries(folder);
    await rename(unfinished, place);
    await syncEntries(path.dirname(place));
    return result;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}
