import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { exits, Stopped } from '@bitacora/core/terminal/stopped';
import { restoration as texts } from '../../messages/restoration.ts';
import { sha256Of, skipMissing } from '../../storage/files.ts';
import { fileOf, isSecret, MANIFEST, type Manifest, SUMS, secretFile, unsealed } from './manifest.ts';

export interface Backup {
  folder: string;
  manifest: Manifest;
  /** The images it brings: SHA-256 by stored name. */
  images: ReadonlyMap<string, string>;
}

/** As `imageFile` lays them: the shelf, then an id on it, or its thumbnail. A name of another shape would be a place outside of the store. */
const IMAGE = /^images\/([0-9a-f]{2})\/\1[0-9a-f]{6}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(\.thumbnail)?$/;

const damaged = (name: string) => new Stopped(exits.refused, texts.damaged(name));

/** Null where the file is missing. */
const sumOf = (file: string): Promise<string | null> => sha256Of(createReadStream(file)).catch(skipMissing);

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
  if ((await sumOf(file)) !== sums) throw damaged(SUMS);
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
    if ((await sumOf(path.join(folder, name))) !== sha256) throw damaged(name);
  }
  const images = [...sums]
    .filter(([name]) => name.startsWith('images/'))
    .map(([name, sha256]) => [path.posix.basename(name), sha256] as const);
  return { folder, manifest, images: new Map(images) };
}
