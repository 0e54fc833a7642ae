import fs from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { admin } from '../administration/admin.ts';
import { canUnshare, inAnotherContainer } from '../containers.ts';
import { installation, launch, type Product, until, untilReady } from '../product.ts';
import { isLinux, kill, postmasterOf, processesOn, remove, sql } from '../traces.ts';

const SLOW = 240_000;
const BEAT_MS = 1_000;

let dataDir: string;
let product: Product;
const heartbeat = () => path.join(dataDir, 'bitacora.heartbeat');
/** `unshare` starts the product as its child, which is not in its command line's folder. */
function childrenOf(pid = 0): number[] {
  const file = `/proc/${pid}/task/${pid}/children`;
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim().split(' ').map(Number) : [];
}
const killAll = async () => {
  const pids = processesOn(dataDir).map(({ pid }) => pid);
  kill(...childrenOf(product.child.pid), product.child.pid, ...pids);
  await until(() => processesOn(dataDir).length === 0, product.output);
};
const end = async () => {
  product.child.kill('SIGTERM');
  expect(await product.exited).toBe(0);
  expect(processesOn(dataDir)).toEqual([]);
};
const rows = async () => (await sql(dataDir, 'SELECT n FROM kept ORDER BY n')).map(({ n }: { n: number }) => n);

beforeAll(async () => {
  dataDir = await installation();
}, SLOW);
afterEach(killAll, SLOW);
afterAll(() => remove(dataDir));

describe.runIf(canUnshare)('in another container of the same host', () => {
  it('a second one and an admin command are refused, and nothing acknowledged is lost', { timeout: SLOW }, async () => {
    product = await launch(dataDir);
    await untilReady(product);
    const second = await launch(dataDir, {}, { through: inAnotherContainer });
    expect(await second.exited).toBe(1);
    expect(second.output()).toContain(`Bitácora ya está en marcha sobre ${dataDir} en otro contenedor o equipo (`);
    const verified = await admin(['verify'], { DATA_DIR: dataDir }, '', inAnotherContainer);
    expect(verified).toMatchObject({ status: 1, err: expect.stringContaining('en otro contenedor o equipo') });

    await sql(dataDir, 'CREATE TABLE kept AS SELECT 1 AS n');
    expect((await fetch(`${product.url}/readyz`)).ok).toBe(true);
    await end();
    product = await launch(dataDir);
    await untilReady(product);
    expect(await rows()).toEqual([1]);
    await end();
  });

  it('one that runs there keeps out a start and an admin command here', { timeout: SLOW }, async () => {
    product = await launch(dataDir, {}, { through: inAnotherContainer });
    await untilReady(product);
    const lockFile = fs.readFileSync(path.join(dataDir, 'pg18/data/postmaster.pid'), 'utf8');
    const second = await launch(dataDir);
    expect(await second.exited).toBe(1);
    expect(second.output()).toContain('en otro contenedor o equipo');
    expect(await admin(['verify'], { DATA_DIR: dataDir })).toMatchObject({ status: 1 });
    expect(fs.readFileSync(path.join(dataDir, 'pg18/data/postmaster.pid'), 'utf8')).toBe(lockFile);
    expect((await fetch(`${product.url}/readyz`)).ok).toBe(true);
  });
});

describe.runIf(isLinux)('on another host with the same network volume', () => {
  const other = { id: 'of-the-other', bootId: 'another-kernel', host: 'servidor-b' };
  /** What the other host does while it lives. */
  function keepBeating(): () => void {
    let count = 0;
    const write = () => fs.writeFileSync(heartbeat(), JSON.stringify({ ...other, count: ++count }));
    write();
    const beats = setInterval(write, BEAT_MS);
    return () => clearInterval(beats);
  }

  it('a fresh heartbeat refuses the start, and a stale one is taken over', { timeout: SLOW }, async () => {
    const stop = keepBeating();
    product = await launch(dataDir);
    expect(await product.exited).toBe(1);
    expect(product.output()).toContain(`Bitácora ya está en marcha sobre ${dataDir} en otro contenedor o equipo (servidor-b)`);
    stop();

    product = await launch(dataDir);
    await untilReady(product);
    expect(product.output()).toContain('Otro equipo (servidor-b) usó');
    expect(JSON.parse(fs.readFileSync(heartbeat(), 'utf8'))).not.toMatchObject({ bootId: other.bootId });
    await end();
    expect(fs.existsSync(heartbeat())).toBe(false);
  });

  it('one that was away while the other took the folder stops writing', { timeout: SLOW }, async () => {
    product = await launch(dataDir);
    await untilReady(product);
    const first = postmasterOf(dataDir);
    const stop = keepBeating();
    const isAway = () => processesOn(dataDir).every(({ pid }) => pid !== first);
    await until(() => isAway() && product.output().includes('(servidor-b)'), product.output);
    stop();
  });

  it('after everything was killed the next start waits for nothing', { timeout: SLOW }, async () => {
    product = await launch(dataDir);
    await untilReady(product);
    await killAll();
    expect(fs.existsSync(heartbeat())).toBe(true);
    product = await launch(dataDir);
    await untilReady(product);
    expect(product.output()).not.toContain('Otro equipo');
    await end();
  });
});
