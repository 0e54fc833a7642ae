import { createReadStream } from 'node:fs';
import { copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { PRIVATE_FILE, PRIVATE_FOLDER, privateFolder, readFreeBytes, skipMissing, syncEntries, writeFileAtomically } from './files.ts';

/** Keeps images that the database does not name, by day, because an older dump may have been restored and a newer one may follow. */
export interface Quarantine {
  add(name: string, now: Date): Promise<void>;
  names(): Promise<string[]>;
  putBack(name: string): Promise<void>;
  /** Removes the files that were quarantined before the day of that instant. Returns their number. */
  forgetBefore(instant: Date): Promise<number>;
}

export const formatDay = (instant: Date) => instant.toISOString().slice(0, 10);
const isDay = (name: string) => /^\d{4}-\d{2}-\d{2}$/.test(name);

/** Moves a file, to another disk if need be. Does nothing where another process has moved it already. */
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

function quarantine(folder: string, imagePath: (name: string) => string): Quarantine {
  const days = async () => ((await readdir(folder).catch(skipMissing)) ?? []).filter(isDay);
  const within = async (day: string) => (await readdir(path.join(folder, day)).catch(skipMissing)) ?? [];

  return {
    async add(name, now) {
      await privateFolder(folder);
      await move(imagePath(name), path.join(folder, formatDay(now), name));
    },

    names: async () => (await Promise.all((await days()).map(within))).flat(),

    async putBack(name) {
      for (const day of await days()) await move(path.join(folder, day, name), imagePath(name));
    },

    async forgetBefore(instant) {
      let forgotten = 0;
      for (const day of await days()) {
        if (day >= formatDay(instant)) continue;
        forgotten += (await within(day)).length;
        await rm(path.join(folder, day), { recursive: true, force: true });
      }
      return forgotten;
    },
  };
}

/** The service that stores the images does not answer or refuses us. It is unknown whether it did what was asked. */
export class StoreUnavailable extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause), { cause });
    this.name = 'StoreAway';
  }
}

/** The name of a marker begins with this. */
export const MARKER = 'database-';

/** The databases that store images in a folder. Each leaves its own marker, so that no order of starts can hide one. */
export interface FolderClaims {
  all(): Promise<string[]>;
  /** Returns once the marker would survive a power cut. */
  add(database: string): Promise<void>;
}

const folderClaims = (folder: string): FolderClaims => ({
  all: async () => (await readdir(folder)).filter((name) => name.startsWith(MARKER)).map((name) => name.slice(MARKER.length)),

  async add(database) {
    const marker = await open(path.join(folder, `${MARKER}${database}`), 'a', PRIVATE_FILE);
    await marker.sync().finally(() => marker.close());
    await syncEntries(folder);
  },
});

/** Files outside of the store get the ending of their media type. */
export const fileExtensions = { 'image/jpeg': 'jpg', 'image/png': 'png', 'application/pdf': 'pdf' } as const;

export const thumbnailName = (id: string) => `${id}.thumbnail`;
export const parseImageId = (name: string) => name.split('.')[0] as string;

export interface ImageStore {
  kind: 'folder' | 's3';
  folder: string;
  /** Returns once the bytes would survive a power cut; leaves nothing when it fails. */
  put(name: string, bytes: Buffer): Promise<void>;
  open(name: string): Promise<Readable | null>;
  remove(name: string): Promise<void>;
  listOlderThan(ageMs: number): AsyncIterable<string>;
  freeBytes(): Promise<number | null>;
  claims: FolderClaims;
  quarantine: Quarantine;
}

/** Stores images in 256 subfolders by the first two letters of their name. The quarantine is the folder `…-orphaned` beside it. */
export async function fileStore(folder: string): Promise<ImageStore> {
  await privateFolder(folder);
  const imagePath = (name: string) => path.join(folder, name.slice(0, 2), name);

  return {
    kind: 'folder',
    folder,
    claims: folderClaims(folder),
    quarantine: quarantine(`${folder}-orphaned`, imagePath),

    async put(name, bytes) {
      const place = imagePath(name);
      const isNewFolder = Boolean(await mkdir(path.dirname(place), { recursive: true, mode: PRIVATE_FOLDER }));
      await writeFileAtomically(place, bytes);
      if (isNewFolder) await syncEntries(folder);
    },

    async open(name) {
      const facts = await stat(imagePath(name)).catch(() => null);
      return facts ? createReadStream(imagePath(name)) : null;
    },

    async remove(name) {
      await rm(imagePath(name), { force: true });
    },

    freeBytes: () => readFreeBytes(folder),

    async *listOlderThan(ageMs) {
      for (const shelf of await readdir(folder, { withFileTypes: true })) {
        if (!shelf.isDirectory()) continue;
        for (const name of await readdir(path.join(folder, shelf.name))) {
          const facts = await stat(path.join(folder, shelf.name, name)).catch(skipMissing);
          if (facts?.isFile() && Date.now() - facts.mtimeMs > ageMs) yield name;
        }
      }
    },
  };
}
