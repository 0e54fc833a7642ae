import { setTimeout } from 'node:timers/promises';
import { type Core, repositoriesOn } from '@bitacora/core/server';
import type { Logger } from 'pino';
import type { ImageStore } from '../images/image-store.ts';
import { imageIdOf } from '../images/take-uploads.ts';

const HOUR_MS = 3_600_000;
/** An upload is stored before its row is: what is younger may still be on its way. */
const ORPHAN_AGE_MS = HOUR_MS;
const BATCH = 500;

/** Removes image files that no row names: a process killed between storing and committing left them. Answers how many. */
async function removeOrphanImages({ db, zone }: Core, store: ImageStore): Promise<number> {
  const { images } = repositoriesOn(db, zone);
  let removed = 0;
  const sweep = async (names: string[]) => {
    const known = await images.known(names.map(imageIdOf));
    const orphans = names.filter((name) => !known.has(imageIdOf(name)));
    await Promise.all(orphans.map((name) => store.remove(name)));
    removed += orphans.length;
  };

  const batch: string[] = [];
  for await (const name of store.listOlderThan(ORPHAN_AGE_MS)) {
    batch.push(name);
    if (batch.length === BATCH) await sweep(batch.splice(0));
  }
  await sweep(batch);
  return removed;
}

/** Forgets what has served its time: ended sessions, answers older than a day, expired tokens, orphan images. */
export async function tidy(core: Core, store: ImageStore): Promise<{ orphans: number }> {
  const { sessions, answeredRequests, passwordResets } = repositoriesOn(core.db, core.zone);
  const now = core.clock();
  await sessions.forgetEnded(now);
  await answeredRequests.forgetOld(now);
  await passwordResets.forgetExpired(now);
  return { orphans: await removeOrphanImages(core, store) };
}

/** Tidies at once and every hour until stopped; several processes may. */
export function startTidying(core: Core, store: ImageStore, log: Logger): { stop(): Promise<void> } {
  const stopping = new AbortController();
  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await tidy(core, store).then(
        ({ orphans }) => orphans > 0 && log.info({ orphans }, 'orphan images removed'),
        (error: unknown) => log.warn({ err: error }, 'not tidied'),
      );
      await setTimeout(HOUR_MS, undefined, { signal: stopping.signal }).catch(() => {});
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
