import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { StartProblem } from '@bitacora/core/embedded-postgres/start-problem';
import { startTexts } from '../messages/start.ts';

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

/** Why a folder cannot be written. Node answers ENOENT where a parent cannot be made, so the nearest parent that exists is asked. */
async function reasonOf(folder: string, error: NodeJS.ErrnoException): Promise<string> {
  const reason = reasons[error.code ?? ''];
  if (reason || error.code !== 'ENOENT' || folder === path.dirname(folder)) return reason ?? error.message;
  const parent = path.dirname(folder);
  const refusal = await isWritable(parent).catch((no: NodeJS.ErrnoException) => no);
  return refusal ? reasonOf(parent, refusal) : error.message;
}

/** Makes the data folder where it is missing. Refuses one that cannot be written, with a sentence that says why. */
export async function demandDataFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    await isWritable(folder);
  } catch (error) {
    throw new StartProblem(startTexts.dataFolder(folder, await reasonOf(folder, error as NodeJS.ErrnoException)));
  }
}
