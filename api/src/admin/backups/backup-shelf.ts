import { existsSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { exits, Stopped } from '@bitacora/core/terminal/stopped';
import { restoration as texts } from '../../messages/verification.ts';
import { skipMissing } from '../../storage/files.ts';
import { imageFile, MANIFEST } from './backup-folder.ts';
import type { BackupKey } from './backup-key.ts';
import { manifestIn, sumOf, sumsIn } from './read-backup.ts';

/** Sorts by its moment, and is a name on every disk. */
export const shelfName = (at: Date): string => `bitacora-${at.toISOString().slice(0, 19).replaceAll(':', '')}Z`;
const NAME = /^bitacora-\d{4}-\d\d-\d\dT\d{6}Z$/;
const UNFINISHED = /^bitacora-\d{4}-\d\d-\d\dT\d{6}Z\.incompleto-/;
/** A backup that still runs is younger. */
const UNFINISHED_MAX_MS = 24 * 3_600_000;

const hasManifest = (folder: string) => existsSync(path.join(folder, MANIFEST));

/** Complete backups of `backup --into`, the newest first. */
async function backupsIn(shelf: string): Promise<string[]> {
  const names = ((await readdir(shelf).catch(skipMissing)) ?? []).filter((name) => NAME.test(name));
  return names
    .sort()
    .reverse()
    .map((name) => path.join(shelf, name))
    .filter(hasManifest);
}

export async function latestIn(shelf: string): Promise<string> {
  const [latest] = await backupsIn(shelf);
  if (!latest) throw new Stopped(exits.refused, texts.noneIn(shelf));
  return latest;
}

/** Images of the backup before that the next one may share. */
export interface EarlierImages {
  /** Undefined where it is not there, or not what was written: that one must not spread. */
  find(file: string): Promise<{ place: string; sha256: string } | undefined>;
}

/** Undefined where there is none of this key, or none that is whole. */
export async function earlierImages(shelf: string, key: BackupKey | undefined): Promise<EarlierImages | undefined> {
  const [folder] = await backupsIn(shelf);
  if (!folder) return undefined;
  try {
    const manifest = await manifestIn(folder, key);
    const sums = await sumsIn(folder, manifest);
    const altered = new Set(manifest.altered?.map(imageFile));
    return {
      async find(file) {
        const [place, sha256] = [path.join(folder, file), sums.get(file)];
        if (!sha256 || altered.has(file.replace(/\.age$/, '')) || (await sumOf(place)) !== sha256) return undefined;
        return { place, sha256 };
      },
    };
  } catch (error) {
    if (error instanceof Stopped) return undefined;
    throw error;
  }
}

/** The manifest goes first, so that a removal that is killed leaves no backup that looks whole. */
async function removeBackup(folder: string): Promise<void> {
  await rm(path.join(folder, MANIFEST), { force: true });
  await rm(folder, { recursive: true, force: true });
}

/** Keeps the newest backups, and removes what killed commands left. Answers the names of the backups that went. */
export async function prune(shelf: string, keep: number): Promise<string[]> {
  const old = (await backupsIn(shelf)).slice(keep);
  for (const folder of old) await removeBackup(folder);
  for (const name of await readdir(shelf)) {
    const folder = path.join(shelf, name);
    const isOld = async () => Date.now() - (await stat(folder)).mtimeMs > UNFINISHED_MAX_MS;
    if ((NAME.test(name) && !hasManifest(folder)) || (UNFINISHED.test(name) && (await isOld()))) await removeBackup(folder);
  }
  return old.map((folder) => path.basename(folder));
}
