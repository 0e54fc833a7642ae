import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type NewFolder, newFolder } from '../src/commands/backups/backup-folder.ts';

let parent: string;
let place: string;
beforeEach(() => {
  parent = mkdtempSync(path.join(os.tmpdir(), 'bitacora-new-folder-'));
  place = path.join(parent, 'given');
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

const fill = async (folder: NewFolder) => {
  await folder.write('tables/users.copy.gz', Readable.from(['rows']));
  await folder.write('manifest.json', Readable.from(['{}']));
  return readdirSync(parent);
};

describe('a new folder', () => {
  it('is filled beside its place, and an empty folder of one’s own from inside, because its parent may be another’s', async () => {
    expect(await newFolder(place, fill)).toEqual([expect.stringMatching(/^given\.incompleto-/)]);
    expect(readdirSync(place).sort()).toEqual(['manifest.json', 'tables']);
    rmSync(place, { recursive: true });
    mkdirSync(place);
    expect(await newFolder(place, fill)).toEqual(['given']);
    expect(readdirSync(place, { recursive: true }).sort()).toEqual(['manifest.json', 'tables', 'tables/users.copy.gz']);
  });

  it('leaves an empty folder empty after a failure, and another’s files alone', async () => {
    mkdirSync(place);
    const failing = async (folder: NewFolder) => {
      await fill(folder);
      throw new Error('the disk broke');
    };
    await expect(newFolder(place, failing)).rejects.toThrow('the disk broke');
    expect(readdirSync(place)).toEqual([]);
    const crowded = async (folder: NewFolder) => {
      await fill(folder);
      writeFileSync(path.join(place, 'another'), '');
    };
    await expect(newFolder(place, crowded)).rejects.toThrow('no está vacía');
    expect(readdirSync(place)).toEqual(['another']);
  });
});
