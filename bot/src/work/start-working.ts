import { setTimeout } from 'node:timers/promises';
import type { BotClient } from '@bitacora/core/client/bot-client';
import type { ChatWork } from '@bitacora/core/contract/bot-endpoints';
import type { ChatService } from '@bitacora/core/domain/chat';
import type { Logger } from 'pino';
import { acknowledge } from './acknowledge.ts';
import { doWork, type Tools } from './do-work.ts';

const AT_ONCE = 4;
const IDLE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;
/** Nothing is begun with less than this left of its lease: another bot may be given it meanwhile. */
const MARGIN_MS = 30_000;

interface Working extends Tools {
  service: BotClient;
  now: () => Date;
  log: Pick<Logger, 'error' | 'warn'>;
  /** How long to wait where there was nothing to do. */
  idleMs?: number;
}

/**
 * Asks the API for work in the chats that are on, does it, and says how it went: four things at once, one in a conversation. While the API
 * is away it asks ever more rarely. `stop` takes nothing new and resolves once what was taken is done and said.
 */
export function startWorking(working: Working): { stop(): Promise<void> } {
  const { service, chats, now, log, idleMs = IDLE_MS } = working;
  const ending = new AbortController();
  const running = new Set<Promise<void>>();
  const last = new Map<string, Promise<void>>();

  async function perform(work: ChatWork, before: Promise<void> | undefined): Promise<void> {
    await before;
    if (work.claimedUntil.getTime() - now().getTime() < MARGIN_MS) return;
    await acknowledge({ service, now, log, ending: ending.signal }, work, await doWork(work, working));
  }

  function begin(work: ChatWork): void {
    const place = JSON.stringify([work.service, work.workspace, work.conversation]);
    const done = perform(work, last.get(place)).finally(() => {
      running.delete(done);
      if (last.get(place) === done) last.delete(place);
    });
    running.add(done);
    last.set(place, done);
  }

  const pause = (ms: number) => setTimeout(ms, undefined, { signal: ending.signal }).catch(() => {});

  async function claim(): Promise<ChatWork | null | 'away'> {
    const services = Object.keys(chats) as ChatService[];
    if (!services.length) return null;
    try {
      return (await service.botClaimWork({ services })).work;
    } catch (error) {
      log.warn({ err: error }, 'El bot no pudo pedir trabajo a la API.');
      return 'away';
    }
  }

  async function work(): Promise<void> {
    let awayMs = idleMs;
    while (!ending.signal.aborted) {
      if (running.size >= AT_ONCE) await Promise.race(running);
      else {
        const claimed = await claim();
        if (claimed && claimed !== 'away') begin(claimed);
        else await pause(claimed === 'away' ? awayMs : idleMs);
        awayMs = claimed === 'away' ? Math.min(awayMs * 2, LONGEST_PAUSE_MS) : idleMs;
      }
    }
  }

  const loop = work();
  return {
    async stop() {
      ending.abort();
      await loop;
      await Promise.all(running);
    },
  };
}
