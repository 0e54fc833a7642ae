import { createReadStream } from 'node:fs';
import path from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { restoration as texts } from '@bitacora/core/messages/restoration';
import {
  clearSchema,
  copyIn,
  copyOut,
  type Database,
  migrateTo,
  numberAfter,
  silenceTables,
  speakPlainly,
  wakeTables,
} from '@bitacora/core/server';
import { exits, Stopped } from '../exits.ts';
import { fileOf, type KeptTable } from './manifest.ts';
import type { Backup } from './read-backup.ts';
import { tally } from './tally.ts';

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

/** Puts a backup's schema and rows in the place of whatever there is, all of it or nothing. */
export async function putRows(db: Database, { folder, manifest }: Backup): Promise<void> {
  const { tables, schema } = manifest;
  await db.transaction(async (trx) => {
    await clearSchema(trx);
    await migrateTo(trx, schema);
    await speakPlainly(trx);
    await silenceTables(trx, tables);
    for (const table of tables) await putTable(trx, folder, table);
    await wakeTables(trx, tables);
    for (const table of tables) await demandSame(trx, table);
  });
}
