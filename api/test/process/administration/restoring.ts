import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { everythingIn } from '../../../../core/test/tables.ts';
import { admin } from './admin.ts';
import type { Company } from './command-company.ts';

/** Closes our own connections during the restore, because a restore refuses a database in use. */
export async function restoreInto({ env, db }: Company, folder: string, ...more: string[]) {
  await db.destroy();
  const ended = await admin(['restore', '--from', folder, ...more], env);
  db.initialize();
  return ended;
}
export const contentsOf = async ({ db }: Company) => {
  const { sessions, installation = [], admin_history = [], ...rest } = await everythingIn(db);
  // A backup and a restore are noted once they are made: no backup knows of itself.
  const isOfCopies = (row: string) => /,system\.(backUp|restore),/.test(row);
  return {
    ...rest,
    installation: installation.filter((row) => !row.startsWith('(backupAt,')),
    admin_history: admin_history.filter((row) => !isOfCopies(row)),
  };
};
export function imagesOf({ images }: Company): Record<string, string> {
  const files = readdirSync(images, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !entry.name.startsWith('database-'),
  );
  const sha256 = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');
  return Object.fromEntries(files.map((entry) => [entry.name, sha256(path.join(entry.parentPath, entry.name))]).sort());
}
