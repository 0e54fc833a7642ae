import { createReadStream } from 'node:fs';
import path from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import {
  clearSchema,
  copyIn,
  copyOut,
  type Database,
  grantRoles,
  migrateTo,
  numberAfter,
  schemaOf,
  silenceTables,
  speakPlainly,
  storedTables,
  wakeTables,
} from '@bitacora/core/server';
import { exits, Stopped } from '@bitacora/core/terminal/stopped';
import { restoration as texts } from '../../messages/restoration.ts';
import { tally } from './digest-stream.ts';
import { fileOf, type KeptTable } from './manifest.ts';
import type { Backup } from './read-backup.ts';

const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });

async function putTable(trx: Database, folder: string, table: KeptTable): Promise<void> {
  await pipeline(createReadStream(path.join(folder, fileOf(table))), createGunzip(), await copyIn(trx, table));
  if (table.last !== null) await numberAfter(trx, table, table.last);
}

/** Refuses rows that do not read as they did when they were kept. */
async function demandSame(trx: Database, table: KeptTable): Promise<void> {
  const { pass, total } = tally();
  await pipeline(await copyOut(trx, table), pass, nowhere());
  const { sha256, lines } = total();
  if (sha256 !== table.sha256 || lines !== table.rows) throw new Stopped(exits.refused, texts.differs(table.name));
}

/**
 * The backup's tables as this schema has them. Names, columns and order are words of SQL, so they come from the database. A forged backup
 * could hold any text there.
 */
async function tablesOf(trx: Database, backupTables: readonly KeptTable[]): Promise<KeptTable[]> {
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
export async function putRows(trx: Database, { folder, manifest }: Backup): Promise<void> {
  await clearSchema(trx);
  await migrateTo(trx, manifest.schema);
  const tables = await tablesOf(trx, manifest.tables);
  await speakPlainly(trx);
  await silenceTables(trx, tables);
  for (const table of tables) await putTable(trx, folder, table);
  await wakeTables(trx, tables);
  for (const table of tables) await demandSame(trx, table);
  const { applied, pending } = await schemaOf(trx);
  await migrateTo(trx, [...applied, ...pending]);
  await grantRoles(trx);
}
