import { chmod, mkdir, mkdtemp, readdir, realpath, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Database, holdMigrations, type RestoreDrill, repositoriesOn, storedTables, withAdvisoryLock } from '@bitacora/core/server';
import { exits, Stopped } from '@bitacora/core/terminal/terminal';
import { restoration, restoreDrill as texts } from '../../messages/verification.ts';
import { freeBytesOf } from '../../startup/disk-space.ts';
import { sha256Of } from '../../storage/files.ts';
import type { AdminCall } from '../command.ts';
import { administration } from '../messages.ts';
import { onDatabase } from '../open.ts';
import { imageFile } from './backup-folder.ts';
import { backupKeyOf } from './backup-key.ts';
import { type Backup, putRows, readBackup } from './read-backup.ts';

const EVERY_DAYS = 30;
const DAY_MS = 24 * 3_600_000;
/** How the folders of drills begin. */
const SCRATCH = 'drill-';

/** A drill that failed is repeated with the next backup. */
export const isDrillDue = (last: RestoreDrill | null, now: Date): boolean =>
  last === null || last.problem !== null || now.getTime() - last.at.getTime() >= EVERY_DAYS * DAY_MS;

/** Ends the transaction of a drill, whose rows nobody needs. */
class Finished extends Error {}

/** Compares each image with the sum that its restored row has. */
async function demandImages(trx: Database, zone: string, { images, manifest, open }: Backup): Promise<void> {
  const expected = new Set(images);
  const faulty = new Set([...(manifest.altered ?? []), ...(manifest.missing ?? [])]);
  for await (const { id, sha256 } of repositoriesOn(trx, zone).audit.storedImages())
    if (!faulty.has(id) && (!expected.has(id) || (await sha256Of(open(imageFile(id)))) !== sha256))
      throw new Stopped(exits.refused, restoration.damaged(imageFile(id)));
}

/** Restores rows into an empty database and takes them back, in one transaction. */
async function restoreAndUndo(db: Database, zone: string, backup: Backup): Promise<void> {
  const attempt = db.transaction(async (trx) => {
    if (!(await withAdvisoryLock(trx, 'alone'))) throw new Stopped(exits.refused, texts.busy);
    if ((await storedTables(trx)).length > 0) throw new Stopped(exits.refused, texts.notEmpty);
    await holdMigrations(trx);
    await putRows(trx, backup);
    await demandImages(trx, zone, backup);
    throw new Finished();
  });
  await attempt.catch((error) => {
    if (!(error instanceof Finished)) throw error;
  });
}

/** A cluster whose user cannot reach the folder is elsewhere, and a link leads to it. */
async function removeScratch(scratch: string): Promise<void> {
  for (const entry of await readdir(scratch, { withFileTypes: true }))
    if (entry.isSymbolicLink()) await rm(await realpath(path.join(scratch, entry.name)), { recursive: true, force: true });
  await rm(scratch, { recursive: true, force: true });
}

/** Removes what drills that were killed left: no drill takes a day. One that stays is reported, because the next drill can do without. */
async function removeLeftovers({ settings: { dataDir }, now, report }: AdminCall): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(SCRATCH)) continue;
    const scratch = path.join(dataDir, name);
    const removeOld = async () => {
      if (now().getTime() - (await stat(scratch)).mtimeMs > DAY_MS) await removeScratch(scratch);
    };
    await removeOld().catch((error: Error) => report(administration.notRemoved(scratch, error.message)));
  }
}

/** Refuses to start a PostgreSQL whose rows would use the space that is kept for the database. */
async function demandSpace(call: AdminCall): Promise<void> {
  const { dataDir, minFreeBytes } = call.settings;
  const needed = await onDatabase(call, {}, ({ db, zone }) => repositoriesOn(db, zone).serverStatus.databaseBytes());
  const free = (await freeBytesOf(dataDir)) - minFreeBytes;
  if (free < needed) throw new Stopped(exits.refused, texts.noSpace(dataDir, needed, Math.max(0, free)));
}

/** Of this process alone: the database that DRILL_DATABASE_URL names, or a PostgreSQL that is started for the drill and removed. */
async function onScratch(call: AdminCall, work: (db: Database, zone: string) => Promise<void>): Promise<void> {
  const { drillDatabaseUrl, dataDir } = call.settings;
  await mkdir(dataDir, { recursive: true });
  await removeLeftovers(call);
  if (!drillDatabaseUrl) await demandSpace(call);
  const scratch = await mkdtemp(path.join(dataDir, SCRATCH));
  await chmod(scratch, 0o711); // PostgreSQL of root passes through it as another user
  const settings = { ...call.settings, databaseUrl: drillDatabaseUrl, databaseOwnerUrl: undefined, dataDir: scratch };
  const setting = drillDatabaseUrl && 'DRILL_DATABASE_URL';
  try {
    await onDatabase({ ...call, settings, report: () => {} }, { mayMake: true, isAlone: true, setting }, ({ db, zone }) => work(db, zone));
  } finally {
    await removeScratch(scratch).catch((error: Error) => call.report(administration.notRemoved(scratch, error.message)));
  }
}

/** Restores a backup into a scratch database, and records how that ended. */
export async function rehearse(call: AdminCall, folder: string) {
  const start = Date.now();
  const problem = await drill(call, folder);
  const at = call.now();
  await onDatabase(call, {}, ({ db, zone }) => repositoriesOn(db, zone).installation.noteRestoreDrill({ at, problem }));
  const seconds = Math.round((Date.now() - start) / 1_000);
  if (problem) call.report(texts.failed(problem));
  return { problem, lines: problem ? [] : [texts.done(folder, seconds)], value: { folder, at, seconds, problem } };
}

/** Why it failed; null where all of the backup came back as it was. */
async function drill(call: AdminCall, folder: string): Promise<string | null> {
  try {
    const key = await backupKeyOf(call.settings.backupKey);
    const backup = await readBackup(folder, key);
    await onScratch(call, (db, zone) => restoreAndUndo(db, zone, backup));
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
