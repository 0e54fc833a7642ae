import { chmod, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { terminal } from '@bitacora/core/messages/terminal';
import { exits, Stopped } from '@bitacora/core/terminal/stopped';
import { causeOf } from './output/output-file.ts';

/** What a login leaves on this machine: a token, its person and the only server it is for. */
export interface Configuration {
  url: string;
  token: string;
  email: string;
  /** The token's last day, YYYY-MM-DD. */
  expiresOn: string;
  scope: 'read' | 'write';
}

const configurationFile = (folder: string): string => path.join(folder, 'sesion.json');

/** Permission bits of other users. Windows has none: there the folder of the user protects the file. */
const OTHERS = 0o077;
const hasBits = process.platform !== 'win32';

/** Null without a login. Refuses a file that others can read, because they may know its token; a logout accepts it. */
export async function readConfiguration(folder: string, { mayBeReadByOthers = false } = {}): Promise<Configuration | null> {
  const file = configurationFile(folder);
  const stats = await stat(file).catch(unlessMissing);
  if (!stats) return null;
  if (hasBits && stats.mode & OTHERS && !mayBeReadByOthers)
    throw new Stopped(exits.notLoggedIn, terminal.othersCanRead(file), terminal.protectFile(file));
  const content: unknown = await readFile(file, 'utf8')
    .then(JSON.parse)
    .catch(() => null);
  if (isConfiguration(content)) return content;
  throw new Stopped(exits.notLoggedIn, terminal.damagedSession(file), terminal.logInAgain);
}

/** Writes the file whole or not at all, readable by the user only. Throws `Stopped` on failure. */
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

export const deleteConfiguration = (folder: string): Promise<void> => rm(configurationFile(folder), { force: true });

function unlessMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
  throw error;
}

function isConfiguration(content: unknown): content is Configuration {
  const { url, token, email } = (content ?? {}) as Partial<Record<keyof Configuration, unknown>>;
  return [url, token, email].every((value) => typeof value === 'string' && value !== '');
}
