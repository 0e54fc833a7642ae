import fs from 'node:fs';
import path from 'node:path';
import { StartProblem } from './start-problem.ts';

/** PostgreSQL refuses to run as root, so root runs it as this user, which exists on every Unix (`nobody`). */
const NOBODY = { uid: 65534, gid: 65534 };
const SHARED = '/var/lib/bitacora';

/** `dir` is a real path; `as` is who runs PostgreSQL: empty when it is the current user. */
export type Home = { dir: string; as: { uid?: number; gid?: number } };

/** Whether that user may walk through every folder down to `dir`. */
export function isReachableBy(uid: number, dir: string): boolean {
  for (let at = fs.realpathSync(dir); ; at = path.dirname(at)) {
    const { mode, uid: owner } = fs.statSync(at);
    if (!(mode & (owner === uid ? 0o100 : 0o001))) return false;
    if (at === path.dirname(at)) return true;
  }
}

/**
 * The folder of the cluster: `dataDir/name`. When root started us in a place `nobody` cannot reach (a checkout in root's
 * own folder), that name is a link to a folder that it can.
 */
export function openHome(dataDir: string, name: string, log: (sentence: string) => void): Home {
  const isRoot = process.getuid?.() === 0;
  const named = path.join(dataDir, name);
  fs.mkdirSync(dataDir, { recursive: true });

  const found = fs.lstatSync(named, { throwIfNoEntry: false });
  if (found?.isSymbolicLink() && !fs.existsSync(named)) {
    throw new StartProblem(
      `${named} apunta a ${fs.readlinkSync(named)}, que ya no existe. Recupera esa carpeta, o borra el enlace para empezar con una base de datos vacía.`,
    );
  }
  if (!found && isRoot && !isReachableBy(NOBODY.uid, dataDir)) linkElsewhere(named, name, log);
  else if (!found) fs.mkdirSync(named, { recursive: true, mode: 0o755 });

  const dir = fs.realpathSync(named);
  if (!isRoot) return { dir, as: {} };
  if (!isReachableBy(NOBODY.uid, path.dirname(dir))) {
    throw new StartProblem(
      `PostgreSQL no puede entrar en ${dir} porque root lo ejecuta como un usuario sin privilegios. Da permiso de paso (chmod o+x) a las carpetas de esa ruta o elige otra en DATA_DIR.`,
    );
  }
  fs.chmodSync(dir, 0o755);
  return { dir, as: NOBODY };
}

function linkElsewhere(named: string, name: string, log: (sentence: string) => void) {
  fs.mkdirSync(SHARED, { recursive: true, mode: 0o755 });
  const dir = fs.mkdtempSync(path.join(SHARED, `${name}-`));
  fs.chmodSync(dir, 0o755);
  fs.symlinkSync(dir, named, 'dir');
  log(`La base de datos vive en ${dir}, porque otro usuario no puede entrar en ${path.dirname(named)}; ${named} es un enlace a ella.`);
}
