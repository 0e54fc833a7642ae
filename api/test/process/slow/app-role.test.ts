import fs from 'node:fs';
import path from 'node:path';
import { findRunning } from '@bitacora/core/embedded-postgres/cluster';
import { startPostgres } from '@bitacora/core/embedded-postgres/start-postgres';
import { connect } from '@bitacora/core/server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { admin } from '../administration/admin.ts';
import { installation, launch, type Product, untilReady } from '../product.ts';
import { remove, sql } from '../traces.ts';

const SLOW = 120_000;
let dataDir: string;
let product: Product;

beforeAll(async () => {
  dataDir = await installation({ isDemo: true });
  // As an earlier version left it: of the owner, who is a superuser, and without any other role.
  const earlier = await startPostgres({ dataDir });
  const db = connect(earlier.url);
  await db.raw('drop owned by bitacora_app; drop role bitacora_app');
  await db.destroy();
  await earlier.stop();
  fs.rmSync(path.join(dataDir, 'app-role-password'));
  product = await launch(dataDir, { DEMO: 'true' });
  await untilReady(product);
}, SLOW);
afterAll(async () => {
  product.child.kill('SIGTERM');
  await product.exited;
  remove(dataDir);
}, SLOW);

async function asApp(): Promise<ReturnType<typeof connect>> {
  const url = new URL((await findRunning(dataDir)) as string);
  url.username = 'bitacora_app';
  url.password = fs.readFileSync(path.join(dataDir, 'app-role-password'), 'utf8');
  return connect(url.href, { poolSize: 1 });
}

it('serves with a role that is no superuser, also on a cluster of before', async () => {
  await fetch(`${product.url}/api/get-session`);
  const own = `select distinct usename, rolsuper from pg_stat_activity join pg_roles on rolname = usename
    where datname = 'bitacora' and pid <> pg_backend_pid()`;
  expect(await sql(dataDir, own)).toEqual([{ usename: 'bitacora_app', rolsuper: false }]);
  expect(fs.statSync(path.join(dataDir, 'app-role-password')).mode & 0o777).toBe(0o600);
});

it('that role rewrites no history and changes no table', async () => {
  const db = await asApp();
  try {
    expect((await db.raw('select rolsuper from pg_roles where rolname = current_user')).rows).toEqual([{ rolsuper: false }]);
    for (const statement of [
      `update activity_history set note = 'x'`,
      'delete from activity_history',
      'truncate history_seals',
      'alter table activity_history disable trigger all',
      'create table mine (n int)',
      `copy users to program 'cat'`,
    ])
      await expect(db.raw(statement), statement).rejects.toMatchObject({ code: '42501' });
    expect((await db('activityHistory').count('* as rows').first())?.rows).toBeGreaterThan(0);
  } finally {
    await db.destroy();
  }
});

it(
  'administration works beside it and without it, as the owner',
  async () => {
    const env = { DATA_DIR: dataDir };
    const place = path.join(dataDir, 'copia');
    expect(await admin(['verify'], env)).toMatchObject({ status: 0 });
    expect(await admin(['reset-password', '--email', 'gerente@demo.mx', '--password-stdin'], env, 'otra clave 1')).toMatchObject({
      status: 0,
    });
    expect(await admin(['backup', '--output', place], env)).toMatchObject({ status: 0 });
    product.child.kill('SIGTERM');
    expect(await product.exited).toBe(0);
    expect(await admin(['migrate'], env)).toMatchObject({ status: 0 });
    expect(await admin(['restore', '--from', place, '--replace', '--yes'], env)).toMatchObject({ status: 0 });
    fs.rmSync(place, { recursive: true });

    product = await launch(dataDir);
    await untilReady(product);
    const db = await asApp();
    await expect(db('activityHistory').update({ note: 'x' })).rejects.toMatchObject({ code: '42501' });
    await db.destroy();
  },
  SLOW,
);
