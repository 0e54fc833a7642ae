import { copyFile, mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { PRIVATE_FOLDER, privateFolder, skipMissing, syncEntries } from './files.ts';

/** Where images go that the database does not name, by day: an older dump may have been restored, and a newer one come back. */
export interface Quarantine {
  add(name: string, now: Date): Promise<void>;
  names(): Promise<string[]>;
  putBack(name: string): Promise<void>;
  /** For good, what was set aside before the day of that instant. Answers how many files. */
  forgetBefore(instant: Date): Promise<number>;
}

export const dayOf = (instant: Date) => instant.toISOString().slice(0, 10);
const isDay = (name: string) => /^\d{4}-\d{2}-\d{2}$/.test(name);

/** Moves a file, to another disk if need be; what somebody else has moved already is theirs. */
async function move(from: string, to: string): Promise<void> {
  await mkdir(path.dirname(to), { recursive: true, mode: PRIVATE_FOLDER });
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EXDEV') await moveBetweenDisks(from, to);
    else skipMissing(error);
  }
}

async function moveBetweenDisks(from: string, to: string): Promise<void> {
  try {
    await copyFile(from, `${to}.part`);
    await rename(`${to}.part`, to);
    await syncEntries(path.dirname(to));
    await rm(from, { force: true });
  } finally {
    await rm(`${to}.part`, { force: true });
  }
}

export function quarantine(folder: string, placeOf: (name: string) => string): Quarantine {
  const days = async () => ((await readdir(folder).catch(skipMissing)) ?? []).filter(isDay);
  const within = async (day: string) => (await readdir(path.join(folder, day)).catch(skipMissing)) ?? [];

  return {
    async add(name, now) {
      await privateFolder(folder);
      await move(placeOf(name), path.join(folder, dayOf(now), name));
    },

    async names() {
      return (await Promise.all((await days()).map(within))).flat();
    },

    async putBack(name) {
      for (const day of await days()) await move(path.join(folder, day, name), placeOf(name));
    },

    async forgetBefore(instant) {
      let forgotten = 0;
      for (const day of await days()) {
        if (day >= dayOf(instant)) continue;
        forgotten += (await within(day)).length;
        await rm(path.join(folder, day), { recursive: true, force: true });
      }
      return forgotten;
    },
  };
}
