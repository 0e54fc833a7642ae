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
import { exits, Stopped } from '@bitacora/core/terminal/stopped';
import type { ImageStore } from '../../storage/image-store.ts';
import { thumbnailName } from '../../uploads/take-uploads.ts';
import { administration as texts } from '../messages.ts';
import { demandSchema } from '../schema.ts';
import type { NewFolder } from './backup-folder.ts';
import { fileOf, imageFile, type KeptTable, MANIFEST, type Manifest, SUMS, sealed, secretFile, tally } from './backup-folder.ts';

export interface BackupSource {
  db: Database;
  zone: string;
  store: ImageStore;
  now: Date;
  /** Files of secrets to take along, by name. */
  secrets: Readonly<Record<string, string>>;
}

/** Remembers the sum of each file that is written. */
const summing = (folder: NewFolder, sums: string[]): NewFolder => ({
  async write(name, ...rest) {
    const sha256 = await folder.write(name, ...rest);
    sums.push(`${sha256}  ${name}\n`);
    return sha256;
  },
});

async function writeTables(trx: Database, folder: NewFolder): Promise<KeptTable[]> {
  const tables: KeptTable[] = [];
  for (const table of await storedTables(trx)) {
    const rows = tally();
    await folder.write(fileOf(table), await copyOut(trx, table), rows.pass, createGzip({ level: 1 }));
    const { sha256, lines } = rows.total();
    tables.push({ ...table, rows: lines, sha256, last: await lastNumber(trx, table) });
  }
  return tables;
}

/** What a bad disk answers of one file, while the others are well. */
const UNREADABLE = ['EIO', 'EACCES', 'EPERM', 'EISDIR'];

/** Null where there is nothing of that name that can be read. */
async function bytesOf(store: ImageStore, name: string): Promise<Buffer | null> {
  const stream = await store.open(name);
  if (!stream) return null;
  return buffer(stream).catch((error: NodeJS.ErrnoException) => {
    if (UNREADABLE.includes(error.code ?? '')) return null;
    throw error;
  });
}

/** One that is damaged comes along as it is: it may be all that is left of the picture. A thumbnail has no sum to be compared with. */
async function writeImages(trx: Database, { zone, store }: BackupSource, folder: NewFolder) {
  let images = 0;
  const [altered, missing]: [string[], string[]] = [[], []];
  for await (const { id, sha256 } of repositoriesOn(trx, zone).audit.storedImages()) {
    images++;
    for (const name of [id, thumbnailName(id)]) {
      const bytes = await bytesOf(store, name);
      const fileSum = bytes && (await folder.write(imageFile(name), Readable.from([bytes])));
      if (fileSum === null) missing.push(name);
      else if (name === id && fileSum !== sha256) altered.push(name);
    }
  }
  return { images, altered, missing };
}

/** Writes everything as it was at one moment, one table and one image at a time. */
export async function writeBackup(source: BackupSource, plain: NewFolder): Promise<Manifest> {
  const sums: string[] = [];
  const folder = summing(plain, sums);
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
    format: 1,
    madeAt: source.now.toISOString(),
    ...contents,
    secrets,
    sums: await plain.write(SUMS, Readable.from(sums)),
  };
  await plain.write(MANIFEST, Readable.from([sealed(manifest)]));
  return manifest;
}
