import { readdir, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { terminal } from '@bitacora/core/messages/terminal';
import { exits, Stopped } from '@bitacora/core/terminal/stopped';

/** A folder, or a file with its size. */
export interface FolderEntry {
  name: string;
  path: string;
  isFolder: boolean;
  bytes: number;
}

const byName = new Intl.Collator('es-MX', { numeric: true, sensitivity: 'base' });

/** `~` is the home folder; a relative path begins at `folder`. */
export const resolvePath = (typed: string, folder: string): string => path.resolve(folder, typed.replace(/^~(?=$|[/\\])/, os.homedir()));

/** Null if nothing is there. */
const entryAt = (file: string): Promise<FolderEntry | null> =>
  stat(file).then(
    (stats) => ({ name: path.basename(file), path: file, isFolder: stats.isDirectory(), bytes: stats.size }),
    () => null,
  );

/** The folders, then the files of these kinds ('.xlsx'), without hidden ones. Throws `Stopped` if it cannot read the folder. */
export async function readFolder(folder: string, kinds: readonly string[]): Promise<FolderEntry[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    const code = String(error.code);
    throw new Stopped(exits.usage, terminal.cannotRead(folder, terminal.fileFailures[code as 'ENOENT'] ?? code));
  });
  const visible = names.filter((name) => !name.startsWith('.'));
  const entries = await Promise.all(visible.map((name) => entryAt(path.join(folder, name))));
  return entries
    .filter((entry) => entry !== null)
    .filter(({ isFolder, name }) => isFolder || kinds.includes(path.extname(name).toLowerCase()))
    .sort((one, other) => Number(other.isFolder) - Number(one.isFolder) || byName.compare(one.name, other.name));
}

export const entryAtPath = (typed: string, folder: string): Promise<FolderEntry | null> => entryAt(resolvePath(typed, folder));
