import fs from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import { findRunning } from '@bitacora/core/embedded-postgres/cluster';
import { freePort } from '@bitacora/core/embedded-postgres/postmaster';
import { connect, type Database } from '@bitacora/core/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { given } from '../../../../core/test/factories.ts';
import { browser } from '../../browser.ts';
import { cookie, watching } from '../../live/watching.ts';
import { installation, launch, type Product, until, untilReady } from '../product.ts';
import { isLinux, isRoot, kill, processesOn, remove } from '../traces.ts';

const SLOW = 120_000;
const WORKERS = { API_PROCESSES: '2' };

/** The serving processes of a start. */
function workersOf({ child }: Product): number[] {
  const pids = fs.readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  return pids.filter((pid) => fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('worker.ts'));
}

/** What each line of the log says that matches. */
const lines = ({ output }: Product): { msg: string; worker?: number; endpoint?: string }[] =>
  output()
    .split('\n')
    .flatMap((line) => (line.startsWith('{') && line.endsWith('}') ? [JSON.parse(line)] : []));
const workersThatServed = (product: Product, endpoint: string) =>
  new Set(lines(product).flatMap((line) => (line.endpoint === endpoint && line.worker ? [line.worker] : [])));

/** A request on a connection of its own. */
const ask = (url: string, headers: Record<string, string>) =>
  new Promise<number>((resolve, reject) => {
    const request = http.get(url, { headers, agent: false }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    });
    request.once('error', reject);
  });

describe.runIf(isLinux)('a start with two serving processes', { timeout: SLOW }, () => {
  let dataDir: string;
  let product: Product;
  let db: Database;

  const start = async () => {
    product = await launch(dataDir, { ...WORKERS, RATE_LIMIT_FACTOR: '1000' });
    await untilReady(product);
    await until(() => product.output().includes('"msg":"ready"'), product.output);
  };
  beforeAll(async () => {
    dataDir = await installation();
    await start();
    db = connect((await findRunning(dataDir)) as string);
  }, SLOW);
  afterAll(async () => {
    await db.destroy();
    kill(product.child.pid, ...processesOn(dataDir).map(({ pid }) => pid));
    await product.exited;
    await until(() => processesOn(dataDir).length === 0);
    remove(dataDir);
  });

  /** A person, and how they comment on a piece of work of their own. */
  async function worker() {
    const person = await given(db).person();
    const { id: activityId } = await given(db).ownActivity(person, { status: 'in_progress' });
    const secret = await given(db).session(person, new Date());
    const { client } = browser(product.url, secret);
    return { activityId, headers: cookie(secret), comment: () => client.commentActivity({ activityId, body: 'Va bien' }) };
  }
  const pending = () => `${product.url}/api/get_my_activities`;
  const metric = async (start: string) => {
    const text = await (await fetch(`${product.url}/metrics`)).text();
    return text.split('\n').find((line) => line.startsWith(start));
  };

  it('answers with both, keeps one session in both, and adds their figures', async () => {
    const { headers } = await worker();
    const answers = await Promise.all(Array.from({ length: 12 }, () => ask(pending(), headers)));
    expect(new Set(answers)).toEqual(new Set([200]));
    await until(() => workersThatServed(product, 'listMyPending').size === 2, product.output);
    expect(await metric('bitacora_request_seconds_count{endpoint="listMyPending",status="200"}')).toMatch(/ 12$/);
  });

  it('runs the jobs in one process alone', async () => {
    await until(async () => (await metric('bitacora_job_seconds_count{job="tidy"')) !== undefined, product.output);
    expect(await metric('bitacora_job_seconds_count{job="tidy",outcome="done"}')).toMatch(/ 1$/);
  });

  it('reports a change to those who follow it at either process', async () => {
    const { activityId, headers, comment } = await worker();
    const streams = await Promise.all([1, 2, 3, 4].map(() => watching(product.url, headers)));
    await until(async () => workersThatServed(product, 'live').size === 2, product.output);
    await comment();
    await Promise.all(streams.map((stream) => stream.receives(activityId)));
    for (const stream of streams) stream.leave();
  });

  it('replaces one that is killed, while the other serves', async () => {
    const { headers } = await worker();
    const [first = 0, second = 0] = workersOf(product);
    kill(first);
    await until(() => product.output().includes('a serving process ended'), product.output);
    expect(await ask(pending(), headers)).toBe(200);
    await until(() => workersOf(product).length === 2 && !workersOf(product).includes(first), product.output);
    expect(workersOf(product)).toContain(second);
    await until(async () => {
      await ask(pending(), headers);
      return workersThatServed(product, 'listMyPending').size === 3;
    }, product.output);
    expect(await metric('bitacora_job_seconds_count{job="tidy",outcome="done"}')).toMatch(/ 1$/);
  });

  it('ends in order, streams first, and leaves nothing behind', async () => {
    const { headers } = await worker();
    const stream = await watching(product.url, headers);
    await db.destroy();
    const workers = workersOf(product);
    product.child.kill('SIGTERM');
    expect(await product.exited).toBe(0);
    expect(stream.hasEnded()).toBe(true);
    expect(processesOn(dataDir)).toEqual([]);
    for (const pid of workers) expect(fs.existsSync(`/proc/${pid}`)).toBe(false);
  });

  it('leaves nothing behind either when the first process is killed', async () => {
    await start();
    const workers = workersOf(product);
    expect(workers).toHaveLength(2);
    kill(product.child.pid);
    await until(() => processesOn(dataDir).length === 0 && workers.every((pid) => !fs.existsSync(`/proc/${pid}`)));
  });

  it('says why it does not start where the port is taken', async () => {
    const port = await freePort();
    const occupant = net.createServer().listen(port, '127.0.0.1');
    const refused = await launch(dataDir, { ...WORKERS, PORT: String(port) });
    expect(await refused.exited).toBe(1);
    expect(refused.output()).toContain(`PORT`);
    expect(refused.output()).toContain('Ningún proceso pudo atender');
    occupant.close();
  });

  it.runIf(isRoot)('refuses a port that only root may open', async () => {
    const refused = await launch(dataDir, { ...WORKERS, PORT: '858' });
    expect(await refused.exited).toBe(1);
    expect(refused.output()).toContain('API_PROCESSES debe ser 1');
  });
});
