import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import {
  adoptNames,
  clearSchema,
  copyIn,
  copyOut,
  type Database,
  disableTriggers,
  enableTriggers,
  fixTextFormats,
  grantRoles,
  migrateTo,
  numberAfter,
  readSchema,
  storedTables,
} from '@bitacora/core/server';
import { exits, nowhere, Stopped } from '@bitacora/core/terminal/terminal';
import { restoration as texts } from '../../messages/verification.ts';
import { hashStream, skipMissing } from '../../storage/files.ts';
import type { ImageStore } from '../../storage/image-store.ts';
import {
  type BackupKey,
  imageFile,
  isSecret,
  type KeptTable,
  MANIFEST,
  type Manifest,
  plainName,
  readSealedManifest,
  SUMS,
  secretFile,
  storedName,
  tableFile,
  tally,
} from './backup-folder.ts';

export interface Backup {
  folder: string;
  manifest: Manifest;
  images: readonly string[];
  open(name: string): Readable;
}

/** The names that `imageFile` makes. A name of another shape could be a path outside of the store. */
const IMAGE = /^images\/([0-9a-f]{2})\/\1[0-9a-f]{6}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(\.thumbnail)?$/;

const damageProblem = (name: string) => new Stopped(exits.refused, texts.damaged(name));

export const checksumFile = (file: string): Promise<string | null> => hashStream(createReadStream(file)).catch(skipMissing);

function keyProblem(text: string, key: BackupKey | undefined): string | null {
  const [, recipient] = /"recipient": "(age1[a-z0-9]+)"/.exec(text) ?? [];
  if (recipient && !key) return texts.needsKey(recipient);
  if (recipient && key && recipient !== key.recipient) return texts.otherKey(recipient, key.recipient);
  return key && !recipient ? texts.notSigned : null;
}

/** Refuses a backup that is not complete, was changed, or that this key did not sign. */
export async function readManifest(folder: string, key: BackupKey | undefined): Promise<Manifest> {
  const text = await readFile(path.join(folder, MANIFEST), 'utf8').catch(skipMissing);
  if (text === null) throw new Stopped(exits.refused, texts.noBackup(folder));
  const problem = keyProblem(text, key);
  if (problem) throw new Stopped(exits.refused, problem);
  const manifest = readSealedManifest(text, key);
  if (!manifest) throw damageProblem(MANIFEST);
  return manifest;
}

export async function readChecksums(folder: string, { sums }: Manifest): Promise<Map<string, string>> {
  const file = path.join(folder, SUMS);
  if ((await checksumFile(file)) !== sums) throw damageProblem(SUMS);
  const lines = (await readFile(file, 'utf8')).split('\n').filter(Boolean);
  return new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
}

/** Verifies every file of a backup. Refuses an altered one and names the altered part. */
export async function readBackup(folder: string, key?: BackupKey): Promise<Backup> {
  const manifest = await readManifest(folder, key);
  const sums = await readChecksums(folder, manifest);
  const fileName = (name: string) => storedName(name, key);
  for (const table of manifest.tables) if (!sums.has(fileName(tableFile(table)))) throw damageProblem(tableFile(table));
  for (const secret of manifest.secrets)
    if (!isSecret(secret) || !sums.has(fileName(secretFile(secret)))) throw damageProblem(secretFile(secret));
  for (const [name, sha256] of sums) {
    if (name.startsWith('images/') && !IMAGE.test(plainName(name))) throw damageProblem(name);
    if ((await checksumFile(path.join(folder, name))) !== sha256) throw damageProblem(name);
  }
  const images = [...sums.keys()].filter((name) => name.startsWith('images/')).map((name) => path.posix.basename(plainName(name)));
  return {
    folder,
    manifest,
    images,
    open(name) {
      const file = createReadStream(path.join(folder, fileName(name)));
      return key ? Readable.from(key.decrypt(file)) : file;
    },
  };
}

/** A replaced image is kept under this name, which no row names and the clean-up does not remove. */
const earlierName = (name: string) => `${name}.anterior`;

/**
 * Restores a backup's images into the store, one at a time. An image with the same bytes stays. Other bytes under its name are kept
 * under another name, unless the backup's own image is damaged. `undo` restores the store.
 */
export function imageRestoration({ images, manifest, open }: Backup, store: ImageStore) {
  const alteredNames = new Set(manifest.altered);
  const added: string[] = [];
  const replaced: string[] = [];

  async function put(name: string): Promise<void> {
    const current = await store.open(name);
    const bytes = current && (await buffer(current));
    const own = await buffer(open(imageFile(name)));
    if (bytes && (alteredNames.has(name) || bytes.equals(own))) return;
    if (bytes) {
      await store.put(earlierName(name), bytes);
      replaced.push(name);
    } else added.push(name);
    await store.put(name, own);
  }

  async function putBack(name: string): Promise<void> {
    const earlier = await store.open(earlierName(name));
    if (!earlier) return;
    await store.put(name, await buffer(earlier));
    await store.remove(earlierName(name));
  }

  return {
    async put(): Promise<string[]> {
      for (const name of images) await put(name);
      return replaced.map(earlierName);
    },
    async undo(): Promise<void> {
      for (const name of added) await store.remove(name).catch(() => {});
      for (const name of replaced) await putBack(name).catch(() => {});
    },
  };
}

async function putTable(trx: Database, { open }: Backup, table: KeptTable): Promise<void> {
  await pipeline(open(tableFile(table)), createGunzip(), await copyIn(trx, table));
  if (table.last !== null) await numberAfter(trx, table, table.last);
}

async function demandSame(trx: Database, table: KeptTable): Promise<void> {
  const { pass, total } = tally();
  await pipeline(await copyOut(trx, table), pass, nowhere());
  const { sha256, lines } = total();
  if (sha256 !== table.sha256 || lines !== table.rows) throw new Stopped(exits.refused, texts.differs(table.name));
}

/**
 * Matches the backup's tables with those of this schema. Names, columns and order come from the database, because they become SQL and a
 * forged backup could hold any text there.
 */
async function matchTables(trx: Database, backupTables: readonly KeptTable[]): Promise<KeptTable[]> {
  const own = await storedTables(trx);
  const strange = backupTables.find(({ name }) => own.every((table) => table.name !== name));
  if (strange) throw new Stopped(exits.refused, texts.differs(strange.name));
  return own.map((table) => {
    const backupTable = backupTables.find(({ name }) => name === table.name);
    if (!backupTable || String(backupTable.columns) !== String(table.columns)) throw new Stopped(exits.refused, texts.differs(table.name));
    const { rows, sha256, last } = backupTable;
    return { ...table, rows, sha256, last };
  });
}

/** Replaces schema and rows with the backup's, and migrates them. Runs in the caller's transaction. */
export async function putRows(trx: Database, backup: Backup): Promise<void> {
  const { manifest } = backup;
  await clearSchema(trx);
  await migrateTo(trx, adoptNames(manifest.schema));
  const tables = await matchTables(trx, manifest.tables);
  await fixTextFormats(trx);
  await disableTriggers(trx, tables);
  for (const table of tables) await putTable(trx, backup, table);
  await enableTriggers(trx, tables);
  for (const table of tables) await demandSame(trx, table);
  const { applied, pending } = await readSchema(trx);
  await migrateTo(trx, [...applied, ...pending]);
  await grantRoles(trx);
}
