import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createGzip } from 'node:zlib';
import {
  copyOut,
  type Database,
  lastNumber,
  repositoriesOn,
  schemaOf,
  speakPlainly,
  storedTables,
  withAdvisoryLock,
} from '@bitacora/core/server';
import { exits, Stopped } from '@bitacora/core/terminal/terminal';
import { skipUnreadable } from '../../storage/files.ts';
import type { ImageStore } from '../../storage/image-store.ts';
import { thumbnailName } from '../../uploads/take-uploads.ts';
import { administration as texts } from '../messages.ts';
import { demandSchema } from '../schema.ts';
import type { NewFolder } from './backup-folder.ts';
import {
  fileOf,
  imageFile,
  type KeptTable,
  MANIFEST,
  type Manifest,
  SUMS,
  sealed,
  secretFile,
  storedName,
  tally,
} from './backup-folder.ts';
import type { BackupKey } from './backup-key.ts';
import type { EarlierImages } from './backup-shelf.ts';

export interface BackupSource {
  db: Database;
  zone: string;
  store: ImageStore;
  now: Date;
  /** Files of secrets to take along, by name. */
  secrets: Readonly<Record<string, string>>;
  /** Unset: nothing is encrypted. */
  key?: BackupKey | undefined;
  /** Of the backup before, on the same disk; unset: every image is written. */
  earlier?: EarlierImages | undefined;
}

/** How a source's files get into the folder: `link` gives an image its place in the backup before, false where it is not there. */
interface BackupWriter {
  write: NewFolder['write'];
  link(name: string): Promise<boolean>;
}

/** Encrypts where there is a key, and remembers the sum of each file. */
function writerOf(folder: NewFolder, { key, earlier }: Pick<BackupSource, 'key' | 'earlier'>, sums: string[]): BackupWriter {
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
    await folder.write(fileOf(table), await copyOut(trx, table), rows.pass, createGzip({ level: 1 }));
    const { sha256, lines } = rows.total();
    tables.push({ ...table, rows: lines, sha256, last: await lastNumber(trx, table) });
  }
  return tables;
}

/** Null where there is nothing of that name that can be read. */
async function bytesOf(store: ImageStore, name: string): Promise<Buffer | null> {
  const stream = await store.open(name);
  return stream && buffer(stream).catch(skipUnreadable);
}

/**
 * A damaged image comes along as the backup before has it, or else as it is. It may be all that is left of the picture. A thumbnail has
 * no sum to be compared with. An image never changes, so one that is well and was well before is the same file.
 */
async function writeImages(trx: Database, { zone, store }: BackupSource, folder: BackupWriter) {
  let images = 0;
  const [altered, missing, recovered]: [string[], string[], string[]] = [[], [], []];
  for await (const { id, sha256 } of repositoriesOn(trx, zone).audit.storedImages()) {
    images++;
    for (const name of [id, thumbnailName(id)]) {
      const bytes = await bytesOf(store, name);
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

/** Writes everything as it was at one moment, one table and one image at a time. */
export async function writeBackup(source: BackupSource, plain: NewFolder): Promise<Manifest> {
  const sums: string[] = [];
  const folder = writerOf(plain, source, sums);
  const read = async (trx: Database) => {
    if (!(await withAdvisoryLock(trx, 'beside backups'))) throw new Stopped(exits.refused, texts.othersTurn);
    await demandSchema(trx, { mayBeEarlier: true });
    await speakPlainly(trx);
    const { applied: schema } = await schemaOf(trx);
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
  await plain.write(MANIFEST, Readable.from([sealed(manifest, source.key)]));
  return manifest;
}
