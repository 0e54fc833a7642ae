/** For `catch`: null where there is no such file or folder (any more). */
export function skipMissing(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  return null;
}
