import { administration } from '@bitacora/core/messages/administration';
import { restoration as texts } from '@bitacora/core/messages/restoration';
import { type Core, isInUse, migrate, repositoriesOn, schemaOf, settle, storedTables } from '@bitacora/core/server';
import { ask } from '@bitacora/core/terminal/ask';
import { exits, Stopped } from '@bitacora/core/terminal/stopped';
import { claimFolder } from '../images/claim-folder.ts';
import { openStore } from '../images/open-store.ts';
import { putSecrets, withImages } from './backups/put-files.ts';
import { putRows } from './backups/put-rows.ts';
import { type Backup, readBackup } from './backups/read-backup.ts';
import { type Call, type Command, demanded, text, yes } from './command.ts';
import { onDatabase } from './open.ts';

const refused = (sentence: string, hint: string | null = null) => new Stopped(exits.refused, sentence, hint);

/** Refuses what a backup must not be put in the place of. */
async function demandRoom({ db, zone }: Core, { manifest }: Backup, isReplacing: boolean): Promise<void> {
  const { applied, pending, unknown } = await schemaOf(db);
  const known = [...applied, ...pending];
  const newer = [...unknown, ...manifest.schema.filter((name) => !known.includes(name))];
  if (newer.length > 0) throw refused(texts.newer(newer));
  if (await isInUse(db)) throw refused(texts.inUse);
  if (applied.length === 0 && (await storedTables(db)).length > 0) throw refused(texts.notOurs);
  const isEmpty = applied.length === 0 || (await repositoriesOn(db, zone).users.isEmpty());
  if (!isEmpty && !isReplacing) throw refused(texts.notEmpty, texts.replaceIt);
}

async function confirm(call: Call, { manifest }: Backup): Promise<void> {
  if (!call.typed.replace || call.typed.yes) return;
  if (!call.stdin.isTTY || !call.stderr.isTTY) throw new Stopped(exits.usage, administration.needsTerminal, administration.giveYes);
  const answer = await ask(call, texts.confirm(manifest.madeAt));
  if (!/^(s|sí|si)$/i.test(answer.trim())) throw refused(administration.nothingDone);
}

/** Puts a backup back, while nobody works: into an empty database, or with --replace over what there is. */
export const restore: Command = {
  options: { from: text, replace: yes, yes },
  async run(call) {
    const kept = await readBackup(call.place(demanded(call.typed, 'from')));
    const isReplacing = Boolean(call.typed.replace);
    await confirm(call, kept);
    await onDatabase(call, { mayMake: true, isAlone: true }, async (core) => {
      await demandRoom(core, kept, isReplacing);
      const { dataDir } = call.settings;
      const store = await openStore(call.settings);
      await withImages(kept, store, () => putRows(core.db, kept));
      await migrate(core.db);
      await claimFolder(core, store);
      await putSecrets(kept, dataDir, isReplacing);
      await settle(core.db);
    });
    const { tables, images, madeAt } = kept.manifest;
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    return { said: [texts.restored(rows, images)], value: { rows, images, madeAt } };
  },
};
