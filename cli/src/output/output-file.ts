import { randomUUID } from 'node:crypto';
import type { Stats } from 'node:fs';
import { access, constants, type FileHandle, open, realpath, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { terminal } from '@bitacora/core/messages/terminal';
import { exits, Stopped } from '@bitacora/core/terminal/terminal';

const statOrNull = (file: string): Promise<Stats | null> => stat(file).catch(() => null);
/** A device or a pipe is written directly, because it holds nothing to lose and no file can replace it. */
const isDevice = (stats: Stats | null): boolean => stats !== null && !stats.isFile() && !stats.isDirectory();

export const fileExists = async (file: string): Promise<boolean> => (await statOrNull(file)) !== null;

/**
 * Runs before the first request. Refuses an existing file unless it may be replaced, a folder, and a place where writing is not allowed.
 */
export async function requireFree(file: string, mayReplace: boolean): Promise<void> {
  const stats = await statOrNull(file);
  if (isDevice(stats)) return;
  if (stats?.isDirectory()) throw new Stopped(exits.usage, terminal.cannotWrite(file, describeCause({ code: 'EISDIR' })));
  if (stats && !mayReplace) throw new Stopped(exits.usage, terminal.fileExists(file), terminal.replaceFile);
  // The slash and the dot make this fail where the folder is really a file.
  await access(`${path.dirname(file)}/.`, constants.W_OK).catch((error: unknown) => {
    throw cannotWrite(file, error);
  });
}

/** Refuses to write onto the file that is read, even under another name. */
export async function requireOther(file: string, input: string): Promise<void> {
  const [target, source] = await Promise.all([statOrNull(file), statOrNull(input)]);
  if (target?.isFile() && target.ino === source?.ino && target.dev === source.dev)
    throw new Stopped(exits.usage, terminal.sameAsInput(file), terminal.chooseOther);
}

type SinkWriter = (sink: Writable) => Promise<void>;

/** Writes a file whole or not at all: into a part beside it, which gets the name at the end. A failure removes the part. */
export async function writeFileWhole(file: string, write: SinkWriter): Promise<void> {
  if (isDevice(await statOrNull(file))) return fill(file, await openFor(file, file, 'w'), write);
  // A link stays a link, because its target is written.
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

/** The sink stays open, because it may be standard output. */
export const writeBlob = (blob: Blob, sink: Writable): Promise<void> =>
  pipeline(Readable.fromWeb(blob.stream() as never), sink, { end: false });

/** Opens the file before the stream, because a stream that opens itself fails before anything listens for errors. */
const openFor = (file: string, place: string, flags: string): Promise<FileHandle> =>
  open(place, flags).catch((error: unknown) => {
    throw cannotWrite(file, error);
  });

async function fill(file: string, handle: FileHandle, write: SinkWriter): Promise<void> {
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

/** Writes the reason of the system in Spanish, or its code where we have no sentence. */
export const describeCause = ({ code = '' }: Pick<NodeJS.ErrnoException, 'code'>): string =>
  terminal.fileFailures[code as 'ENOENT'] ?? code;

function cannotWrite(file: string, error: unknown): unknown {
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException;
  if (!syscall || !code) return error;
  return new Stopped(exits.usage, terminal.cannotWrite(file, describeCause({ code })));
}
