import { setTimeout } from 'node:timers/promises';
import { type Core, repositoriesOn } from '@bitacora/core/server';
import type { Logger } from 'pino';
import type { ImageStore } from '../storage/image-store.ts';
import { type CleanedImages, cleanUpImages } from './clean-up-images.ts';
import type { ClockGuard } from './clock-guard.ts';
import { timed } from './timed.ts';

const HOUR_MS = 3_600_000;
/** While the clock is in doubt it is asked again before long. */
const DOUBT_MS = 60_000;

/** Forgets what has served its time: ended sessions, answers older than a day, expired tokens, old news, old cards of chats, orphan images. */
export async function cleanUp(core: Core, store: ImageStore, log: Logger): Promise<CleanedImages> {
  const repos = repositoriesOn(core.db, core.zone);
  const {
    sessions,
    answeredRequests,
    passwordResets,
    emailChanges,
    outbox,
    chatCards,
    chatTasks,
    knownDevices,
    knownNetworks,
    loginDelays,
  } = repos;
  const now = core.clock();
  await sessions.forgetEnded(now);
  await answeredRequests.forgetOld(now);
  await passwordResets.forgetExpired(now);
  await emailChanges.forgetExpired(now);
  await knownDevices.forgetOld(now);
  await knownNetworks.forgetOld(now);
  await loginDelays.forgetOld(now);
  await chatCards.forgetOld(now);
  await chatTasks.forgetOld(now);
  const expired = await outbox.giveUpOld(now);
  if (expired > 0) log.error({ announcements: expired }, 'announcements given up: nobody delivered them in a week');
  return cleanUpImages(core, store);
}

function report({ isShared, ...images }: CleanedImages, { folder }: ImageStore, log: Logger): void {
  if (Object.values(images).some((files) => files > 0)) log.info(images, 'images tidied');
  if (isShared)
    log.warn(
      { folder },
      'En la carpeta de imágenes hay o puede haber evidencias de otra base de datos (mira sus archivos database-…): no se retira ninguna. Da a cada base de datos su propia DATA_DIR.',
    );
}

interface CleanUpJob {
  /** Unset, the clock is believed. */
  clockGuard?: ClockGuard;
  beatMs?: number;
}

/** Tidies at once and every hour until stopped; several processes may. */
export function startCleanUp(
  core: Core,
  store: ImageStore,
  log: Logger,
  { clockGuard, beatMs = HOUR_MS }: CleanUpJob = {},
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const mayAct = await (clockGuard?.mayAct().catch(() => false) ?? true);
      if (mayAct)
        await timed('tidy', () => cleanUp(core, store, log)).then(
          (images) => report(images, store, log),
          (error: unknown) => log.warn({ err: error }, 'not tidied'),
        );
      await setTimeout(mayAct ? beatMs : Math.min(beatMs, DOUBT_MS), undefined, { signal: stopping.signal }).catch(() => {});
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
