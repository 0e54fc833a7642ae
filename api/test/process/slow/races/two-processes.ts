import path from 'node:path';
import type { Person } from '@bitacora/core/domain/people/person';
import { type Answer, type Browser, browser } from '../../../browser.ts';
import { outsidePostgres } from '../../outside-postgres.ts';
import { launch, untilReady } from '../../product.ts';

/** One person with a browser on each process. */
export type Twice = readonly [Browser, Browser];
/** What the n-th rival does. */
export type Attempt = (nth: number) => Promise<Answer>;

/** Two real API processes on one real PostgreSQL. */
export async function twoProcesses() {
  const postgres = await outsidePostgres();
  const start = async (name: string) => {
    const product = await launch(path.join(postgres.folder, name), postgres.settings);
    await untilReady(product);
    return product;
  };
  const products = [await start('one'), await start('two')] as const;
  const { db, given } = postgres;

  const onBoth = async (session?: string): Promise<Twice> => {
    const twice = products.map(({ url }) => browser(url, session)) as unknown as Twice;
    await Promise.all(twice.map((one) => one.csrfToken()));
    return twice;
  };

  return {
    db,
    given,
    as: async (person: Person): Promise<Twice> => onBoth(await given.session(person, new Date())),
    visitor: () => onBoth(),
    /** How many deadlocks PostgreSQL has broken up; exact once both processes have ended. */
    deadlocks: async (): Promise<number> =>
      (await db.raw('SELECT deadlocks::int AS broken FROM pg_stat_database WHERE datname = current_database()')).rows[0].broken,
    end: async (): Promise<(number | NodeJS.Signals)[]> => {
      for (const { child } of products) child.kill('SIGTERM');
      return Promise.all(products.map(({ exited }) => exited));
    },
    close: async () => {
      for (const { child } of products) child.kill('SIGKILL');
      await postgres.close();
    },
  };
}

export type TwoProcesses = Awaited<ReturnType<typeof twoProcesses>>;

/** A state-changing call with names of the contract. The two processes alternate. */
export const post =
  (twice: Twice, call: string, body?: unknown, headers?: Record<string, string>): Attempt =>
  (nth) =>
    (twice[nth % 2] as Browser).call('POST', `/api/${call}`, { body, headers });
