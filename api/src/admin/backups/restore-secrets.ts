import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { writeFileAtomically } from '../write-file-atomically.ts';
import { secretFile } from './manifest.ts';
import type { Backup } from './read-backup.ts';

/** Puts the secrets where there are none; with `isReplacing` also where there are. */
export async function putSecrets({ folder, manifest }: Backup, dataDir: string, isReplacing: boolean): Promise<void> {
  for (const name of manifest.secrets) {
    const place = path.join(dataDir, name);
    if (existsSync(place) && !isReplacing) continue;
    await writeFileAtomically(place, await readFile(path.join(folder, secretFile(name))));
  }
}
