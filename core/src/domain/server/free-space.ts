/** Administrators get a mail below this multiple of the space that is kept for the database. */
const LOW = 2;
/** From this multiple on there is enough again. The gap keeps a disk that varies around one figure from mailing twice. */
const ENOUGH = 3;

export const isSpaceLow = (freeBytes: number, minFreeBytes: number): boolean => freeBytes < LOW * minFreeBytes;
export const isSpaceEnough = (freeBytes: number, minFreeBytes: number): boolean => freeBytes >= ENOUGH * minFreeBytes;

/** Bytes that are left, where it is known: on the disk of the images, and on that of the embedded database. */
export interface FreeBytes {
  store: number | null;
  database: number | null;
}

/** The smallest of what is known; null where nothing is. */
export function leastFree({ store, database }: FreeBytes): number | null {
  const figures = [store, database].filter((bytes) => bytes !== null);
  return figures.length > 0 ? Math.min(...figures) : null;
}
