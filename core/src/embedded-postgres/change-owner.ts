import fs from 'node:fs';
import path from 'node:path';
import type { SystemUser } from './system-user.ts';

/** Of Linux: opens a link itself, and waits for no pipe or device. Node has no name for it. */
const LINUX_O_PATH = 0o10000000;
/** A path in it leads to an open file, also if another file has its name by then. */
const OPEN_FILES = '/proc/self/fd';
const hasOpenFiles = process.platform === 'linux' && fs.existsSync(OPEN_FILES);

/**
 * Makes that user the owner of a file, or of a folder and its contents; of a link, not of its target. Programs of that user may replace
 * files and folders by links at the same time, so everything happens through open files. `place` is a real path but for a link at its end.
 * `isDeep` also looks into folders that are the user's already.
 */
export function changeOwner(user: SystemUser, place: string, { isDeep = false } = {}): void {
  withItself(place, (at, entry) => {
    if (hasOpenFiles && fs.readlinkSync(at) !== place) return; // a folder above is a link by now
    change(user, at, entry, isDeep);
  });
}

/** A folder changes its owner after its contents, so one that is the user's already was done completely. */
function change(user: SystemUser, at: string, found: fs.Stats, isDeep: boolean): void {
  if (!isDeep && found.uid === user.uid) return;
  const contents = found.isDirectory() ? fs.readdirSync(at) : [];
  for (const name of contents) withItself(path.join(at, name), (content, its) => change(user, content, its, isDeep));
  const mayBeAnyFile = !found.isDirectory() && found.nlink > 1; // a hard link
  if (found.uid !== user.uid && !mayBeAnyFile) setOwner(at, user);
}

/** An open file is followed to exactly that file. Without one the name has to do. */
const setOwner = (at: string, { uid, gid }: SystemUser) => (hasOpenFiles ? fs.chownSync(at, uid, gid) : fs.lchownSync(at, uid, gid));

function withItself(place: string, work: (at: string, found: fs.Stats) => void): void {
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
