import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { embeddedDatabase as texts } from '../messages/start-problems.ts';
import { StartProblem } from '../settings/environment.ts';

export type SystemUser = { uid: number; gid: number };

const NAME = 'bitacora';
const ROOT = 0;
/** `nobody` belongs to many programs, so no data are given to it. */
const NOBODY = 65534;

export const isRoot = (): boolean => process.getuid?.() === ROOT;
const isDedicated = (uid: number) => uid !== ROOT && uid !== NOBODY;

/**
 * The user that Bitácora works as when root starts it: the owner of the data folder. Otherwise it is the system user `bitacora`, which is
 * created when it is missing. Throws `StartProblem` where that fails.
 */
export function chooseSystemUser(dataDir: string): SystemUser {
  const user = dataFolderOwner(dataDir) ?? findUser() ?? createUser();
  if (!user) throw new StartProblem(texts.noUser(NAME, dataDir));
  return user;
}

/** `dir` is a real path; `as` is who runs PostgreSQL: empty when it is the current user. */
export type Home = { dir: string; as: { uid?: number; gid?: number } };

/** The user that a data folder was given to; null while it is root's or `nobody`'s. */
export function dataFolderOwner(dataDir: string): SystemUser | null {
  const owner = fs.statSync(dataDir, { throwIfNoEntry: false });
  return owner && isDedicated(owner.uid) ? { uid: owner.uid, gid: owner.gid || owner.uid } : null;
}

function findUser(): SystemUser | null {
  const [uid = ROOT, gid = ROOT] = ['-u', '-g'].map((option) => Number(spawnSync('id', [option, NAME], { encoding: 'utf8' }).stdout));
  return isDedicated(uid) && gid !== ROOT ? { uid, gid } : null;
}

function createUser(): SystemUser | null {
  spawnSync('useradd', [
    '--system',
    '--user-group',
    '--no-create-home',
    '--home-dir',
    '/nonexistent',
    '--shell',
    '/usr/sbin/nologin',
    NAME,
  ]);
  return findUser();
}

export function isReachableBy(uid: number, dir: string): boolean {
  for (let at = fs.realpathSync(dir); ; at = path.dirname(at)) {
    const { mode, uid: owner } = fs.statSync(at);
    if (!(mode & (owner === uid ? 0o100 : 0o001))) return false;
    if (at === path.dirname(at)) return true;
  }
}

/** Whether the whole program can run as that user: data, sources and Node are within reach. */
export const canRunAs = ({ uid }: SystemUser, dataDir: string): boolean =>
  [dataDir, import.meta.dirname, path.dirname(process.execPath)].every((dir) => isReachableBy(uid, dir));

/** For good: this process cannot become root again. */
export function dropRoot({ uid, gid }: SystemUser): void {
  process.setgroups?.([gid]);
  process.setgid?.(gid);
  process.setuid?.(uid);
}
