import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { embeddedDatabase as texts } from '../messages/embedded-database.ts';
import { StartProblem } from './start-problem.ts';

const LOCK_FILE = 'bitacora.lock';

/** Of macOS: `open` takes the lock of `flock`, and fails at once where it is taken. */
const DARWIN_O_EXLOCK = 0x20;
/** Of libuv on Windows: nobody else can open the file. */
const WINDOWS_O_EXLOCK = 0x10000000;
const BUSY = ['EAGAIN', 'EWOULDBLOCK', 'EBUSY', 'EPERM', 'EACCES'];
/** What `flock` answers when another process has the lock. */
const FLOCK_BUSY = 1;

/**
 * Takes the kernel's exclusive lock on a data folder, which every process on this computer sees, in other containers too. Answers the
 * open file, or null where another process has the lock. The lock ends with the last process that has that open file, however it ends.
 */
export function lockDataFolder(dataDir: string): number | null {
  const file = path.join(dataDir, LOCK_FILE);
  return process.platform === 'linux' ? lockByCommand(file) : lockByOpening(file);
}

/** The lock belongs to the open file, not to the command, so it stays when `flock` has ended. */
function lockByCommand(file: string): number | null {
  const fd = openForLock(file);
  const { status, error, stderr } = spawnSync('flock', ['-xn', '3'], { stdio: ['ignore', 'ignore', 'pipe', fd], encoding: 'utf8' });
  if (status === 0) return fd;
  fs.closeSync(fd);
  if (status === FLOCK_BUSY) return null;
  throw new StartProblem(texts.noLock(file, error?.message ?? stderr.trim()));
}

/** Root opens it too, in a folder of another user, so no link is followed: it would make a file anywhere. */
function openForLock(file: string): number {
  const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW } = fs.constants;
  try {
    return fs.openSync(file, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW, 0o600);
  } catch (error) {
    throw new StartProblem(texts.noLock(file, (error as Error).message));
  }
}

function lockByOpening(file: string): number | null {
  const { O_RDWR, O_CREAT, O_NONBLOCK = 0 } = fs.constants;
  const exclusively = process.platform === 'win32' ? WINDOWS_O_EXLOCK : DARWIN_O_EXLOCK | O_NONBLOCK;
  try {
    return fs.openSync(file, O_RDWR | O_CREAT | exclusively, 0o600);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    if (BUSY.includes(code)) return null;
    throw new StartProblem(texts.noLock(file, message));
  }
}
