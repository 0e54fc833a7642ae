import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { embeddedDatabase } from '../messages/embedded-database.ts';
import { environment } from './postmaster.ts';
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
