import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { isReachableBy } from '@bitacora/core/embedded-postgres/system-user';
import { describe, expect, it } from 'vitest';
import { admin } from '../administration/admin.ts';
import { dataFolder, installation, launch, type Product, root, untilReady } from '../product.ts';
import { guardianOf, isRoot, kill, postmasterOf, processesOn, remove, sql } from '../traces.ts';

const SLOW = 240_000;
const NOBODY = 65534;
const isReachable = isReachableBy(NOBODY, root) && isReachableBy(NOBODY, path.dirname(process.execPath));

async function stop(product: Product, dataDir: string) {
  product.child.kill('SIGTERM');
  expect(await product.exited).toBe(0);
  expect(processesOn(dataDir)).toEqual([]);
}

async function startAndStop(dataDir: string, as?: number) {
  const product = await launch(dataDir, {}, { as });
  await untilReady(product);
  await stop(product, dataDir);
  return product.output();
}

/** Real, effective and saved user of a process. */
const usersOf = (pid = 0) =>
  /^Uid:\t(\d+)\t(\d+)\t(\d+)/m
    .exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))
    ?.slice(1, 4)
    .map(Number);

const canNobodyRead = (file: string) => spawnSync('cat', [file], { uid: NOBODY, gid: NOBODY }).status === 0;

/** Who owns the folder and everything in it. */
const ownersIn = (folder: string) =>
  new Set(['', ...fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })].map((name) => fs.lstatSync(path.join(folder, name)).uid));

const password = (dataDir: string) => path.join(dataDir, 'pg18/data/bitacora.password');

describe.runIf(isRoot)('as root', { timeout: SLOW }, () => {
  it('runs under a folder that nobody else may enter, and says where the database lives and who it is', async () => {
    const secluded = dataFolder(0o700);
    const dataDir = path.join(secluded, 'data');
    const output = await startAndStop(dataDir);
    expect(output).toContain('La base de datos vive en /var/lib/bitacora/pg18-');
    expect(output).toContain('Bitácora sigue como root, porque su usuario no puede entrar');
    expect(fs.lstatSync(path.join(dataDir, 'pg18')).isSymbolicLink()).toBe(true);
    await startAndStop(dataDir);
    expect(fs.statSync(password(dataDir)).mode & 0o777).toBe(0o600);
    expect([0, NOBODY]).not.toContain(fs.statSync(password(dataDir)).uid);
    expect(fs.statSync(path.join(dataDir, 'session-secret')).mode & 0o777).toBe(0o600);

    fs.rmSync(fs.realpathSync(path.join(dataDir, 'pg18')), { recursive: true });
    const again = await launch(dataDir);
    expect(await again.exited).toBe(1);
    expect(again.output()).toContain('ya no existe. Recupera esa carpeta, o borra el enlace');
    remove(secluded);
  });
});

describe.runIf(isRoot && isReachable)('as root in a folder that all may enter', { timeout: SLOW }, () => {
  it('API, guardian and PostgreSQL run as a user of their own, on a port below 1024 too, and no other user reads what they keep', async () => {
    const dataDir = await installation();
    const product = await launch(dataDir, { PORT: '857' });
    await untilReady(product);
    const [uid] = usersOf(product.child.pid) ?? [];
    expect([0, NOBODY]).not.toContain(uid);
    for (const pid of [product.child.pid, guardianOf(dataDir), postmasterOf(dataDir)]) expect(usersOf(pid)).toEqual([uid, uid, uid]);
    expect(fs.readFileSync(`/proc/${product.child.pid}/status`, 'utf8')).not.toMatch(/^Groups:.*\b0\b/m);
    expect(ownersIn(dataDir)).toEqual(new Set([uid]));
    for (const file of [password(dataDir), path.join(dataDir, 'session-secret')]) {
      expect([file, fs.existsSync(file), canNobodyRead(file)]).toEqual([file, true, false]);
    }
    const guardian = guardianOf(dataDir);
    kill(guardian);
    await expect.poll(() => [0, guardian].includes(guardianOf(dataDir)), { timeout: SLOW }).toBe(false);
    expect(usersOf(guardianOf(dataDir))).toEqual([uid, uid, uid]);
    await stop(product, dataDir);
    remove(dataDir);
  });

  it('keeps what Node compiled, although its user may not write where root does', async () => {
    const [dataDir, cache] = [await installation(), dataFolder()];
    const product = await launch(dataDir, { NODE_COMPILE_CACHE: cache });
    await untilReady(product);
    const [uid] = usersOf(product.child.pid) ?? [];
    await stop(product, dataDir);
    const filesIn = (folder: string) => fs.readdirSync(folder, { recursive: true }).length;
    expect(filesIn(cache)).toBeGreaterThan(500);
    expect(ownersIn(cache)).toEqual(new Set([0]));
    expect(filesIn(path.join(dataDir, 'compile-cache'))).toBeGreaterThan(5);
    expect(ownersIn(dataDir)).toEqual(new Set([uid]));
    for (const folder of [dataDir, cache]) remove(folder);
  });

  it('takes over a folder of an earlier release, whose files are of root and of nobody', async () => {
    const dataDir = await installation();
    for (const name of ['', ...fs.readdirSync(dataDir, { recursive: true, encoding: 'utf8' })]) {
      const owner = name.startsWith('pg18/data') ? NOBODY : 0;
      fs.lchownSync(path.join(dataDir, name), owner, owner);
    }
    const second = await launch(dataDir);
    await untilReady(second);
    expect(await sql(dataDir, 'SELECT email FROM users')).toEqual([{ email: 'primera@empresa.mx' }]);
    const [uid] = usersOf(second.child.pid) ?? [];
    expect([0, NOBODY]).not.toContain(uid);
    expect(ownersIn(dataDir)).toEqual(new Set([uid]));
    await stop(second, dataDir);
    remove(dataDir);
  });

  it('an admin command of root leaves no file that the API cannot read', async () => {
    const [from, to, shelf] = [await installation({ isDemo: true }), dataFolder(), dataFolder(0o700)];
    const [backupFolder, BACKUP_KEY_FILE] = [path.join(shelf, 'respaldo'), path.join(shelf, 'key.txt')];
    expect(await admin(['backup-key', BACKUP_KEY_FILE], { DATA_DIR: from })).toMatchObject({ status: 0 });
    expect(await admin(['backup', '--output', backupFolder, '--with-secrets'], { DATA_DIR: from, BACKUP_KEY_FILE })).toMatchObject({
      status: 0,
    });
    expect(await admin(['restore', '--from', backupFolder], { DATA_DIR: to, BACKUP_KEY_FILE })).toMatchObject({ status: 0 });
    expect(await admin(['verify'], { DATA_DIR: to })).toMatchObject({ status: 0 });

    const product = await launch(to);
    await untilReady(product);
    const [uid = 0] = usersOf(product.child.pid) ?? [];
    expect(fs.readdirSync(path.join(to, 'images')).length).toBeGreaterThan(1);
    expect(ownersIn(to)).toEqual(new Set([uid]));
    await stop(product, to);

    expect(await admin(['restore', '--from', backupFolder, '--replace', '--yes'], { DATA_DIR: to, BACKUP_KEY_FILE })).toMatchObject({
      status: 0,
    });
    expect(ownersIn(to)).toEqual(new Set([uid]));
    for (const folder of [from, to, shelf]) remove(folder);
  });
});

describe.runIf(isRoot && isReachable)('as an ordinary user', () => {
  it('runs in a folder of theirs', { timeout: SLOW }, async () => {
    const dataDir = dataFolder(0o700);
    fs.chownSync(dataDir, NOBODY, NOBODY);
    await startAndStop(dataDir, NOBODY);
    await startAndStop(dataDir, NOBODY);
    expect(fs.statSync(path.join(dataDir, 'pg18/data')).uid).toBe(NOBODY);
    remove(dataDir);
  });
});
