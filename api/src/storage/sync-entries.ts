import { open } from 'node:fs/promises';

/** A new name outlives a power cut only once its folder is synced too. Windows opens no folders; it journals names itself. */
export async function syncEntries(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const opened = await open(folder, 'r');
  await opened.sync().finally(() => opened.close());
}
