import { createHash } from 'node:crypto';
import { chmod, mkdir, open, rename, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Writes a private file as a whole or not at all. Returns once it would survive a power cut. */
export async function writeFileAtomically(place: string, bytes: Buffer): Promise<void> {
  const part = `${place}.part`;
  await rm(part, { force: true }); // one that was left behind would keep the mode it has
  try {
    const file = await open(part, 'wx', PRIVATE_FILE);
    await file
      .writeFile(bytes)
      .then(() => file.sync())
      .finally(() => file.close());
    await rename(part, place);
  } catch (error) {
    await rm(part, { force: true }).catch(() => {}); // because the first error says what to do
    throw error;
  }
  await syncEntries(path.dirname(place));
}

/** Modes of files and folders that only their owner may use. Windows ignores them. */
export const PRIVATE_FILE = 0o600;
export const PRIVATE_FOLDER = 0o700;

/**
 * Makes the folder and closes it to other users. The folders above stay as they are, because
 * the embedded PostgreSQL passes through them as another user. A disk without modes keeps what it has.
 */
export async function privateFolder(folder: string): Promise<string> {
  await mkdir(path.dirname(folder), { recursive: true });
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
  await chmod(folder, PRIVATE_FOLDER).catch(() => {});
  return folder;
}

export async function readFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Returns the SHA-256 of a stream in hex. Rejects as the stream does. */
export async function hashStream(bytes: Readable): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(bytes, hash);
  return hash.digest('hex');
}

/** A handler for `catch` that returns null where the file or folder is missing. */
export function skipMissing(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  return null;
}

/** A bad disk answers one of these for one file while it can read the others. */
const UNREADABLE = ['EIO', 'EACCES', 'EPERM', 'EISDIR', 'ESTALE'];

/** A handler for `catch` that returns null where this one file cannot be read. */
export function skipUnreadable(error: unknown): null {
  if (!UNREADABLE.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  return null;
}

/** A new name outlives a power cut only once its folder is synced too. Windows opens no folders; it journals names itself. */
export async function syncEntries(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}
