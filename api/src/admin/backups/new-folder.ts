import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { exits, Stopped } from '@bitacora/core/terminal/stopped';
import { PRIVATE_FILE, PRIVATE_FOLDER, skipMissing, syncEntries } from '../../storage/files.ts';
import { administration as texts } from '../messages.ts';
import { tally } from './digest-stream.ts';

type Step = (chunks: AsyncIterable<Buffer>) => AsyncIterable<Buffer>;

export interface NewFolder {
  /** Writes a file, its owner's alone, and answers its SHA-256. */
  write(name: string, bytes: Readable, ...steps: (Step | NodeJS.ReadWriteStream)[]): Promise<string>;
}

/** Has a folder filled under another name and gives it its own once all of it would survive a power cut, or leaves nothing. */
export async function newFolder<Result>(place: string, fill: (folder: NewFolder) => Promise<Result>): Promise<Result> {
  if ((await readdir(place).catch(skipMissing))?.length) throw new Stopped(exits.refused, texts.notEmpty(place));
  await mkdir(path.dirname(place), { recursive: true });
  const unfinished = await mkdtemp(`${place}.incompleto-`);
  const folders = new Set([unfinished]);

  async function write(name: string, bytes: Readable, ...steps: (Step | NodeJS.ReadWriteStream)[]): Promise<string> {
    const file = path.join(unfinished, name);
    if (!folders.has(path.dirname(file))) await mkdir(path.dirname(file), { recursive: true, mode: PRIVATE_FOLDER });
    folders.add(path.dirname(file));
    const digest = tally();
    const out = createWriteStream(file, { flags: 'wx', mode: PRIVATE_FILE, flush: true });
    const line: readonly unknown[] = [bytes, ...steps, digest.pass, out];
    await pipeline(line as readonly NodeJS.ReadWriteStream[]); // its type knows lists of streams only, functions go as well
    return digest.total().sha256;
  }

  try {
    const result = await fill({ write });
    for (const folder of folders) await syncEntries(folder);
    await rename(unfinished, place);
    await syncEntries(path.dirname(place));
    return result;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}
