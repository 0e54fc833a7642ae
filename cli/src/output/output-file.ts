import { randomUUID } from 'node:crypto';
import type { Stats } from 'node:fs';
import { access, constants, type FileHandle, open, realpath, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { terminal } from '@bitacora/core/messages/terminal';
import { exits, Stopped } from '@bitacora/core/terminal/stopped';

/** What lies there, or null. */
const statOrNull = (file: string): Promise<Stats | null> => stat(file).catch(() => null);
/** A device or a pipe takes what it is given: nothing is lost there, and nothing can take its place. */
const isPassing = (there: Stats | null): boolean => there !== null && !there.isFile() && !there.isDirectory();

export const fileExists = async (file: string): Promise<boolean> => (await statOrNull(file)) !== null;

/**
 * Before anything is asked of the server: refuses a file that is there already unless it may be replaced, a folder, and a place where
 * nothing can be made.
 */
export async function requireFree(file: string, mayReplace: boolean): Promise<void> {
  const there = await statOrNull(file);
  if (isPassing(there)) return;
  if (there?.isDirectory()) throw new Stopped(exits.usage, terminal.cannotWrite(file, causeOf({ code: 'EISDIR' })));
  if (there && !mayReplace) throw new Stopped(exits.usage, terminal.fileExists(file), terminal.replaceFile);
  // Behind the slash and the dot a file is no folder.
  await access(`${path.dirname(file)}/.`, constants.W_OK).catch((error: unknown) => {
    throw cannotWrite(file, error);
  });
}

/** Refuses to write onto the very file that is read, by whatever names. */
export async function requireOther(file: string, input: string): Promise<void> {
  const [there, read] = await Promise.all([statOrNull(file), statOrNull(input)]);
  if (there?.isFile() && there.ino === read?.ino && there.dev === read.dev)
    throw new Stopped(exits.usage, terminal.sameAsInput(file), terminal.chooseOther);
}

type Write = (sink: Writable) => Promise<void>;

/** Writes a file whole or not at all: into a part beside it, which takes its name at the end and goes when anything fails. */
export async function writeFileWhole(file: string, write: Write): Promise<void> {
  if (isPassing(await statOrNull(file))) return fill(file, await openFor(file, file, 'w'), write);
  // A link stays a link: what it names is written.
  const target = await realpath(file).catch(() => file);
  const part = `${target}.${randomUUID().slice(0, 8)}.part`;
  const handle = await openFor(file, part, 'wx');
  try {
    await fill(file, handle, write);
    await rename(part, target);
  } catch (error) {
    await rm(part, { force: true });
    throw cannotWrite(file, error);
  }
}

/** Opened before anything is asked for: a stream that opens itself fails while nobody listens yet. */
const openFor = (file: string, place: string, flags: string): Promise<FileHandle> =>
  open(place, flags).catch((error: unknown) => {
    throw cannotWrite(file, error);
  });

async function fill(file: string, handle: FileHandle, write: Write): Promise<void> {
  const sink = handle.createWriteStream();
  try {
    await write(sink);
    if (!sink.writableEnded) sink.end();
    await finished(sink);
  } catch (error) {
    sink.destroy();
    throw cannotWrite(file, error);
  }
}

/** Why the system did not want to, in words where there are any. */
export const causeOf = ({ code = '' }: Pick<NodeJS.ErrnoException, 'code'>): string => terminal.fileFailures[code as 'ENOENT'] ?? code;

function cannotWrite(file: string, error: unknown): unknown {
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException;
  if (!syscall || !code) return error;
  return new Stopped(exits.usage, terminal.cannotWrite(file, causeOf({ code })));
}
