import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dataFolder, until } from '../product.ts';
import { isLinux, remove } from '../traces.ts';
import { admin, startAdmin } from './admin.ts';
import { type Company, company } from './command-company.ts';

const SLOW = 240_000;
let demo: Company;
let shelf: string;
beforeAll(async () => {
  demo = await company({ isDemo: true });
  shelf = dataFolder();
}, SLOW);
afterAll(async () => {
  await demo.close();
  remove(shelf);
}, SLOW);

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
const manifestOf = (folder: string) => JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8'));

it(
  'keeps every table but sessions and counters, every image, and no secret, closed to other users',
  async () => {
    writeFileSync(path.join(demo.dataDir, 'session-secret'), 'not to be told');
    const place = path.join(shelf, 'first');
    const { status, out } = await admin(['backup', '--output', place], demo.env);
    expect({ status, out }).toEqual({
      status: 0,
      out: expect.stringMatching(/^Respaldo listo en .*first: [\d,]+ filas y \d+ archivos\.\n$/),
    });

    const { tables, images, secrets } = manifestOf(place);
    const names = tables.map(({ name }: { name: string }) => name);
    expect(names).toEqual(expect.arrayContaining(['users', 'activities', 'activity_history', 'outbox', 'installation', 'password_resets']));
    for (const absent of [
      'sessions',
      'known_devices',
      'known_networks',
      'rate_limits',
      'login_delays',
      'weekly_reports',
      'knex_migrations',
    ])
      expect(names).not.toContain(absent);
    for (const { name, rows } of tables)
      expect(
        execFileSync('sh', ['-c', `gzip -dc '${place}/tables/${name}.copy.gz' | wc -l`])
          .toString()
          .trim(),
      ).toBe(String(rows));
    expect(images).toBe((await demo.db('images').select('id')).length);
    expect(secrets).toEqual([]);
    expect(filesIn(place).some((file) => readFileSync(file).includes('not to be told'))).toBe(false);
    if (isLinux) {
      expect(execFileSync('sha256sum', ['--quiet', '-c', 'SHA256SUMS'], { cwd: place }).toString()).toBe('');
      expect(new Set(filesIn(place).map((file) => statSync(file).mode & 0o777))).toEqual(new Set([0o600]));
      expect(statSync(place).mode & 0o777).toBe(0o700);
    }
  },
  SLOW,
);

it(
  'takes secrets along when asked, and never writes over anything',
  async () => {
    const place = path.join(shelf, 'secret');
    const key = path.join(shelf, 'key.txt');
    await admin(['backup-key', key], demo.env);
    expect((await admin(['backup', '--output', place, '--with-secrets'], { ...demo.env, BACKUP_KEY_FILE: key })).status).toBe(0);
    expect(filesIn(place).some((file) => readFileSync(file).includes('not to be told'))).toBe(false);
    expect(existsSync(path.join(place, 'secrets/session-secret.age'))).toBe(true);
    const again = await admin(['backup', '--output', place], demo.env);
    expect(again).toMatchObject({ status: 1, out: '' });
    expect(again.err).toContain('ya existe y no está vacía');
  },
  SLOW,
);

it(
  'leaves nothing that looks like a backup when it is killed on the way',
  async () => {
    const place = path.join(shelf, 'killed');
    const unfinished = () => readdirSync(shelf).find((name) => name.startsWith('killed.incompleto-'));
    await demo.db.transaction(async (trx) => {
      // The backup stands still here, so that it is not over before it is killed.
      await trx.raw('lock table users in access exclusive mode');
      const started = startAdmin(['backup', '--output', place], demo.env);
      await until(() => Boolean(unfinished() && existsSync(path.join(shelf, unfinished() as string, 'tables'))));
      started.child.kill('SIGKILL');
      expect((await started.ended).status).toBe('SIGKILL');
    });
    expect(existsSync(place)).toBe(false);
    expect(existsSync(path.join(shelf, unfinished() as string, 'manifest.json'))).toBe(false);
    expect((await admin(['backup', '--output', place], demo.env)).status).toBe(0);
  },
  SLOW,
);
