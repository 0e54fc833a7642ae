import { setTimeout } from 'node:timers/promises';
import type { BotClient } from '@bitacora/core/client/create-client';
import type { ChatWork } from '@bitacora/core/contract/chat/bot-endpoints';
import { CHAT_LEASE_MS, type ChatEntrance, type ChatService } from '@bitacora/core/domain/chat/chat';
import type { Logger } from 'pino';
import { isAway } from '../transport.ts';
import { doWork, type WorkContext, type WorkOutcome } from './do-work.ts';

const AT_ONCE = 4;
const IDLE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;
const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 10_000;
/** The bot repeats its entrances, so that the API knows which chats are still there. */
const NAME_AGAIN_MS = 24 * 3_600_000;
/** Work that waits longer is dropped, because its lease could end while it runs. The bot measures the time, because clocks differ. */
const START_WITHIN_MS = CHAT_LEASE_MS / 2;

interface WorkLoopContext extends WorkContext {
  service: BotClient;
  log: Pick<Logger, 'error' | 'warn'>;
  /** People open the bot in each chat at these addresses. */
  entrances?: readonly ChatEntrance[];
  countWork?(work: ChatWork, outcome: WorkOutcome): void;
  /** The pause after the API had no work. */
  idleMs?: number;
}

/**
 * Claims work of the API for the open chats, does it and reports it: four at once, one in each conversation. While the API is
 * unreachable the pauses grow. `stop` claims nothing more and resolves when the running work is done and reported.
 */
export function startWorking(context: WorkLoopContext): { stop(): Promise<void> } {
  const { service, chats, log, entrances = [], idleMs = IDLE_MS } = context;
  const lastNaming = { count: 0, at: Number.NEGATIVE_INFINITY };
  const stopping = new AbortController();
  const running = new Set<Promise<unknown>>();
  const lastPosts = new Map<string, Promise<unknown>>();

  /** Work in one conversation waits for the post before it, but not for its report. */
  function begin(work: ChatWork, requestedAt: number): void {
    const conversationKey = JSON.stringify([work.service, work.workspace, work.conversation]);
    const posting = (lastPosts.get(conversationKey) ?? Promise.resolve()).then(async () =>
      performance.now() - requestedAt > START_WITHIN_MS ? null : doWork(work, context),
    );
    lastPosts.set(conversationKey, posting);
    posting.then((outcome) => outcome && context.countWork?.(work, outcome));
    const lease = { claim: work.claim, until: requestedAt + CHAT_LEASE_MS };
    const report = posting
      .then((outcome) => outcome && acknowledge({ service, log, stopping: stopping.signal }, lease, outcome))
      .finally(() => {
        running.delete(report);
        if (lastPosts.get(conversationKey) === posting) lastPosts.delete(conversationKey);
      });
    running.add(report);
  }

  const pause = (ms: number) => setTimeout(ms, undefined, { signal: stopping.signal }).catch(() => {});

  async function claim(): Promise<ChatWork | null | 'away'> {
    const services = Object.keys(chats) as ChatService[];
    if (!services.length) return null;
    try {
      const isDue = entrances.length > lastNaming.count || performance.now() - lastNaming.at > NAME_AGAIN_MS;
      const { length: count } = entrances;
      const { work: nextWork } = await service.claimWork({ services, ...(isDue && { entrances: [...entrances] }) });
      if (isDue) Object.assign(lastNaming, { count, at: performance.now() });
      return nextWork;
    } catch (error) {
      log.warn({ err: error }, 'no work could be nextWork from the API');
      return 'away';
    }
  }

  async function work(): Promise<void> {
    let awayMs = idleMs;
    while (!stopping.signal.aborted) {
      if (running.size >= AT_ONCE) await Promise.race(running);
      else {
        const requestedAt = performance.now();
        const nextWork = await claim();
        if (nextWork && nextWork !== 'away') begin(nextWork, requestedAt);
        else await pause(nextWork === 'away' ? awayMs : idleMs);
        awayMs = nextWork === 'away' ? Math.min(awayMs * 2, LONGEST_PAUSE_MS) : idleMs;
      }
    }
  }

  const loop = work();
  return {
    async stop() {
      stopping.abort();
      await loop;
      await Promise.all(running);
    },
  };
}

/**
 * Reports the outcome; retries while the API is unreachable and the lease lasts. After that the API assigns the work again as
 * uncertain. Never throws.
 */
async function acknowledge(
  { service, log, stopping }: { service: BotClient; log: Pick<Logger, 'warn'>; stopping: AbortSignal },
  { claim, until }: { claim: string; until: number },
  outcome: WorkOutcome,
): Promise<void> {
  for (let pauseMs = FIRST_RETRY_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_RETRY_MS)) {
    try {
      await service.acknowledgeWork({ claim, ...outcome });
      return;
    } catch (error) {
      const isOver = !isAway(error) || stopping.aborted || performance.now() + pauseMs >= until;
      if (isOver) return log.warn({ err: error, claim, outcome: outcome.outcome }, 'an outcome was not reported to the API');
    }
    await setTimeout(pauseMs, undefined, { signal: stopping }).catch(() => {}); // A stop ends the pause, for one last attempt.
  }
}
