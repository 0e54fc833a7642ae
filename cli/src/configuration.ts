import { chmod, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { terminal } from '@bitacora/core/messages/terminal';
import { exits, Stopped } from '@bitacora/core/terminal/stopped';
import { causeOf } from './output/output-file.ts';

/** What is kept of a login: a token, the only server it is for, and whose it is. */
export interface Configuration {
  url: string;
  token: string;
  email: string;
  /** The token's last day, YYYY-MM-DD. */
  expiresOn: string;
  scope: 'read' | 'write';
}

const configurationFile = (folder: string): string => path.join(folder, 'sesion.json');

/** Windows has no such bits: there the user's own folder is what protects. */
const OTHERS = 0o077;
const hasBits = process.platform !== 'win32';

/** What a login left, or null. Refuses a file that others can read, unless it is only to be ended: its token may be known to them. */
export async function readConfiguration(folder: string, { mayBeReadByOthers = false } = {}): Promise<Configuration | null> {
  const file = configurationFile(folder);
  const found = await stat(file).catch(unlessMissing);
  if (!found) return null;
  if (hasBits && found.mode & OTHERS && !mayBeReadByOthers)
    throw new Stopped(exits.notLoggedIn, terminal.othersCanRead(file), terminal.protectFile(file));
  const kept: unknown = await readFile(file, 'utf8')
    .then(JSON.parse)
    .catch(() => null);
  if (isConfiguration(kept)) return kept;
  throw new Stopped(exits.notLoggedIn, terminal.damagedSession(file), terminal.logInAgain);
}

/** Kept whole or not at all, for the user alone; throws `Stopped` where it cannot be. */
export async function saveConfiguration(folder: string, configuration: Configuration): Promise<void> {
  const file = configurationFile(folder);
  const draft = `${file}.${process.pid}.part`;
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await chmod(folder, 0o700);
    await writeDraft(draft, configuration);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {});
    throw new Stopped(exits.usage, terminal.cannotWrite(file, causeOf(error as NodeJS.ErrnoException)));
  }
}

async function writeDraft(draft: string, configuration: Configuration): Promise<void> {
  const handle = await open(draft, 'w', 0o600);
  try {
    await handle.chmod(0o600);
    await handle.writeFile(`${JSON.stringify(configuration, null, 2)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export const forgetConfiguration = (folder: string): Promise<void> => rm(configurationFile(folder), { force: true });

function unlessMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
  throw error;
}

function isConfiguration(kept: unknown): kept is Configuration {
  const { url, token, email } = (kept ?? {}) as Partial<Record<keyof Configuration, unknown>>;
  return [url, token, email].every((value) => typeof value === 'string' && value !== '');
}
