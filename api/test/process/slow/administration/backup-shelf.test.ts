import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { repositoriesOn } from '@bitacora/core/server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { everythingIn } from '../../../../../core/test/tables.ts';
import { sealManifest } from '../../../../src/commands/backups/backup-folder.ts';
import { pruneBackups } from '../../../../src/commands/backups/backup-shelf.ts';
import { admin } from '../../administration/admin.ts';
import { type Company, company } from '../../administration/command-company.ts';
import { dataFolder } from '../../product.ts';
import { remove } from '../../traces.ts';

/** The cases share one shelf and run in their order: a case needs the backups of those before it. */
const SLOW = 300_000;
const DAY_MS = 24 * 3_600_000;
const TWO_DAYS_AGO = new Date(Date.now() - 2 * DAY_MS);
let demo: Company;
let other: Company;
let base: string;
let shelf: string;
let env: Record<string, string>;
beforeAll(async () => {
  [demo, other] = await Promise.all([company({ isDemo: true }), company()]);
  base = dataFolder();
  shelf = path.join(base, 'shelf');
  const result = await admin(['backup-key', path.join(base, 'key.txt')], demo.env);
  expect(result).toMatchObject({ status: 0, out: expect.stringContaining('Guarda una copia fuera de este equipo') });
  const scratch = new URL(demo.url);
  scratch.pathname = '/drill';
  await demo.db.raw('create database drill');
  env = { ...demo.env, BACKUP_KEY_FILE: path.join(base, 'key.txt'), DRILL_DATABASE_URL: scratch.href };
}, SLOW);
afterAll(async () => {
  await Promise.all([demo.close(), other.close()]);
  remove(base);
}, SLOW);

const names = () => readdirSync(shelf).sort();
const latest = () => path.join(shelf, names().at(-1) as string);
/** The name of a backup is its second. */
async function backup(...more: string[]) {
  await pause(1_000);
  const { status, out, err } = await admin(['backup', '--into', shelf, '--json', ...more], env);
  return { status, err, ...(out ? JSON.parse(out) : {}) };
}
it('names a shelf that is a file, and keeps it', { timeout: SLOW }, async () => {
  const file = path.join(base, 'key.txt');
  const { status, err } = await admin(['backup', '--into', file], env);
  expect({ status, err }).toEqual({ status: 1, err: `${file} no es una carpeta.\n` });
  expect(readFileSync(file, 'utf8')).toContain('AGE-SECRET-KEY');
});

const inode = (file: string) => statSync(file).ino;
const imagesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /^[0-9a-f-]{36}/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
const evidence = (folder: string) => imagesIn(folder).find((file) => !file.includes('.thumbnail')) as string;
const drillOf = ({ db }: Company) => repositoriesOn(db, 'America/Mexico_City').installation.restoreDrill();
const spoil = (file: string) => {
  const bytes = readFileSync(file);
  const at = Math.floor(bytes.length / 2);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  unlinkSync(file); // other backups may share it
  writeFileSync(file, bytes);
};

it(
  'shares the images of encrypted backups, rehearses once a month, and keeps as many as asked',
  async () => {
    const first = await backup();
    expect(first).toMatchObject({ status: 0, err: '', removed: [], drill: { problem: null, folder: first.folder } });
    expect((await drillOf(demo))?.problem).toBeNull();
    const second = await backup();
    expect(second).toMatchObject({ status: 0, drill: null });
    const [before, now] = [imagesIn(first.folder), imagesIn(second.folder)];
    expect(now.length).toBeGreaterThan(2);
    expect(now.map(inode)).toEqual(before.map(inode));
    expect(inode(path.join(first.folder, 'tables/users.copy.gz.age'))).not.toBe(
      inode(path.join(second.folder, 'tables/users.copy.gz.age')),
    );
    for (const file of now) expect(readFileSync(file).subarray(0, 21).toString()).toBe('age-encryption.org/v1');

    const third = await backup('--keep', '2');
    expect(third.removed).toEqual([path.basename(first.folder)]);
    expect(names()).toEqual([second, third].map(({ folder }) => path.basename(folder)));
    const listing = execFileSync('sh', ['-c', `sha256sum --quiet -c SHA256SUMS && ls`], { cwd: third.folder }).toString();
    expect(listing).toContain('manifest.json');
  },
  SLOW,
);

it(
  'opens with the programs age and gzip alone (skipped where age is not installed)',
  async (context) => {
    if (spawnSync('age', ['--version']).error) return context.skip();
    const file = path.join(latest(), 'tables/users.copy.gz.age');
    const typed = `age --decrypt --identity '${path.join(base, 'key.txt')}' '${file}' | gzip -dc`;
    expect(execFileSync('sh', ['-c', typed]).toString()).toContain('gerente@demo.mx');
  },
  SLOW,
);

it(
  'heals a damaged image from the backup before, and does not spread a rotten copy',
  async () => {
    const victim = evidence(demo.images);
    const good = readFileSync(victim);
    const name = path.basename(victim);
    const backupFile = () => path.join(latest(), 'images', name.slice(0, 2), `${name}.age`);
    writeFileSync(victim, 'damaged');
    expect(await backup()).toMatchObject({ status: 1, recovered: [name], altered: [], err: expect.stringContaining(name) });
    writeFileSync(victim, good);
    spoil(backupFile());
    const rotten = readFileSync(backupFile());
    const thumbnail = backupFile().replace('.age', '.thumbnail.age');
    unlinkSync(thumbnail);
    mkdirSync(thumbnail); // reading it fails, with EISDIR
    expect(await backup()).toMatchObject({ status: 0, recovered: [] });
    expect(readFileSync(backupFile()).equals(rotten)).toBe(false);
    expect(statSync(backupFile().replace('.age', '.thumbnail.age')).isFile()).toBe(true);
  },
  SLOW,
);

it(
  'refuses another key, no key, and what the key did not sign',
  async () => {
    await admin(['backup-key', path.join(base, 'other-key.txt')], env);
    const restore = (key: string, folder = shelf, ...more: string[]) =>
      admin(['restore', '--from', folder, ...more], { ...other.env, BACKUP_KEY_FILE: key });
    expect(await restore('', shelf, '--latest')).toMatchObject({
      status: 1,
      err: expect.stringContaining('está cifrado para la llave age1'),
    });
    expect(await restore(path.join(base, 'other-key.txt'), shelf, '--latest')).toMatchObject({
      status: 1,
      err: expect.stringContaining('Define la que lo cifró'),
    });
    const forged = path.join(base, 'forged');
    cpSync(latest(), forged, { recursive: true });
    const { seal, ...manifest } = JSON.parse(readFileSync(path.join(forged, 'manifest.json'), 'utf8'));
    writeFileSync(path.join(forged, 'manifest.json'), sealManifest({ ...manifest, madeAt: new Date().toISOString() }));
    expect((await restore(path.join(base, 'key.txt'), forged)).err).toContain('dañado: manifest.json');
    const plain = path.join(base, 'plain');
    await admin(['backup', '--output', plain], demo.env);
    expect((await restore(path.join(base, 'key.txt'), plain)).err).toContain('no está firmado');
    expect((await restore('', path.join(base, 'empty'), '--latest')).err).toContain('no hay ningún respaldo completo');
  },
  SLOW,
);

it(
  'rehearses in a PostgreSQL of its own where no database is named, and leaves nothing of it',
  async () => {
    const { DRILL_DATABASE_URL, ...alone } = env;
    const leftover = path.join(demo.dataDir, 'drill-old');
    mkdirSync(leftover);
    utimesSync(leftover, TWO_DAYS_AGO, TWO_DAYS_AGO);
    expect(await admin(['restore-drill', '--from', shelf, '--latest'], alone)).toMatchObject({
      status: 0,
      err: '',
      out: expect.stringContaining('se restauró completo en una base de prueba'),
    });
    expect(readdirSync(demo.dataDir).filter((name) => name.startsWith('drill-'))).toEqual([]);
  },
  SLOW,
);

it(
  'refuses a drill without space for it, also where the schema cannot note drills yet, and names the setting of its database',
  async () => {
    const { DRILL_DATABASE_URL, ...alone } = env;
    const drill = (settings: Record<string, string>) => admin(['restore-drill', '--from', shelf, '--latest'], settings);
    const rename = (from: string, to: string) => demo.db.raw(`alter function ${from}(jsonb) rename to ${to}`);
    const noted = await drillOf(demo);
    await rename('note_restore_drill', 'noted_later');
    const { status, err } = await drill({ ...alone, MIN_FREE_SPACE: '900000 GiB' });
    await rename('noted_later', 'note_restore_drill');
    expect({ status, err }).toEqual({ status: 1, err: expect.stringContaining('kB libres para el ensayo') });
    expect(await drillOf(demo)).toEqual(noted);
    expect((await drill({ ...env, DRILL_DATABASE_URL: `${env.DRILL_DATABASE_URL}_not_there` })).err).toContain('de DRILL_DATABASE_URL (');
  },
  SLOW,
);

it(
  'says why a drill failed, and repeats it with the next backup',
  async () => {
    const victim = path.join(latest(), 'tables/topics.copy.gz.age');
    const whole = readFileSync(victim);
    spoil(victim);
    const drill = await admin(['restore-drill', '--from', shelf, '--latest'], env);
    expect(drill).toMatchObject({ status: 1, err: expect.stringContaining('tables/topics.copy.gz.age falta') });
    expect((await drillOf(demo))?.problem).toContain('tables/topics.copy.gz.age');
    writeFileSync(victim, whole);
    const inUse = await admin(['restore-drill', '--from', shelf, '--latest'], { ...env, DRILL_DATABASE_URL: demo.url });
    expect(inUse.err).toContain('no está vacía');
    writeFileSync(path.join(demo.dataDir, 'session-secret'), 'not to be told');
    expect(await backup('--with-secrets')).toMatchObject({ status: 0, drill: { problem: null } });
    expect((await drillOf(demo))?.problem).toBeNull();
  },
  SLOW,
);

it(
  'restores the latest with its images into another company',
  async () => {
    const sums = ({ images }: Company) =>
      imagesIn(images).map((file) => [path.basename(file), createHash('sha256').update(readFileSync(file)).digest('hex')]);
    await other.db.destroy();
    const typed = ['restore', '--from', shelf, '--latest', '--json'];
    const { status, out, err } = await admin(typed, { ...other.env, BACKUP_KEY_FILE: path.join(base, 'key.txt') });
    other.db.initialize();
    expect({ status, err, out: out && JSON.parse(out).folder }).toEqual({ status: 0, err: '', out: latest() });
    expect(readFileSync(path.join(other.dataDir, 'session-secret'), 'utf8')).toBe('not to be told');
    const rows = async ({ db }: Company) => {
      const { installation, admin_history, sessions, ...rest } = await everythingIn(db);
      return rest;
    };
    expect(await rows(other)).toEqual(await rows(demo));
    expect(Object.fromEntries(sums(other))).toMatchObject(Object.fromEntries(sums(demo)));
  },
  SLOW,
);

it('continues after a backup that cannot be removed', async () => {
  const [odd, file, folder] = [path.join(base, 'odd'), 'bitacora-2020-01-01T000000Z', 'bitacora-2019-01-01T000000Z'];
  mkdirSync(path.join(odd, folder), { recursive: true });
  writeFileSync(path.join(odd, folder, 'manifest.json'), '{}');
  writeFileSync(path.join(odd, file), 'no folder');
  expect(await pruneBackups(odd, 0, new Date())).toEqual({ removed: [folder], problems: [expect.stringContaining(file)] });
});

it(
  'keeps other files, tidies what a kill left, and refuses contradictions',
  async () => {
    const dead = path.join(shelf, 'bitacora-2026-01-01T000000Z');
    cpSync(latest(), dead, { recursive: true });
    renameSync(path.join(dead, 'manifest.json'), path.join(base, 'manifest.json'));
    writeFileSync(path.join(shelf, 'notes.txt'), 'ours');
    const later = path.join(shelf, 'bitacora-2999-01-01T000000Z');
    cpSync(latest(), later, { recursive: true });
    const problems = [expect.stringContaining('aún no llega')];
    expect(await backup()).toMatchObject({ status: 1, problems, err: expect.stringContaining(path.basename(later)) });
    remove(later);
    expect(existsSync(dead)).toBe(true); // it may still be copied
    expect(await pruneBackups(shelf, 99, new Date(Date.now() + 2 * DAY_MS))).toEqual({ removed: [], problems: [] });
    expect(existsSync(dead)).toBe(false);
    expect(existsSync(path.join(shelf, 'notes.txt'))).toBe(true);
    expect((await backup('--keep', '0')).status).toBe(2);
    expect((await backup('--output', base)).status).toBe(2);
    const again = await admin(['backup-key', path.join(base, 'key.txt')], env);
    expect(again).toMatchObject({ status: 1, err: expect.stringContaining('Elige un archivo que no exista') });
    const secrets = await admin(['backup', '--output', path.join(base, 'open'), '--with-secrets'], demo.env);
    expect(secrets).toMatchObject({ status: 1, err: expect.stringContaining('solo van en un respaldo cifrado') });
  },
  SLOW,
);
