import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { restoration as texts } from '@bitacora/core/messages/restoration';
import { exits, Stopped } from '@bitacora/core/terminal/stopped';
import { skipMissing } from '../../images/skip-missing.ts';
import { fileOf, isSecret, MANIFEST, type Manifest, SUMS, secretFile, unsealed } from './manifest.ts';
import { tally } from './tally.ts';

export interface Backup {
  folder: string;
  manifest: Manifest;
  /** Stored names of the images it brings. */
  images: string[];
}

/** As `imageFile` lays them: the shelf, then an id on it, or its thumbnail. A name of another shape would be a place outside of the store. */
const IMAGE = /^images\/([0-9a-f]{2})\/\1[0-9a-f]{6}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(\.thumbnail)?$/;

const damaged = (name: string) => new Stopped(exits.refused, texts.damaged(name));

async function sha256Of(file: string): Promise<string> {
  const { pass, total } = tally();
  await pipeline(createReadStream(file), pass, async (chunks: AsyncIterable<Buffer>) => {
    for await (const _ of chunks);
  });
  return total().sha256;
}

async function manifestIn(folder: string): Promise<Manifest> {
  const text = await readFile(path.join(folder, MANIFEST), 'utf8').catch(skipMissing);
  if (text === null) throw new Stopped(exits.refused, texts.noBackup(folder));
  const manifest = unsealed(text);
  if (!manifest) throw damaged(MANIFEST);
  return manifest;
}

/** The sum of each file, by name. */
async function sumsIn(folder: string, { sums }: Manifest): Promise<Map<string, string>> {
  const file = path.join(folder, SUMS);
  if ((await sha256Of(file).catch(skipMissing)) !== sums) throw damaged(SUMS);
  const lines = (await readFile(file, 'utf8')).split('\n').filter(Boolean);
  return new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
}

/** A backup of which every file was read and found as it was written; refuses any other and names the part. */
export async function readBackup(folder: string): Promise<Backup> {
  const manifest = await manifestIn(folder);
  const sums = await sumsIn(folder, manifest);
  for (const table of manifest.tables) if (!sums.has(fileOf(table))) throw damaged(fileOf(table));
  for (const secret of manifest.secrets) if (!isSecret(secret) || !sums.has(secretFile(secret))) throw damaged(secretFile(secret));
  for (const [name, sha256] of sums) {
    if (name.startsWith('images/') && !IMAGE.test(name)) throw damaged(name);
    if ((await sha256Of(path.join(folder, name)).catch(skipMissing)) !== sha256) throw damaged(name);
  }
  const images = [...sums.keys()].filter((name) => name.startsWith('images/')).map((name) => path.posix.basename(name));
  return { folder, manifest, images };
}
