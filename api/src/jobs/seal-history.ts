import { setTimeout } from 'node:timers/promises';
import { type Core, repositoriesOn } from '@bitacora/core/server';
import type { Logger } from 'pino';
import { timed } from './timed.ts';

const MINUTE_MS = 60_000;
/** A row has its number before its transaction has one: by far more than it takes. */
const NUMBERED_MS = 1_000;
const PATIENCE = 10;

type Log = Pick<Logger, 'info' | 'warn'>;
interface Limits {
  signal?: AbortSignal;
  /** How often it is looked whether transactions of before have ended. */
  patience?: number;
}

/** The last row of which it is certain that no earlier one is still to come; null where there is none, or somebody takes long over one. */
async function settledRow({ db, zone }: Core, log: Log, { signal, patience = PATIENCE }: Limits): Promise<number | null> {
  const { historySeals } = repositoriesOn(db, zone);
  const newest = await historySeals.newestRow();
  if (newest <= ((await historySeals.last())?.throughId ?? 0)) return null;
  await setTimeout(NUMBERED_MS, undefined, { signal });
  const transaction = await historySeals.nextTransaction();
  for (let tries = 0; tries < patience; tries++) {
    if (await historySeals.isOver(transaction)) return newest;
    await setTimeout(NUMBERED_MS, undefined, { signal });
  }
  // Whoever leaves a transaction open on this server, in whatever database, keeps what they then change from being found out.
  log.warn({ newest }, 'history not sealed: a transaction of before has not ended');
  return null;
}

/** Seals what was written to the history since the last seal, and says each in the log, where whoever rewrites the database cannot. Answers the rows. */
export async function sealHistory(core: Core, log: Log, limits: Limits = {}): Promise<number> {
  const throughId = await settledRow(core, log, limits);
  let rows = 0;
  while (throughId !== null) {
    const added = await core.db.transaction(async (trx) => {
      const { historySeals } = repositoriesOn(trx, core.zone);
      return (await historySeals.takeTurn()) ? historySeals.add(throughId, core.clock()) : null;
    });
    if (!added) break;
    rows += added.rows;
    log.info({ throughId: added.throughId, rows: added.rows, seal: added.seal.toString('hex') }, 'history sealed');
  }
  return rows;
}

/** Seals every minute until stopped; several processes may. */
export function startSealing(core: Core, log: Logger): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  async function run(): Promise<void> {
    while (!signal.aborted) {
      await timed('seal', () => sealHistory(core, log, { signal })).catch((error: unknown) => {
        if (!signal.aborted) log.warn({ err: error }, 'history not sealed');
      });
      await setTimeout(MINUTE_MS, undefined, { signal }).catch(() => {});
    }
  }
  const running = run();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
