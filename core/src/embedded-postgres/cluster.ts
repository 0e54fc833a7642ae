import fs from 'node:fs';
import path from 'node:path';
import { findPackage } from './binaries.ts';
import { passwordFile } from './initialise.ts';
import { settledPostmaster } from './postmaster.ts';

export const DATABASE = 'bitacora';

/** The folder's name carries the major version: another one cannot open its files. */
export const homeName = (version: string): string => `pg${Number.parseInt(version, 10)}`;

/** The role that the product works with; the owner, `bitacora`, made the cluster and changes the tables. */
export const APP_ROLE = 'bitacora_app';

export const addressOf = (data: string, port: number): string =>
  `postgres://bitacora:${fs.readFileSync(passwordFile(data), 'utf8')}@127.0.0.1:${port}`;

/** Where the cluster of a data folder lives, as a real path; null where none has been made. */
export function findCluster(dataDir: string): string | null {
  const data = path.join(dataDir, homeName(findPackage().version), 'data');
  return fs.existsSync(path.join(data, 'PG_VERSION')) ? fs.realpathSync(data) : null;
}

/** The address of the database of a data folder while somebody has it running, else null. It ends when they do. */
export async function findRunning(dataDir: string): Promise<string | null> {
  const data = findCluster(dataDir);
  const postmaster = data && (await settledPostmaster(data));
  return postmaster ? `${addressOf(data, postmaster.port)}/${DATABASE}` : null;
}
