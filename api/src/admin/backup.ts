import fs from 'node:fs';
import path from 'node:path';
import { repositoriesOn } from '@bitacora/core/server';
import { exits, Stopped } from '@bitacora/core/terminal/terminal';
import { openStore } from '../storage/open-store.ts';
import { newFolder, rowsOf, SECRETS } from './backups/backup-folder.ts';
import { backupKeyOf, newKeyFile } from './backups/backup-key.ts';
import { earlierImages, prune, shelfName } from './backups/backup-shelf.ts';
import { isDrillDue, rehearse } from './backups/restore-drill.ts';
import { writeBackup } from './backups/write-backup.ts';
import { type AdminCall, type AdminCommand, demanded, operator, text, yes } from './command.ts';
import { administration as texts } from './messages.ts';
import { onDatabase } from './open.ts';

const KEEP_BY_DEFAULT = '14';

/** The secrets that Bitácora made for itself in the data folder. */
const secretsIn = (dataDir: string): Record<string, string> =>
  Object.fromEntries(SECRETS.map((name) => [name, path.join(dataDir, name)]).filter(([, file]) => fs.existsSync(file as string)));

interface BackupPlace {
  place: string;
  /** The folder of several backups; unset: this one stands alone. */
  shelf?: string;
  keep: number;
}

function placeOf({ typed, place, now }: AdminCall): BackupPlace {
  const { into, output, keep = KEEP_BY_DEFAULT } = typed;
  if (typeof into !== 'string') {
    if (typed.keep !== undefined) throw new Stopped(exits.usage, texts.keepNeedsInto, texts.seeHelp);
    return { place: place(demanded(typed, 'output')), keep: 0 };
  }
  if (output !== undefined) throw new Stopped(exits.usage, texts.oneBackupPlace, texts.seeHelp);
  if (!/^[1-9]\d{0,3}$/.test(String(keep))) throw new Stopped(exits.usage, texts.wrongKeep, texts.seeHelp);
  const shelf = place(into);
  return { place: path.join(shelf, shelfName(now())), shelf, keep: Number(keep) };
}

async function write(call: AdminCall, { place, shelf }: BackupPlace) {
  const key = await backupKeyOf(call.settings.backupKey);
  if (call.typed['with-secrets'] && !key) throw new Stopped(exits.refused, texts.secretsNeedKey, texts.makeKey);
  const secrets = call.typed['with-secrets'] ? secretsIn(call.settings.dataDir) : {};
  const earlier = shelf ? await earlierImages(shelf, key, call.now()) : undefined;
  return onDatabase(call, {}, async ({ db, zone }) => {
    const store = await openStore(call.settings);
    const manifest = await newFolder(place, (folder) => writeBackup({ db, zone, store, now: call.now(), secrets, key, earlier }, folder));
    const { installation } = repositoriesOn(db, zone);
    await installation.noteBackup(call.now());
    const rows = rowsOf(manifest);
    await installation.recordBackup(operator(), {
      folder: place,
      rows,
      images: manifest.images,
      withSecrets: Object.keys(secrets).length > 0,
    });
    return { manifest, rows, isDrillDue: isDrillDue(await installation.restoreDrill(), call.now()) };
  });
}

/**
 * Writes a backup of one moment into a new folder; works while Bitácora runs. Exit 1 when an image is not well: it is written all the same, or something on the shelf is not.
 * Among several it shares images with the one before, removes the oldest, and is restored as a drill where the last was a month ago.
 */
export const backup: AdminCommand = {
  options: { output: text, into: text, keep: text, 'with-secrets': yes },
  async run(call) {
    const target = placeOf(call);
    const { manifest, rows, isDrillDue: wantsDrill } = await write(call, target);
    const { images, altered = [], missing = [], recovered = [] } = manifest;
    for (const name of altered) call.report(texts.imageAltered(name));
    for (const name of missing) call.report(texts.imageMissing(name));
    for (const name of recovered) call.report(texts.imageRecovered(name));
    const { removed, problems } = target.shelf ? await prune(target.shelf, target.keep, call.now()) : { removed: [], problems: [] };
    for (const problem of problems) call.report(problem);
    const drill = target.shelf && wantsDrill ? await rehearse(call, target.place) : null;
    const isWell = altered.length + missing.length + recovered.length + problems.length === 0 && !drill?.problem;
    return {
      lines: [texts.backedUp(target.place, rows, images), ...removed.map(texts.backupRemoved), ...(drill?.lines ?? [])],
      value: { folder: target.place, rows, images, altered, missing, recovered, removed, problems, drill: drill?.value ?? null },
      exit: isWell ? exits.done : exits.refused,
    };
  },
};

/** Makes the key that encrypts and signs backups. */
export const backupKey: AdminCommand = {
  options: {},
  words: ['ARCHIVO'],
  async run(call) {
    const file = call.place(call.words[0] as string);
    const { recipient, text: lines } = await newKeyFile(call.now());
    try {
      fs.writeFileSync(file, lines, { flag: 'wx', mode: 0o600 });
    } catch (error) {
      const { code = String(error) } = error as NodeJS.ErrnoException;
      throw new Stopped(exits.refused, texts.keyNotWritten(file, code), texts.keyHints[code] ?? null);
    }
    return { lines: [texts.keyWritten(file, recipient), texts.keepKey], value: { file, recipient } };
  },
};
