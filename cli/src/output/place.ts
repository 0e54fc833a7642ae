import { randomUUID } from 'node:crypto';
import { access, open, rename, rm } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { terminal } from '@bitacora/core/messages/terminal';
import { exits, Stopped } from '@bitacora/core/terminal/stopped';

const isThere = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );

/** Refuses a file that is there already unless it may be replaced: before anything is asked of the server. */
export async function demandFree(file: string, mayReplace: boolean): Promise<void> {
  if (!mayReplace && (await isThere(file))) throw new Stopped(exits.usage, terminal.fileExists(file), terminal.replaceFile);
}

/** Writes a file whole or not at all: into a part beside it, which takes its name at the end and goes when anything fails. */
export async function writeWhole(file: string, write: (sink: Writable) => Promise<void>): Promise<void> {
  const part = `${file}.${randomUUID().slice(0, 8)}.part`;
  // Opened before anything is asked for: a stream that opens itself fails while nobody listens yet.
  const handle = await open(part, 'wx').catch((error: unknown) => {
    throw cannotWrite(file, error);
  });
  const sink = handle.createWriteStream();
  try {
    await write(sink);
    if (!sink.writableEnded) sink.end();
    await finished(sink);
    await rename(part, file);
  } catch (error) {
    sink.destroy();
    await rm(part, { force: true });
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
