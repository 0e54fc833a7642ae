import { chmod, mkdir } from 'node:fs/promises';
import path from 'node:path';

/** For `open` and `writeFile`: the file is its owner's alone. Windows ignores it. */
export const PRIVATE_FILE = 0o600;
export const PRIVATE_FOLDER = 0o700;

/**
 * The folder, there and closed to other users of this computer, also where an earlier version left it open. The folders above stay
 * as they are: the embedded PostgreSQL passes through them as another user. A disk without modes keeps what it has.
 */
export async function privateFolder(folder: string): Promise<string> {
  await mkdir(path.dirname(folder), { recursive: true });
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
  await chmod(folder, PRIVATE_FOLDER).catch(() => {});
  return folder;
}
