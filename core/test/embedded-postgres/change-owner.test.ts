import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lockDataFolder } from '../../src/embedded-postgres/data-folder-lock.ts';
import { changeEntriesOwner } from '../../src/embedded-postgres/data-folder-owner.ts';

const user = { uid: 65_533, gid: 65_533 };
let folder: string;
let dataDir: string;
let outside: string;
beforeEach(() => {
  folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'bitacora-owner-')));
  [dataDir, outside] = ['data', 'outside'].map((name) => path.join(folder, name)) as [string, string];
  for (const inside of ['data/images', 'outside/images']) fs.mkdirSync(path.join(folder, inside), { recursive: true });
  for (const dir of [dataDir, outside]) fs.writeFileSync(path.join(dir, 'images/one.webp'), '');
});
afterEach(() => {
  vi.restoreAllMocks();
  fs.rmSync(folder, { recursive: true });
});

const ownerOf = (place: string) => fs.lstatSync(place).uid;
const ownersIn = (dir: string) => [...new Set(['', 'images', 'images/one.webp'].map((name) => ownerOf(path.join(dir, name))))];
const giveTheFolder = () => fs.lchownSync(dataDir, user.uid, user.gid);
const exchange = (name: string, put: (place: string) => void) => {
  fs.renameSync(path.join(dataDir, name), path.join(dataDir, 'kept'));
  put(path.join(dataDir, name));
};

/** Lets somebody else act right after the first answer of that kind. */
function after(reading: 'readdirSync' | 'lstatSync' | 'fstatSync', isMeant: (answer: unknown) => boolean, act: () => void) {
  const real = fs[reading] as (...given: unknown[]) => unknown;
  let isOver = false;
  vi.spyOn(fs, reading).mockImplementation(((...given: unknown[]) => {
    const answer = real(...given);
    if (isOver || !isMeant(answer)) return answer;
    isOver = true;
    act();
    return answer;
  }) as never);
}

describe.runIf(process.getuid?.() === 0 && process.platform === 'linux')('root gives the data folder to a user', () => {
  it('with everything in it, links too but not what they lead to', () => {
    giveTheFolder();
    fs.symlinkSync(outside, path.join(dataDir, 'images/away'));
    changeEntriesOwner(user, dataDir);
    expect(ownersIn(dataDir)).toEqual([user.uid]);
    expect(ownerOf(path.join(dataDir, 'images/away'))).toBe(user.uid);
    expect(ownersIn(outside)).toEqual([0]);
  });

  it('and changes nothing outside when that user replaces a folder by a link at the same time', () => {
    giveTheFolder();
    after(
      'readdirSync',
      (names) => String(names) === 'one.webp',
      () => exchange('images', (place) => fs.symlinkSync(path.join(outside, 'images'), place)),
    );
    changeEntriesOwner(user, dataDir);
    expect(fs.lstatSync(path.join(dataDir, 'images')).isSymbolicLink()).toBe(true);
    expect(ownersIn(outside)).toEqual([0]);
    expect(ownerOf(path.join(dataDir, 'kept/one.webp'))).toBe(user.uid);
  });

  it.each(['lstatSync', 'fstatSync'] as const)('nor a file by a hard link, after %s', (reading) => {
    giveTheFolder();
    after(
      reading,
      (stats) => (stats as fs.Stats | undefined)?.isFile() ?? false,
      () => exchange('images/one.webp', (place) => fs.linkSync(path.join(outside, 'images/one.webp'), place)),
    );
    changeEntriesOwner(user, dataDir);
    expect(ownersIn(outside)).toEqual([0]);
  });

  it('nor the folder itself', () => {
    giveTheFolder();
    after(
      'readdirSync',
      (names) => String(names) === 'images',
      () => {
        fs.renameSync(dataDir, path.join(folder, 'moved'));
        fs.symlinkSync(outside, dataDir);
      },
    );
    changeEntriesOwner(user, dataDir);
    expect(ownersIn(outside)).toEqual([0]);
  });

  it('follows a link only while nobody but root could have made it', () => {
    exchange('images', (place) => fs.symlinkSync(path.join(outside, 'images'), place));
    fs.chmodSync(dataDir, 0o777);
    changeEntriesOwner(user, dataDir);
    expect(ownersIn(outside)).toEqual([0]);
    fs.chmodSync(dataDir, 0o755);
    fs.lchownSync(path.join(dataDir, 'images'), 0, 0);
    changeEntriesOwner(user, dataDir);
    expect(ownersIn(outside)).toEqual([0, user.uid]);
  });

  it('makes no lock file through a link', () => {
    fs.symlinkSync(path.join(outside, 'made'), path.join(dataDir, 'bitacora.lock'));
    expect(() => lockDataFolder(dataDir)).toThrow('No se pudo bloquear');
    expect(fs.existsSync(path.join(outside, 'made'))).toBe(false);
  });
});
