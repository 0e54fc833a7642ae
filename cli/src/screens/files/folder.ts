import { readdir, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { terminal } from '@bitacora/core/messages/terminal';
import { exits, Stopped } from '@bitacora/core/terminal/stopped';

/** A folder, or a file that may be chosen, with its size. */
export interface FolderEntry {
  name: string;
  path: string;
  isFolder: boolean;
  bytes: number;
}

const byName = new Intl.Collator('es-MX', { numeric: true, sensitivity: 'base' });

/** What a person typed as a path: `~` is their own folder, and the rest counts from `folder`. */
export const resolvePath = (typed: string, folder: string): string => path.resolve(folder, typed.replace(/^~(?=$|[/\\])/, os.homedir()));

/** Null for what went meanwhile, or leads nowhere. */
const entryAt = (file: string): Promise<FolderEntry | null> =>
  stat(file).then(
    (found) => ({ name: path.basename(file), path: file, isFolder: found.isDirectory(), bytes: found.size }),
    () => null,
  );

/** The folders in a folder, then the files of these kinds ('.xlsx'); what is hidden is left out. Throws `Stopped` where it cannot be read. */
export async function readFolder(folder: string, kinds: readonly string[]): Promise<FolderEntry[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    const code = String(error.code);
    throw new Stopped(exits.usage, terminal.cannotRead(folder, terminal.fileFailures[code as 'ENOENT'] ?? code));
  });
  const seen = names.filter((name) => !name.startsWith('.'));
  const found = (await Promise.all(seen.map((name) => entryAt(path.join(folder, name))))).filter((entry) => entry !== null);
  const wanted = found.filter(({ isFolder, name }) => isFolder || kinds.includes(path.extname(name).toLowerCase()));
  return wanted.sort((one, other) => Number(other.isFolder) - Number(one.isFolder) || byName.compare(one.name, other.name));
}

/** What lies at a typed path, or null. */
export const entryAtPath = (typed: string, folder: string): Promise<FolderEntry | null> => entryAt(resolvePath(typed, folder));
