import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { exits, Stopped } from '@bitacora/core/terminal/terminal';
import { administration } from '../../messages/administration.ts';
import { restoration as texts } from '../../messages/verification.ts';
import { skipMissing, skipUnreadable } from '../../storage/files.ts';
import type { AdminCall } from '../command.ts';
import { type BackupKey, imageFile, MANIFEST, plainName } from './backup-folder.ts';
import { checksumFile, readChecksums, readManifest } from './read-backup.ts';

/** The name sorts by its moment and is valid on every disk. */
export const backupName = (madeAt: Date): string => `bitacora-${madeAt.toISOString().slice(0, 19).replaceAll(':', '')}Z`;
const NAME = /^bitacora-\d{4}-\d\d-\d\dT\d{6}Z$/;
const UNFINISHED = /^bitacora-\d{4}-\d\d-\d\dT\d{6}Z\.incompleto-/;
/** An older unfinished folder is removed, because a backup that still runs or is still copied here is younger. */
const UNFINISHED_MAX_MS = 24 * 3_600_000;

type ShelfReader = Pick<AdminCall, 'now' | 'report'>;

/** Only ENOENT counts, because a disk with another error may still hold a good backup. */
const lacksManifest = (folder: string): Promise<boolean> =>
  stat(path.join(folder, MANIFEST)).then(
    () => false,
    (error: NodeJS.ErrnoException) => error.code === 'ENOENT',
  );

/** Lists backups of `backup --into`, the newest first. One from the future is left out, because every new backup would seem older. */
async function listBackups(shelf: string, now: Date): Promise<{ backups: string[]; later: string[] }> {
  const names = ((await readdir(shelf).catch(skipMissing)) ?? [])
    .filter((name) => NAME.test(name))
    .sort()
    .reverse();
  const backups: string[] = [];
  for (const name of names)
    if (name <= backupName(now) && !(await lacksManifest(path.join(shelf, name)))) backups.push(path.join(shelf, name));
  return { backups, later: names.filter((name) => name > backupName(now)) };
}

export async function findLatestBackup(shelf: string, { now, report }: ShelfReader): Promise<string> {
  const {
    backups: [latest],
    later,
  } = await listBackups(shelf, now());
  for (const name of later) report(administration.backupLater(name));
  if (!latest) throw new Stopped(exits.refused, texts.noneIn(shelf));
  return latest;
}

export interface EarlierImages {
  /** Returns undefined where the file is missing or altered, because damage must not spread. */
  find(file: string): Promise<{ place: string; sha256: string } | undefined>;
}

/** Returns undefined where the latest backup has another key or is damaged. */
export async function readEarlierImages(shelf: string, key: BackupKey | undefined, now: Date): Promise<EarlierImages | undefined> {
  const {
    backups: [folder],
  } = await listBackups(shelf, now);
  if (!folder) return undefined;
  try {
    const manifest = await readManifest(folder, key);
    const sums = await readChecksums(folder, manifest);
    const altered = new Set(manifest.altered?.map(imageFile));
    return {
      async find(file) {
        const [place, sha256] = [path.join(folder, file), sums.get(file)];
        if (!sha256 || altered.has(plainName(file)) || (await checksumFile(place).catch(skipUnreadable)) !== sha256) return undefined;
        return { place, sha256 };
      },
    };
  } catch (error) {
    if (!(error instanceof Stopped)) skipUnreadable(error);
    return undefined;
  }
}

/** Compares the ctime, because a copy keeps the other times of its source. */
const isOld = async (folder: string, now: Date): Promise<boolean> =>
  now.getTime() - ((await stat(folder).catch(() => null))?.ctimeMs ?? Number.POSITIVE_INFINITY) > UNFINISHED_MAX_MS;

/** Removes the manifest first, so that a killed removal leaves no backup that looks whole. */
async function removeBackup(folder: string): Promise<void> {
  await rm(path.join(folder, MANIFEST), { force: true });
  await rm(folder, { recursive: true, force: true });
}

/** Removes all but the newest backups, and what killed commands left. Returns the names of the removed backups and the problems. */
export async function pruneBackups(shelf: string, keep: number, now: Date): Promise<{ removed: string[]; problems: string[] }> {
  const { backups, later } = await listBackups(shelf, now);
  const [removed, problems]: [string[], string[]] = [[], later.map(administration.backupLater)];

  async function remove(folder: string): Promise<boolean> {
    try {
      await removeBackup(folder);
      return true;
    } catch (error) {
      problems.push(administration.notRemoved(folder, (error as Error).message));
      return false;
    }
  }

  for (const folder of backups.slice(keep)) if (await remove(folder)) removed.push(path.basename(folder));
  for (const name of await readdir(shelf)) {
    const folder = path.join(shelf, name);
    const isUnfinished = UNFINISHED.test(name) || (NAME.test(name) && (await lacksManifest(folder)));
    if (isUnfinished && (await isOld(folder, now))) await remove(folder);
  }
  return { removed, problems };
}
