import { createHmac } from 'node:crypto';
import { constants } from 'node:fs';
import { access, mkdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { nextMarks } from '@bitacora/core/domain/admin/secret-marks';
import { type Core, keyFor, repositoriesOn } from '@bitacora/core/server';
import { StartProblem } from '@bitacora/core/settings/environment';
import { startTexts } from '../messages/start.ts';
import type { Settings } from '../settings/settings.ts';
import { skipMissing } from '../storage/files.ts';

const LEAST_LETTERS = 10;

/** Returns a warning for each long secret that is easy to guess: repeated letters, or a copy of the other secret. */
export function weakSecrets({ sessionSecret, botToken }: Pick<Settings, 'sessionSecret' | 'botToken'>): string[] {
  const repeats = Object.entries({ SESSION_SECRET: sessionSecret, BOT_TOKEN: botToken })
    .filter(([, value]) => value !== undefined && new Set(value).size < LEAST_LETTERS)
    .map(([name]) => startTexts.weakSecret(name));
  const isOne = sessionSecret !== undefined && sessionSecret === botToken;
  return isOne ? [...repeats, startTexts.equalSecrets] : repeats;
}

/** Computes the public mark of a secret. It depends on the installation, so that equal secrets of two installations differ. */
const computeMark = (secret: string, databaseId: string) =>
  createHmac('sha256', keyFor('installation-mark', secret)).update(databaseId).digest('base64url');

/** Refuses a process whose secret is not that of the others on this database; remembers one that is new (SESSION_SECRET_PREVIOUS). */
export async function demandSameSecret({ db, zone, secrets }: Pick<Core, 'db' | 'zone' | 'secrets'>): Promise<void> {
  await db.transaction(async (trx) => {
    const { installation } = repositoriesOn(trx, zone);
    const id = await installation.databaseId();
    const [current = '', previous] = secrets.map((secret) => computeMark(secret, id));
    const stored = await installation.lockSecretMarks();
    const marks = nextMarks({ current, previous: previous ?? null, stored });
    if (!marks) throw new StartProblem(startTexts.otherSecret);
    if (marks !== stored) await installation.keepSecretMarks(marks);
  });
}

/** Tells whether the database expects this secret of every process. */
async function hasNewestSecret({ db, zone }: Pick<Core, 'db' | 'zone'>, secret: string): Promise<boolean> {
  return db.transaction(async (trx) => {
    const { installation } = repositoriesOn(trx, zone);
    return (await installation.lockSecretMarks())[0] === computeMark(secret, await installation.databaseId());
  });
}

/** The file holds the secret of an unfinished rotation. */
export const nextSecretFile = (dataDir: string) => path.join(dataDir, 'session-secret.next');

/**
 * Ends a rotation that was killed: after its transaction the new file takes its name, before it the new file goes. Where the database
 * expects neither, the new file stays, because it may be the only one that opens what is sealed.
 */
export async function finishKilledRotation({ dataDir, ...place }: Pick<Core, 'db' | 'zone'> & { dataDir: string }): Promise<void> {
  const [file, next] = [path.join(dataDir, 'session-secret'), nextSecretFile(dataDir)];
  const readSecret = async (name: string) => (await readFile(name, 'utf8').catch(() => '')).trim();
  const [present, coming] = [await readSecret(file), await readSecret(next)];
  if (!coming) return;
  // Another process that starts may do the same at this moment.
  if (await hasNewestSecret(place, coming)) await rename(next, file).catch(skipMissing);
  else if (await hasNewestSecret(place, present)) await rm(next, { force: true });
}
/**
 * Makes the database expect another secret, in a transaction that also seals anew what the earlier one sealed. Returns false and changes
 * nothing where the earlier one is not expected.
 */
export async function replaceSecretMark({ db, zone }: Pick<Core, 'db' | 'zone'>, earlier: string, later: string): Promise<boolean> {
  const { installation } = repositoriesOn(db, zone);
  const id = await installation.databaseId();
  const [newest] = await installation.lockSecretMarks();
  if (newest !== undefined && newest !== computeMark(earlier, id)) return false;
  await installation.keepSecretMarks([computeMark(later, id)]);
  return true;
}

const reasons: Record<string, string> = {
  EROFS: startTexts.dataFolderReasons.readOnly,
  EACCES: startTexts.dataFolderReasons.denied,
  EPERM: startTexts.dataFolderReasons.denied,
  ENOTDIR: startTexts.dataFolderReasons.notFolder,
  EEXIST: startTexts.dataFolderReasons.notFolder,
  ENOSPC: startTexts.dataFolderReasons.full,
  EDQUOT: startTexts.dataFolderReasons.full,
};

const isWritable = (folder: string) => access(folder, constants.W_OK | constants.X_OK);

/** Explains why a folder cannot be written. Node answers ENOENT where a parent cannot be made, so the nearest existing parent is checked. */
async function explainError(folder: string, error: NodeJS.ErrnoException): Promise<string> {
  const reason = reasons[error.code ?? ''];
  if (reason || error.code !== 'ENOENT' || folder === path.dirname(folder)) return reason ?? error.message;
  const parent = path.dirname(folder);
  const refusal = await isWritable(parent).catch((no: NodeJS.ErrnoException) => no);
  return refusal ? explainError(parent, refusal) : error.message;
}

/** Makes the data folder where it is missing. Refuses one that cannot be written, with a sentence that says why. */
export async function demandDataFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    await isWritable(folder);
  } catch (error) {
    throw new StartProblem(startTexts.dataFolder(folder, await explainError(folder, error as NodeJS.ErrnoException)));
  }
}
