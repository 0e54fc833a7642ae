import { existsSync } from 'node:fs';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import {
  type Core,
  type Database,
  holdMigrations,
  isInUse,
  repositoriesOn,
  schemaOf,
  settle,
  storedTables,
  withAdvisoryLock,
} from '@bitacora/core/server';
import { ask, exits, Stopped } from '@bitacora/core/terminal/terminal';
import { restoration as texts } from '../messages/verification.ts';
import { writeFileAtomically } from '../storage/files.ts';
import type { ImageStore } from '../storage/image-store.ts';
import { claimFolder, openStore } from '../storage/open-store.ts';
import { rowsOf, secretFile } from './backups/backup-folder.ts';
import { backupKeyOf } from './backups/backup-key.ts';
import { latestIn } from './backups/backup-shelf.ts';
import { type Backup, imagesOf, putRows, readBackup } from './backups/read-backup.ts';
import { rehearse } from './backups/restore-drill.ts';
import { type AdminCall, type AdminCommand, demanded, recordCommand, text, yes } from './command.ts';
import { administration } from './messages.ts';
import { onDatabase } from './open.ts';
import { demandOwner } from './schema.ts';

/** Puts the secrets where there are none; with `isReplacing` also where there are. */
async function putSecrets({ open, manifest }: Backup, dataDir: string, isReplacing: boolean): Promise<void> {
  for (const name of manifest.secrets) {
    const place = path.join(dataDir, name);
    if (existsSync(place) && !isReplacing) continue;
    await writeFileAtomically(place, await buffer(open(secretFile(name))));
  }
}

const refused = (sentence: string, hint: string | null = null) => new Stopped(exits.refused, sentence, hint);

/** Refuses what a backup must not be put in the place of. */
async function demandRoom(db: Database, zone: string, { manifest }: Backup, isReplacing: boolean): Promise<void> {
  const { applied, pending, unknown } = await schemaOf(db);
  const migrations = [...applied, ...pending];
  const newer = [...unknown, ...manifest.schema.filter((name) => !migrations.includes(name))];
  if (newer.length > 0) throw refused(texts.newer(newer));
  if (await isInUse(db)) throw refused(texts.inUse);
  if (applied.length === 0 && (await storedTables(db)).length > 0) throw refused(texts.notOurs);
  const isEmpty = applied.length === 0 || (await repositoriesOn(db, zone).users.isEmpty());
  if (!isEmpty && !isReplacing) throw refused(texts.notEmpty, texts.replaceIt);
}

async function confirm(call: AdminCall, { manifest }: Backup): Promise<void> {
  if (!call.typed.replace || call.typed.yes) return;
  if (!call.stdin.isTTY || !call.stderr.isTTY) throw new Stopped(exits.usage, administration.needsTerminal, administration.giveYes);
  const answer = await ask(call, texts.confirm(manifest.madeAt));
  if (!/^(s|sí|si)$/i.test(answer.trim())) throw refused(administration.nothingDone);
}

type Facts = { madeAt: string; rows: number; images: number; isReplacing: boolean };

/** Puts rows and images back and records it, all of it or nothing. Answers the names under which other images were kept. */
async function putBack({ db, zone }: Core, backup: Backup, store: ImageStore, facts: Facts): Promise<string[]> {
  const images = imagesOf(backup, store);
  try {
    return await db.transaction(async (trx) => {
      if (!(await withAdvisoryLock(trx, 'alone'))) throw refused(administration.othersTurn);
      await holdMigrations(trx);
      await demandRoom(trx, zone, backup, facts.isReplacing);
      const replaced = await images.put();
      await putRows(trx, backup);
      await repositoriesOn(trx, zone).workCounts.recount();
      // The rows may come from an installation with another secret.
      await repositoriesOn(trx, zone).installation.forgetSecretMarks();
      await recordCommand({ db: trx, zone }, 'system.restore', facts);
      return replaced;
    });
  } catch (error) {
    await images.undo();
    throw error;
  }
}

/** The steps after the rows. Bitácora can start without any of them, so each is tried and failures are reported. */
async function finish(core: Core, backup: Backup, store: ImageStore, { dataDir, isReplacing }: { dataDir: string; isReplacing: boolean }) {
  const steps: Record<keyof typeof texts.remains, () => Promise<void>> = {
    secrets: () => putSecrets(backup, dataDir, isReplacing),
    folder: () => claimFolder(core, store),
    statistics: () => settle(core.db),
  };
  const remains: string[] = [];
  for (const [name, step] of Object.entries(steps))
    await step().catch((error: Error) => remains.push(texts.remains[name as keyof typeof steps](error.message)));
  return remains;
}

/** The folder of the backup that was named; with --latest the newest one in it. */
async function namedBackup(call: AdminCall): Promise<string> {
  const folder = call.place(demanded(call.typed, 'from'));
  return call.typed.latest ? latestIn(folder, call) : folder;
}

/** Restores a backup into a scratch database, to see that it can be; works while Bitácora runs. */
export const restoreDrill: AdminCommand = {
  options: { from: text, latest: yes },
  async run(call) {
    const { problem, lines, value } = await rehearse(call, await namedBackup(call));
    return { lines, value, exit: problem ? exits.refused : exits.done };
  },
};

/** Puts a backup back, while nobody works: into an empty database, or with --replace over what there is. Exit 1 also when something remains to be done. */
export const restore: AdminCommand = {
  options: { from: text, latest: yes, replace: yes, yes },
  async run(call) {
    const key = await backupKeyOf(call.settings.backupKey);
    const backup = await readBackup(await namedBackup(call), key);
    const isReplacing = Boolean(call.typed.replace);
    await confirm(call, backup);
    const { images, madeAt, altered = [], missing = [] } = backup.manifest;
    const { dataDir } = call.settings;
    const rows = rowsOf(backup.manifest);
    const { replaced, remains } = await onDatabase(call, { mayMake: true, isAlone: true, asOwner: true }, async (core) => {
      await demandOwner(core.db);
      const store = await openStore(call.settings);
      const replaced = await putBack(core, backup, store, { madeAt: String(madeAt), rows, images, isReplacing });
      return { replaced, remains: await finish(core, backup, store, { dataDir, isReplacing }) };
    });
    const warnings = [...altered.map(texts.altered), ...missing.map(texts.missing), ...replaced.map(texts.replaced), ...remains];
    for (const sentence of warnings) call.report(sentence);
    return {
      lines: [texts.restored(rows, images)],
      value: { folder: backup.folder, rows, images, madeAt, altered, missing, replaced, remains },
      exit: remains.length > 0 ? exits.refused : exits.done,
    };
  },
};
