import fs from 'node:fs';
import path from 'node:path';
import { repositoriesOn } from '@bitacora/core/server';
import { exits } from '@bitacora/core/terminal/stopped';
import { openStore } from '../storage/open-store.ts';
import { newFolder, SECRETS } from './backups/backup-folder.ts';
import { writeBackup } from './backups/write-backup.ts';
import { type AdminCommand, demanded, operator, text, yes } from './command.ts';
import { administration as texts } from './messages.ts';
import { onDatabase } from './open.ts';

/** The secrets that Bitácora made for itself in the data folder. */
const secretsIn = (dataDir: string): Record<string, string> =>
  Object.fromEntries(SECRETS.map((name) => [name, path.join(dataDir, name)]).filter(([, file]) => fs.existsSync(file as string)));

/** Writes a backup of one moment into a new folder; works while Bitácora runs. Exit 1 when an image is not well: it is written all the same. */
export const backup: AdminCommand = {
  options: { output: text, 'with-secrets': yes },
  async run(call) {
    const place = call.place(demanded(call.typed, 'output'));
    const { dataDir } = call.settings;
    const manifest = await onDatabase(call, {}, async ({ db, zone }) => {
      const store = await openStore(call.settings);
      const secrets = call.typed['with-secrets'] ? secretsIn(dataDir) : {};
      const newManifest = await newFolder(place, (folder) => writeBackup({ db, zone, store, now: call.now(), secrets }, folder));
      const { installation } = repositoriesOn(db, zone);
      await installation.noteBackup(call.now());
      const rows = newManifest.tables.reduce((sum, table) => sum + table.rows, 0);
      await installation.recordBackup(operator(), {
        folder: place,
        rows,
        images: newManifest.images,
        withSecrets: Object.keys(secrets).length > 0,
      });
      return newManifest;
    });
    const { images, altered = [], missing = [] } = manifest;
    for (const name of altered) call.report(texts.imageAltered(name));
    for (const name of missing) call.report(texts.imageMissing(name));
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    return {
      lines: [texts.backedUp(place, rows, images)],
      value: { folder: place, rows, images, altered, missing },
      exit: altered.length + missing.length > 0 ? exits.refused : exits.done,
    };
  },
};
