import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { installation, launch, type Product, until, untilReady } from './product.ts';
import { kill, processesOn, remove, sql } from './traces.ts';

type Rest<List extends readonly unknown[]> = List extends [unknown, ...infer Others] ? Others : never;

/**
 * One data folder for all tests of a file, with a table `kept` once a test makes it. A test may leave the product running: the next finds
 * what the one before left.
 */
export function embeddedProduct() {
  let dataDir = '';
  let product: Product;

  const start = async (...more: Rest<Parameters<typeof launch>>) => {
    product = await launch(dataDir, ...more);
    await untilReady(product);
    return product;
  };
  const stopped = () => until(() => processesOn(dataDir).length === 0, product.output);
  const killAll = async () => {
    kill(product.child.pid, ...processesOn(dataDir).map(({ pid }) => pid));
    await product.exited;
    await stopped();
  };

  beforeAll(async () => {
    dataDir = await installation();
  });
  // One that failed half-way leaves its processes: the next would find the folder taken.
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await killAll();
  });
  afterAll(async () => {
    await killAll();
    remove(dataDir);
  });

  return {
    dataDir: () => dataDir,
    start,
    /** Starts it unless the test before left it running. */
    running: async () => (product?.child.exitCode === null && product.child.signalCode === null ? product : await start()),
    stopped,
    killAll,
    end: async (running: Product) => {
      running.child.kill('SIGTERM');
      expect(await running.exited).toBe(0);
      expect(processesOn(dataDir)).toEqual([]);
    },
    rows: async () => (await sql(dataDir, 'SELECT count(*)::int AS n FROM kept'))[0].n,
  };
}
