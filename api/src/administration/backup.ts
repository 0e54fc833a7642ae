import fs from 'node:fs';
import path from 'node:path';
import { administration as texts } from '@bitacora/core/messages/administration';
import { openStore } from '../images/open-store.ts';
import { SECRETS } from './backups/manifest.ts';
import { newFolder } from './backups/new-folder.ts';
import { writeBackup } from './backups/write-backup.ts';
import { type Command, demanded, text, yes } from './command.ts';
import { onDatabase } from './open.ts';
import { demandSchema } from './schema.ts';

/** The secrets that Bitácora made for itself in the data folder. */
const secretsIn = (dataDir: string): Record<string, string> =>
  Object.fromEntries(SECRETS.map((name) => [name, path.join(dataDir, name)]).filter(([, file]) => fs.existsSync(file as string)));

/** Writes a backup of one moment into a new folder; works while Bitácora runs. */
export const backup: Command = {
  options: { output: text, 'with-secrets': yes },
  async run(call) {
    const place = call.place(demanded(call.typed, 'output'));
    const { dataDir } = call.settings;
    const { manifest, missing } = await onDatabase(call, {}, async ({ db, zone }) => {
      await demandSchema(db, { mayBeEarlier: true });
      const store = await openStore(call.settings);
      const secrets = call.typed['with-secrets'] ? secretsIn(dataDir) : {};
      return newFolder(place, (folder) => writeBackup({ db, zone, store, now: call.now(), secrets }, folder));
    });
    for (const name of missing) call.tell(texts.imageMissing(name));
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    return { said: [texts.backedUp(place, rows, manifest.images)], value: { folder: place, rows, images: manifest.images, missing } };
  },
};
