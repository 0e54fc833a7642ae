import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { embeddedDatabase } from '../messages/embedded-database.ts';
import { findPackage } from './binaries.ts';
import { environment, settledPostmaster } from './postmaster.ts';
import { StartProblem } from './start-problem.ts';
import type { Home } from './system-user.ts';

const HALF_MADE_AFTER_MS = 10 * 60_000;

/**
 * The data folder, made with `initdb` when it is missing. It is made under another name and renamed when complete, so a
 * kill in between leaves no half-made cluster. Text is UTF-8, sorted as in Mexico (ICU es-MX).
 */
export function initialise(home: Home, initdb: string): string {
  const data = path.join(home.dir, 'data');
  if (fs.existsSync(path.join(data, 'PG_VERSION'))) return data;
  removeHalfMade(home.dir);

  const fresh = fs.mkdtempSync(path.join(home.dir, 'init-'));
  const secret = `${fresh}.password`;
  fs.writeFileSync(secret, randomBytes(24).toString('base64url'), { mode: 0o600 });
  for (const file of [fresh, secret]) if (home.as.uid !== undefined) fs.chownSync(file, home.as.uid, home.as.gid ?? home.as.uid);

  const options = ['-U', 'bitacora', '-A', 'scram-sha-256', `--pwfile=${secret}`, '-E', 'UTF8'];
  const locale = ['--locale=C', '--locale-provider=icu', '--icu-locale=es-MX'];
  const run = spawnSync(initdb, ['-D', fresh, ...options, ...locale], { ...home.as, cwd: home.dir, env: environment, encoding: 'utf8' });
  if (run.status !== 0) {
    fs.rmSync(fresh, { recursive: true, force: true });
    fs.rmSync(secret, { force: true });
    throw new StartProblem(embeddedDatabase.notMade(home.dir, run.error?.message ?? run.stderr.trim()));
  }

  fs.renameSync(secret, passwordFile(fresh));
  try {
    fs.renameSync(fresh, data);
  } catch (error) {
    fs.rmSync(fresh, { recursive: true, force: true });
    if (!fs.existsSync(path.join(data, 'PG_VERSION'))) throw error; // else another start was quicker: use its cluster
  }
  return data;
}

/** Lives inside the cluster, so that a cold copy of the folder can be opened elsewhere. Mode 0600. */
export const passwordFile = (data: string) => path.join(data, 'bitacora.password');

function removeHalfMade(dir: string) {
  for (const name of fs.readdirSync(dir).filter((entry) => entry.startsWith('init-'))) {
    const file = path.join(dir, name);
    const age = Date.now() - (fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0);
    if (age > HALF_MADE_AFTER_MS) fs.rmSync(file, { recursive: true, force: true });
  }
}

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
