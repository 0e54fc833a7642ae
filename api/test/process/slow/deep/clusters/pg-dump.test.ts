import { execFileSync } from 'node:child_process';
import { chownSync, cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '@bitacora/core/embedded-postgres/postmaster';
import { connect, migrate } from '@bitacora/core/server';
import { expect, it } from 'vitest';
import { everythingIn } from '../../../../../../core/test/tables.ts';
import { firstStart } from '../../../../../src/startup/first-start.ts';
import { fileStore } from '../../../../../src/storage/image-store.ts';
import { claimFolder } from '../../../../../src/storage/open-store.ts';
import { admin } from '../../../administration/admin.ts';
import { dataFolder } from '../../../product.ts';
import { remove } from '../../../traces.ts';

const zone = 'America/Mexico_City';

/** The output of a program, or undefined where it is not installed. */
function outputOf(program: string, ...words: string[]): string | undefined {
  try {
    return execFileSync(program, words, { stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trim();
  } catch {
    return undefined;
  }
}

/** PostgreSQL refuses root; the user of the system's own server then runs this one. */
const isRoot = process.getuid?.() === 0;
const user = isRoot ? { uid: Number(outputOf('id', '-u', 'postgres')), gid: Number(outputOf('id', '-g', 'postgres')) } : {};
const programs = outputOf('pg_config', '--bindir');
const canRun = outputOf(path.join(programs ?? '', 'initdb'), '--version') !== undefined && !(isRoot && Number.isNaN(user.uid));

/** Starts the version whose `pg_dump` is here, because an older `pg_dump` refuses a newer server. */
async function systemPostgres() {
  const folder = mkdtempSync(path.join(tmpdir(), 'bitacora-pg-dump-'));
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid as number);
  const port = await freePort();
  const run = (program: string, ...words: string[]) =>
    execFileSync(path.join(programs as string, program), words, { ...user, cwd: folder, stdio: 'ignore' });
  const data = path.join(folder, 'data');
  run('initdb', '-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C');
  run('pg_ctl', '-D', data, '-w', '-l', path.join(folder, 'log'), '-o', `-p ${port} -h 127.0.0.1 -k '${folder}'`, 'start');
  const urlOf = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`;
  const close = () => {
    run('pg_ctl', '-D', data, '-m', 'immediate', 'stop');
    remove(folder);
  };
  return { folder, run, urlOf, close };
}

it.skipIf(!canRun)(
  'brings everything back with pg_dump, pg_restore and a copy of the images, and verify finds no fault',
  async () => {
    const { folder, run, urlOf, close } = await systemPostgres();
    const [first, second] = [dataFolder(), dataFolder()];
    try {
      for (const name of ['bitacora', 'nueva']) run('psql', '--quiet', '-d', urlOf('postgres'), '-c', `create database ${name}`);
      const db = connect(urlOf('bitacora'));
      await migrate(db);
      const [core, store] = [{ db, clock: () => new Date(), zone }, await fileStore(path.join(first, 'images'))];
      await claimFolder(core, store);
      const log = { info: () => {}, warn: () => {} };
      await firstStart({ core, store, log, settings: { wantsDemo: true, admin: undefined, isProduction: true } });

      const dump = path.join(folder, 'bitacora.dump');
      run('pg_dump', '--format=custom', `--file=${dump}`, urlOf('bitacora'));
      run('pg_restore', '--no-owner', '--exit-on-error', `--dbname=${urlOf('nueva')}`, dump);
      cpSync(path.join(first, 'images'), path.join(second, 'images'), { recursive: true });

      const verified = await admin(['verify', '--json'], { DATABASE_URL: urlOf('nueva'), DATA_DIR: second });
      expect({ status: verified.status, err: verified.err }).toEqual({ status: 0, err: '' });
      expect(JSON.parse(verified.out).checked.find(({ name }: { name: string }) => name === 'images').count).toBeGreaterThan(0);
      const copy = connect(urlOf('nueva'));
      expect(await everythingIn(copy)).toEqual(await everythingIn(db));
      await Promise.all([db.destroy(), copy.destroy()]);
    } finally {
      close();
      remove(first);
      remove(second);
    }
  },
  300_000,
);
