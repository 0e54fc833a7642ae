import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, realpath, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import {
  adoptNames,
  analyzeTables,
  type Core,
  type Database,
  holdMigrations,
  isBefore120,
  isInUse,
  type RestoreDrill,
  readSchema,
  repositoriesOn,
  storedTables,
  withAdvisoryLock,
} from '@bitacora/core/server';
import { exits, Stopped } from '@bitacora/core/terminal/terminal';
import { administration } from '../messages/administration.ts';
import { restoreDrill as drillTexts, restoration } from '../messages/verification.ts';
import { hashStream, readFreeBytes, writeFileAtomically } from '../storage/files.ts';
import type { ImageStore } from '../storage/image-store.ts';
import { claimFolder, openStore } from '../storage/open-store.ts';
import { countRows, imageFile, openBackupKey, secretFile } from './backups/backup-folder.ts';
import { findLatestBackup } from './backups/backup-shelf.ts';
import { type Backup, imageRestoration, putRows, readBackup } from './backups/read-backup.ts';
import { type AdminCall, type AdminCommand, confirm, demandOption, demandOwner, onDatabase, recordCommand, text, yes } from './command.ts';

const EVERY_DAYS = 30;
const DAY_MS = 24 * 3_600_000;
const SCRATCH = 'drill-';

/** A drill that failed is repeated with the next backup. */
export const isDrillDue = (last: RestoreDrill | null, now: Date): boolean =>
  last === null || last.problem !== null || now.getTime() - last.at.getTime() >= EVERY_DAYS * DAY_MS;

/** Ends the transaction of a drill, whose rows nobody needs. */
class Finished extends Error {}

/** Refuses an image whose checksum differs from that of its restored row. */
async function demandImages(trx: Database, zone: string, { images, manifest, open }: Backup): Promise<void> {
  const expected = new Set(images);
  const faulty = new Set([...(manifest.altered ?? []), ...(manifest.missing ?? [])]);
  for await (const { id, sha256 } of repositoriesOn(trx, zone).audit.storedImages())
    if (!faulty.has(id) && (!expected.has(id) || (await hashStream(open(imageFile(id)))) !== sha256))
      throw new Stopped(exits.refused, restoration.damaged(imageFile(id)));
}

async function restoreAndUndo(db: Database, zone: string, backup: Backup): Promise<void> {
  const attempt = db.transaction(async (trx) => {
    if (!(await withAdvisoryLock(trx, 'alone'))) throw new Stopped(exits.refused, drillTexts.busy);
    if ((await storedTables(trx)).length > 0) throw new Stopped(exits.refused, drillTexts.notEmpty);
    await holdMigrations(trx);
    await putRows(trx, backup);
    await demandImages(trx, zone, backup);
    throw new Finished();
  });
  await attempt.catch((error) => {
    if (!(error instanceof Finished)) throw error;
  });
}

/** Removes the folder and what its links lead to, because a cluster whose user cannot reach the folder is elsewhere. */
async function removeScratch(scratch: string): Promise<void> {
  for (const entry of await readdir(scratch, { withFileTypes: true }))
    if (entry.isSymbolicLink()) await rm(await realpath(path.join(scratch, entry.name)), { recursive: true, force: true });
  await rm(scratch, { recursive: true, force: true });
}

/** Removes folders that killed drills left. They are older than a day, which no drill takes. A failure is only reported, because the next drill works without. */
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
  const free = (await readFreeBytes(dataDir)) - minFreeBytes;
  if (free < needed) throw new Stopped(exits.refused, drillTexts.noSpace(dataDir, needed, Math.max(0, free)));
}

/** Calls `work` on a database that only this process uses: DRILL_DATABASE_URL, or a PostgreSQL that is started for the drill and removed. */
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

export async function runDrill(call: AdminCall, folder: string) {
  const start = Date.now();
  const problem = await drill(call, folder);
  const at = call.now();
  await onDatabase(call, {}, ({ db, zone }) => repositoriesOn(db, zone).installation.noteRestoreDrill({ at, problem }));
  const seconds = Math.round((Date.now() - start) / 1_000);
  if (problem) call.report(drillTexts.failed(problem));
  return { problem, lines: problem ? [] : [drillTexts.done(folder, seconds)], value: { folder, at, seconds, problem } };
}

/** Returns the reason of a failure. Null where the whole backup could be restored. */
async function drill(call: AdminCall, folder: string): Promise<string | null> {
  try {
    const key = await openBackupKey(call.settings.backupKey);
    const backup = await readBackup(folder, key);
    await onScratch(call, (db, zone) => restoreAndUndo(db, zone, backup));
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Restores the secrets that are missing, with `isReplacing` also the others. */
async function putSecrets({ open, manifest }: Backup, dataDir: string, isReplacing: boolean): Promise<void> {
  for (const name of manifest.secrets) {
    const place = path.join(dataDir, name);
    if (existsSync(place) && !isReplacing) continue;
    await writeFileAtomically(place, await buffer(open(secretFile(name))));
  }
}

const refused = (sentence: string, hint: string | null = null) => new Stopped(exits.refused, sentence, hint);

/** With --replace the database may be of any version, because nothing of it stays: so one returns to the version before an upgrade. */
async function demandRoom(db: Database, zone: string, { manifest }: Backup, isReplacing: boolean): Promise<void> {
  const { applied, pending, unknown } = await readSchema(db);
  const own = [...applied, ...pending].filter((name) => !unknown.includes(name));
  const others = [...(isReplacing ? [] : unknown), ...adoptNames(manifest.schema).filter((name) => !own.includes(name))];
  if (isBefore120(others)) throw refused(restoration.older);
  if (others.length > 0) throw refused(restoration.newer(others));
  if (await isInUse(db)) throw refused(restoration.inUse);
  // Other products note their migrations under the same table name.
  const isOurs = applied.length > unknown.length || isBefore120(applied);
  if (!isOurs && (await storedTables(db)).length > 0) throw refused(restoration.notOurs);
  if (isReplacing || applied.length === 0 || (await repositoriesOn(db, zone).users.isEmpty())) return;
  throw refused(restoration.notEmpty, restoration.replaceIt);
}

type Facts = { madeAt: string; rows: number; images: number; isReplacing: boolean };

/** Restores rows and images and records it, all of it or nothing. Returns the names under which replaced images were kept. */
async function putBack({ db, zone }: Core, backup: Backup, store: ImageStore, facts: Facts): Promise<string[]> {
  const images = imageRestoration(backup, store);
  try {
    return await db.transaction(async (trx) => {
      if (!(await withAdvisoryLock(trx, 'alone'))) throw refused(administration.otherBackupRuns);
      await holdMigrations(trx);
      await demandRoom(trx, zone, backup, facts.isReplacing);
      const replaced = await images.put();
      await putRows(trx, backup);
      // A backup holds no words of names, and a search would find nobody until the job writes them.
      await repositoriesOn(trx, zone).missingWords.fillNames();
      // The marks are forgotten because the rows may come from an installation with another secret.
      await repositoriesOn(trx, zone).installation.forgetSecretMarks();
      await recordCommand({ db: trx, zone }, 'system.restore', facts);
      return replaced;
    });
  } catch (error) {
    await images.undo();
    throw error;
  }
}

/** Performs the steps after the rows. Bitácora can start without any of them, so each is tried and failures are reported. */
async function finish(core: Core, backup: Backup, store: ImageStore, { dataDir, isReplacing }: { dataDir: string; isReplacing: boolean }) {
  const steps: Record<keyof typeof restoration.remains, () => Promise<void>> = {
    secrets: () => putSecrets(backup, dataDir, isReplacing),
    folder: () => claimFolder(core, store),
    statistics: () => analyzeTables(core.db),
  };
  const remains: string[] = [];
  for (const [name, step] of Object.entries(steps))
    await step().catch((error: Error) => remains.push(restoration.remains[name as keyof typeof steps](error.message)));
  return remains;
}

async function namedBackup(call: AdminCall): Promise<string> {
  const folder = call.place(demandOption(call.typed, 'from'));
  return call.typed.latest ? findLatestBackup(folder, call) : folder;
}

/** Restores a backup into a scratch database, to see that it can be; works while Bitácora runs. */
export const restoreDrill: AdminCommand = {
  options: { from: text, latest: yes },
  async run(call) {
    const { problem, lines, value } = await runDrill(call, await namedBackup(call));
    return { lines, value, exit: problem ? exits.refused : exits.done };
  },
};

/** Restores a backup while Bitácora is stopped, into an empty database or, with --replace, over an existing one. Exits with 1 also when a step remains. */
export const restore: AdminCommand = {
  options: { from: text, latest: yes, replace: yes, yes },
  async run(call) {
    const key = await openBackupKey(call.settings.backupKey);
    const backup = await readBackup(await namedBackup(call), key);
    const isReplacing = Boolean(call.typed.replace);
    if (call.typed.replace) await confirm(call, restoration.confirm(backup.manifest.madeAt));
    const { images, madeAt, altered = [], missing = [] } = backup.manifest;
    const { dataDir } = call.settings;
    const rows = countRows(backup.manifest);
    const { replaced, remains } = await onDatabase(call, { mayMake: true, isAlone: true, asOwner: true }, async (core) => {
      await demandOwner(core.db);
      const store = await openStore(call.settings);
      const replaced = await putBack(core, backup, store, { madeAt: String(madeAt), rows, images, isReplacing });
      return { replaced, remains: await finish(core, backup, store, { dataDir, isReplacing }) };
    });
    const warnings = [
      ...altered.map(restoration.altered),
      ...missing.map(restoration.missing),
      ...replaced.map(restoration.replaced),
      ...remains,
    ];
    for (const sentence of warnings) call.report(sentence);
    return {
      lines: [restoration.restored(rows, images)],
      value: { folder: backup.folder, rows, images, madeAt, altered, missing, replaced, remains },
      exit: remains.length > 0 ? exits.refused : exits.done,
    };
  },
};
