import fs from 'node:fs';
import path from 'node:path';
import { changeStoppedOwner } from './data-folder-owner.ts';
import { StartProblem } from './start-problem.ts';
import { chooseSystemUser, type Home, isReachableBy, isRoot, type SystemUser } from './system-user.ts';

const SHARED = '/var/lib/bitacora';

/**
 * The folder of the cluster: `dataDir/name`. PostgreSQL refuses root, so root runs it as a system user. Where
 * that user cannot reach the place (root's own folder), the name is a link to one that it can.
 */
export function openHome(dataDir: string, name: string, log: (sentence: string) => void): Home {
  const homePath = path.join(dataDir, name);
  fs.mkdirSync(dataDir, { recursive: true });
  const user = isRoot() ? chooseSystemUser(dataDir) : null;

  const entry = fs.lstatSync(homePath, { throwIfNoEntry: false });
  if (entry?.isSymbolicLink() && !fs.existsSync(homePath)) {
    throw new StartProblem(
      `${homePath} apunta a ${fs.readlinkSync(homePath)}, que ya no existe. Recupera esa carpeta, o borra el enlace para empezar con una base de datos vacía.`,
    );
  }
  if (!entry && user && !isReachableBy(user.uid, dataDir)) linkElsewhere(homePath, name, log);
  else if (!entry) fs.mkdirSync(homePath, { recursive: true, mode: 0o755 });

  const dir = fs.realpathSync(homePath);
  if (!user) return { dir, as: {} };
  if (!isReachableBy(user.uid, path.dirname(dir))) {
    throw new StartProblem(
      `PostgreSQL no puede entrar en ${dir} porque root lo ejecuta como un usuario sin privilegios. Da permiso de paso (chmod o+x) a las carpetas de esa ruta o elige otra en DATA_DIR.`,
    );
  }
  fs.chmodSync(dir, 0o755);
  return { dir, as: clusterUser(user, dataDir, path.join(dir, 'data')) };
}

/** Releases up to 1.1.2 ran PostgreSQL as `nobody`; a server that runs keeps its user. */
function clusterUser(user: SystemUser, dataDir: string, data: string): SystemUser {
  const owner = fs.statSync(data, { throwIfNoEntry: false });
  if (!owner || owner.uid === user.uid || changeStoppedOwner(user, dataDir, data)) return user;
  return { uid: owner.uid, gid: owner.gid };
}

function linkElsewhere(named: string, name: string, log: (sentence: string) => void) {
  fs.mkdirSync(SHARED, { recursive: true, mode: 0o755 });
  const dir = fs.mkdtempSync(path.join(SHARED, `${name}-`));
  fs.chmodSync(dir, 0o755);
  fs.symlinkSync(dir, named, 'dir');
  log(`La base de datos vive en ${dir}, porque otro usuario no puede entrar en ${path.dirname(named)}; ${named} es un enlace a ella.`);
}
