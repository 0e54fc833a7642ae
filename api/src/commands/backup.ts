import { createHash } from 'node:crypto';
import fs, { createReadStream } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createGzip } from 'node:zlib';
import {
  copyOut,
  type Database,
  fixTextFormats,
  lastNumber,
  readSchema,
  repositoriesOn,
  storedTables,
  withAdvisoryLock,
} from '@bitacora/core/server';
import { exits, Stopped } from '@bitacora/core/terminal/terminal';
import { administration as texts } from '../messages/administration.ts';
import { skipUnreadable } from '../storage/files.ts';
import { type ImageStore, thumbnailName } from '../storage/image-store.ts';
import { openStore } from '../storage/open-store.ts';
import {
  type BackupKey,
  countRows,
  imageFile,
  type KeptTable,
  MANIFEST,
  type Manifest,
  type NewFolder,
  newFolder,
  newKeyFile,
  openBackupKey,
  SECRETS,
  SUMS,
  sealManifest,
  secretFile,
  storedName,
  tableFile,
  tally,
} from './backups/backup-folder.ts';
import { backupName, type EarlierImages, pruneBackups, readEarlierImages } from './backups/backup-shelf.ts';
import { type AdminCall, type AdminCommand, demandOption, demandSchema, onDatabase, operator, text, yes } from './command.ts';
import { isDrillDue, runDrill } from './restore.ts';

export interface BackupSource {
  db: Database;
  zone: string;
  store: ImageStore;
  now: Date;
  secrets: Readonly<Record<string, string>>;
  /** Without a key nothing is encrypted. */
  key?: BackupKey | undefined;
  /** Images of the previous backup on the same disk. Without them every image is written. */
  earlier?: EarlierImages | undefined;
}

/** Writes files into the folder. `link` reuses the image of the previous backup, or returns false where that has none. */
interface BackupWriter {
  write: NewFolder['write'];
  link(name: string): Promise<boolean>;
}

/** Encrypts where there is a key, and adds the checksum of each file to `sums`. */
function openWriter(folder: NewFolder, { key, earlier }: Pick<BackupSource, 'key' | 'earlier'>, sums: string[]): BackupWriter {
  const note = (sha256: string, file: string) => {
    sums.push(`${sha256}  ${file}\n`);
    return sha256;
  };
  return {
    async write(name, bytes, ...steps) {
      const file = storedName(name, key);
      return note(await folder.write(file, bytes, ...steps, ...(key ? [key.encrypt] : [])), file);
    },
    async link(name) {
      const file = storedName(name, key);
      const before = await earlier?.find(file);
      if (!before || !(await folder.link(file, before.place))) return false;
      note(before.sha256, file);
      return true;
    },
  };
}

async function writeTables(trx: Database, folder: Pick<BackupWriter, 'write'>): Promise<KeptTable[]> {
  const tables: KeptTable[] = [];
  for (const table of await storedTables(trx)) {
    const rows = tally();
    await folder.write(tableFile(table), await copyOut(trx, table), rows.pass, createGzip({ level: 1 }));
    const { sha256, lines } = rows.total();
    tables.push({ ...table, rows: lines, sha256, last: await lastNumber(trx, table) });
  }
  return tables;
}

async function readImage(store: ImageStore, name: string): Promise<Buffer | null> {
  const stream = await store.open(name);
  return stream && buffer(stream).catch(skipUnreadable);
}

/**
 * Writes a damaged image as the previous backup has it, or else as it is, because it may be all that is left of the picture. A thumbnail
 * has no checksum to compare. An image never changes, so a link to the previous backup is the same file.
 */
async function writeImages(trx: Database, { zone, store }: BackupSource, folder: BackupWriter) {
  let images = 0;
  const [altered, missing, recovered]: [string[], string[], string[]] = [[], [], []];
  for await (const { id, sha256 } of repositoriesOn(trx, zone).audit.storedImages()) {
    images++;
    for (const name of [id, thumbnailName(id)]) {
      const bytes = await readImage(store, name);
      const isWell = bytes !== null && (name !== id || createHash('sha256').update(bytes).digest('hex') === sha256);
      if (await folder.link(imageFile(name))) {
        if (!isWell) recovered.push(name);
        continue;
      }
      if (bytes) await folder.write(imageFile(name), Readable.from([bytes]));
      if (!isWell) (bytes ? altered : missing).push(name);
    }
  }
  return { images, altered, missing, ...(recovered.length > 0 && { recovered }) };
}

async function writeBackup(source: BackupSource, plain: NewFolder): Promise<Manifest> {
  const sums: string[] = [];
  const folder = openWriter(plain, source, sums);
  const read = async (trx: Database) => {
    if (!(await withAdvisoryLock(trx, 'beside backups'))) throw new Stopped(exits.refused, texts.otherBackupRuns);
    await demandSchema(trx, 'earlier');
    await fixTextFormats(trx);
    const { applied: schema } = await readSchema(trx);
    return { schema, tables: await writeTables(trx, folder), ...(await writeImages(trx, source, folder)) };
  };
  const contents = await source.db.transaction(read, { isolationLevel: 'repeatable read', readOnly: true });
  for (const [name, file] of Object.entries(source.secrets)) await folder.write(secretFile(name), createReadStream(file));
  const secrets = Object.keys(source.secrets);
  const manifest: Manifest = {
    ...(source.key ? { format: 2, recipient: source.key.recipient } : { format: 1 }),
    madeAt: source.now.toISOString(),
    ...contents,
    secrets,
    sums: await plain.write(SUMS, Readable.from(sums)),
  };
  await plain.write(MANIFEST, Readable.from([sealManifest(manifest, source.key)]));
  return manifest;
}

const KEEP_BY_DEFAULT = '14';

const findSecrets = (dataDir: string): Record<string, string> =>
  Object.fromEntries(SECRETS.map((name) => [name, path.join(dataDir, name)]).filter(([, file]) => fs.existsSync(file as string)));

interface BackupPlace {
  place: string;
  /** The folder of several backups. Unset for a backup that stands alone. */
  shelf?: string;
  keep: number;
}

function readDestination({ typed, place, now }: AdminCall): BackupPlace {
  const { into, output, keep = KEEP_BY_DEFAULT } = typed;
  if (typeof into !== 'string') {
    if (typed.keep !== undefined) throw new Stopped(exits.usage, texts.keepNeedsInto, texts.seeHelp);
    return { place: place(demandOption(typed, 'output')), keep: 0 };
  }
  if (output !== undefined) throw new Stopped(exits.usage, texts.oneBackupPlace, texts.seeHelp);
  if (!/^[1-9]\d{0,3}$/.test(String(keep))) throw new Stopped(exits.usage, texts.wrongKeep, texts.seeHelp);
  const shelf = place(into);
  return { place: path.join(shelf, backupName(now())), shelf, keep: Number(keep) };
}

async function write(call: AdminCall, { place, shelf }: BackupPlace) {
  const key = await openBackupKey(call.settings.backupKey);
  if (call.typed['with-secrets'] && !key) throw new Stopped(exits.refused, texts.secretsNeedKey, texts.makeKey);
  const secrets = call.typed['with-secrets'] ? findSecrets(call.settings.dataDir) : {};
  const earlier = shelf ? await readEarlierImages(shelf, key, call.now()) : undefined;
  return onDatabase(call, {}, async ({ db, zone }) => {
    const store = await openStore(call.settings);
    const manifest = await newFolder(place, (folder) => writeBackup({ db, zone, store, now: call.now(), secrets, key, earlier }, folder));
    const { installation } = repositoriesOn(db, zone);
    await installation.noteBackup(call.now());
    const rows = countRows(manifest);
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
 * Writes a snapshot into a new folder. It works while Bitácora runs. It exits with 1 where an image was altered, missing or recovered,
 * where the shelf has a problem, or where the drill failed. Among several backups it shares images with the previous one, removes the
 * oldest, and is restored as a drill once a month.
 */
export const backup: AdminCommand = {
  options: { output: text, into: text, keep: text, 'with-secrets': yes },
  async run(call) {
    const target = readDestination(call);
    const { manifest, rows, isDrillDue: wantsDrill } = await write(call, target);
    const { images, altered = [], missing = [], recovered = [] } = manifest;
    for (const name of altered) call.report(texts.imageAltered(name));
    for (const name of missing) call.report(texts.imageMissing(name));
    for (const name of recovered) call.report(texts.imageRecovered(name));
    const { removed, problems } = target.shelf ? await pruneBackups(target.shelf, target.keep, call.now()) : { removed: [], problems: [] };
    for (const problem of problems) call.report(problem);
    const drill = target.shelf && wantsDrill ? await runDrill(call, target.place) : null;
    const isWell = altered.length + missing.length + recovered.length + problems.length === 0 && !drill?.problem;
    return {
      lines: [texts.backedUp(target.place, rows, images), ...removed.map(texts.backupRemoved), ...(drill?.lines ?? [])],
      value: { folder: target.place, rows, images, altered, missing, recovered, removed, problems, drill: drill?.value ?? null },
      exit: isWell ? exits.done : exits.refused,
    };
  },
};

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
