import { setTimeout as pause } from 'node:timers/promises';
import type { Crew } from './clients.ts';

const LOOK_MS = 5;

interface Plan {
  /** How many writes are acknowledged in all. */
  writes: number;
  kills: number;
  kill: () => Promise<unknown>;
}

/** The crew at work while something is killed now and then, evenly over the writes. */
export async function writeBetweenKills({ journal, work }: Crew, { writes, kills, kill }: Plan): Promise<void> {
  let left = kills;
  let failure: unknown = null;
  const fail = (error: unknown) => {
    failure ??= error;
  };
  const working = work(() => failure !== null || (left === 0 && journal.acknowledged.length >= writes)).catch(fail);
  for (; left > 0 && !failure; left--) {
    while (!failure && journal.acknowledged.length < ((kills - left + 1) * writes) / (kills + 1)) await pause(LOOK_MS);
    if (!failure) await kill().catch(fail);
  }
  await working;
  if (failure) throw failure;
}
