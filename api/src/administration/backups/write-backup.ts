import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { copyOut, type Database, lastNumber, repositoriesOn, schemaOf, speakPlainly, storedTables } from '@bitacora/core/server';
import type { ImageStore } from '../../images/image-store.ts';
import { thumbnailName } from '../../images/take-uploads.ts';
import { fileOf, imageFile, type KeptTable, MANIFEST, type Manifest, SUMS, sealed, secretFile } from './manifest.ts';
import type { NewFolder } from './new-folder.ts';
import { tally } from './tally.ts';

export interface Source {
  db: Database;
  zone: string;
  store: ImageStore;
  now: Date;
  /** Files of secrets to take along, by name. */
  secrets: Readonly<Record<string, string>>;
}
export interface Written {
  manifest: Manifest;
  /** Images that the database names and the store has not. */
  missing: string[];
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
  const kept: KeptTable[] = [];
  for (const table of await storedTables(trx)) {
    const rows = tally();
    await folder.write(fileOf(table), await copyOut(trx, table), rows.pass, createGzip({ level: 1 }));
    const { sha256, lines } = rows.total();
    kept.push({ ...table, rows: lines, sha256, last: await lastNumber(trx, table) });
  }
  return kept;
}

async function writeImages(trx: Database, { zone, store }: Source, folder: NewFolder) {
  let images = 0;
  const missing: string[] = [];
  for await (const { id } of repositoriesOn(trx, zone).audit.storedImages()) {
    images++;
    for (const name of [id, thumbnailName(id)]) {
      const bytes = await store.open(name);
      if (bytes) await folder.write(imageFile(name), bytes);
      else missing.push(name);
    }
  }
  return { images, missing };
}

/** Writes everything as it was at one moment, one table and one image at a time. */
export async function writeBackup(source: Source, plain: NewFolder): Promise<Written> {
  const sums: string[] = [];
  const folder = summing(plain, sums);
  const read = async (trx: Database) => {
    await speakPlainly(trx);
    const { applied: schema } = await schemaOf(trx);
    return { schema, tables: await writeTables(trx, folder), ...(await writeImages(trx, source, folder)) };
  };
  const { missing, ...kept } = await source.db.transaction(read, { isolationLevel: 'repeatable read', readOnly: true });
  for (const [name, file] of Object.entries(source.secrets)) await folder.write(secretFile(name), createReadStream(file));
  const secrets = Object.keys(source.secrets);
  const manifest: Manifest = {
    format: 1,
    madeAt: source.now.toISOString(),
    ...kept,
    secrets,
    sums: await plain.write(SUMS, Readable.from(sums)),
  };
  await plain.write(MANIFEST, Readable.from([sealed(manifest)]));
  return { manifest, missing };
}
