import fs from 'node:fs';
import path from 'node:path';
import { embeddedDatabase as texts } from '../messages/start-problems.ts';
import { StartProblem } from '../settings/environment.ts';
import { findPackage, homeName, hydrate } from './cluster.ts';
import { lockDataFolder } from './data-folder-lock.ts';
import { readPostmaster } from './postmaster.ts';
import { canRunAs, chooseSystemUser, isRoot, type SystemUser } from './system-user.ts';

/** This flag of Linux opens a link itself, and waits for no pipe or device. Node has no name for it. */
const LINUX_O_PATH = 0o10000000;
/** A path in it leads to an open file, also if another file has its name by then. */
const OPEN_FILES = '/proc/self/fd';
const hasOpenFiles = process.platform === 'linux' && fs.existsSync(OPEN_FILES);

/**
 * Makes that user the owner of a file, or of a folder and its contents; of a link, not of its target. Programs of that user may replace
 * files and folders by links at the same time, so everything happens through open files. `place` is a real path but for a link at its end.
 * `isDeep` also looks into folders that are the user's already.
 */
function changeOwner(user: SystemUser, place: string, { isDeep = false } = {}): void {
  withItself(place, (at, entry) => {
    if (hasOpenFiles && fs.readlinkSync(at) !== place) return; // a folder above is a link by now
    change(user, at, entry, isDeep);
  });
}

/** A folder changes its owner after its contents, so one that is the user's already was done completely. */
function change(user: SystemUser, at: string, stats: fs.Stats, isDeep: boolean): void {
  if (!isDeep && stats.uid === user.uid) return;
  const contents = stats.isDirectory() ? fs.readdirSync(at) : [];
  for (const name of contents) withItself(path.join(at, name), (content, its) => change(user, content, its, isDeep));
  const mayBeAnyFile = !stats.isDirectory() && stats.nlink > 1; // a hard link
  if (stats.uid !== user.uid && !mayBeAnyFile) setOwner(at, user);
}

/** An open file is followed to exactly that file. Without one the name has to do. */
const setOwner = (at: string, { uid, gid }: SystemUser) => (hasOpenFiles ? fs.chownSync(at, uid, gid) : fs.lchownSync(at, uid, gid));

function withItself(place: string, work: (at: string, stats: fs.Stats) => void): void {
  if (!hasOpenFiles) {
    const entry = fs.lstatSync(place, { throwIfNoEntry: false });
    if (entry) work(place, entry);
    return;
  }
  const fd = openItself(place);
  if (fd === null) return;
  try {
    work(path.join(OPEN_FILES, String(fd)), fs.fstatSync(fd));
  } finally {
    fs.closeSync(fd);
  }
}

/** Without following a link; null where there is nothing. */
function openItself(place: string): number | null {
  try {
    return fs.openSync(place, LINUX_O_PATH | fs.constants.O_NOFOLLOW);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** What Bitácora keeps in its data folder besides the cluster. Other files there stay as they are. */
const OWN_ENTRY =
  /^(images|images-orphaned|outbox|uploads|session-secret|bot-token|app-role-password|clock\.json|bitacora\.(lock|heartbeat))$/;

const WRITABLE_BY_OTHERS = 0o022;

/**
 * Prepares the data folder for the user that works with it, as root: its files become that user's.
 * Null where this process is not root, or the user cannot reach program or data.
 */
export function prepareDataFolder(dataDir: string, { isEmbedded }: { isEmbedded: boolean }): SystemUser | null {
  if (!isRoot()) return null;
  fs.mkdirSync(dataDir, { recursive: true });
  const user = chooseSystemUser(dataDir);
  if (!canRunAs(user, dataDir)) return null;
  if (isEmbedded) {
    hydrate(findPackage().native); // that user may not write there
    changeClusterOwner(user, dataDir);
  }
  changeEntriesOwner(user, dataDir);
  if (fs.statSync(dataDir).uid !== user.uid) fs.chownSync(dataDir, user.uid, user.gid);
  return user;
}

/**
 * Makes that user the owner of what root has written into the data folder. In a folder that others write in no link is followed. `isDeep` also looks into folders that are the user's already.
 */
export function changeEntriesOwner(user: SystemUser, dataDir: string, { isDeep = false } = {}): void {
  const folder = fs.realpathSync(dataDir);
  const mayFollow = onlyRootWrites(folder);
  for (const name of fs.readdirSync(folder)) {
    if (!OWN_ENTRY.test(name)) continue;
    const place = path.join(folder, name);
    if (mayFollow && fs.existsSync(place)) changeOwner(user, fs.realpathSync(place), { isDeep });
    changeOwner(user, place, { isDeep });
  }
}

function changeClusterOwner(user: SystemUser, dataDir: string): void {
  const homePath = path.join(fs.realpathSync(dataDir), homeName(findPackage().version));
  const entry = fs.lstatSync(homePath, { throwIfNoEntry: false });
  if (!entry || entry.uid === user.uid) return;
  const home = onlyRootWrites(dataDir) && fs.existsSync(homePath) ? fs.realpathSync(homePath) : homePath;
  if (!changeStoppedOwner(user, dataDir, path.join(home, 'data'), home)) throw new StartProblem(texts.openedByAnother(dataDir));
  changeOwner(user, homePath);
}

/** Makes that user the owner of a cluster that is stopped, and keeps it stopped until this is done. False where a server runs. */
export function changeStoppedOwner(user: SystemUser, dataDir: string, data: string, place = data): boolean {
  if (readPostmaster(data)) return false;
  const lock = lockDataFolder(dataDir);
  if (lock === null) return false;
  try {
    changeOwner(user, place);
    return true;
  } finally {
    fs.closeSync(lock);
  }
}

/** While only root writes in the data folder, root has made the links there; a later one could lead anywhere. */
function onlyRootWrites(dataDir: string): boolean {
  const { uid, mode } = fs.statSync(dataDir);
  return uid === 0 && (mode & WRITABLE_BY_OTHERS) === 0;
}
