import { setTimeout } from 'node:timers/promises';
import { ApiError } from '@bitacora/core/client';
import type { BotClient } from '@bitacora/core/client/bot-client';
import type { Logger } from 'pino';

export type Outcome = Omit<Parameters<BotClient['acknowledgeWork']>[0], 'claim'>;

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;

const isAway = (error: unknown) => !(error instanceof ApiError) || error.status >= 500 || error.status === 429;

/**
 * Says how it went, again and again while the API is away and the lease runs. After that the work is handed out again as uncertain,
 * and looked for before it is done twice. Never throws.
 */
export async function acknowledge(
  { service, log, ending }: { service: BotClient; log: Pick<Logger, 'warn'>; ending: AbortSignal },
  { claim, until }: { claim: string; until: number },
  outcome: Outcome,
): Promise<void> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    try {
      await service.acknowledgeWork({ claim, ...outcome });
      return;
    } catch (error) {
      const isOver = !isAway(error) || ending.aborted || performance.now() + pauseMs >= until;
      if (isOver) return log.warn({ err: error, outcome: outcome.outcome }, 'No se pudo decir a la API cómo salió un trabajo del bot.');
    }
    await setTimeout(pauseMs, undefined, { signal: ending }).catch(() => {}); // at the end, one last try at once
  }
}
