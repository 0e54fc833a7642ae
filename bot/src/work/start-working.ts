import { setTimeout } from 'node:timers/promises';
import type { BotClient } from '@bitacora/core/client/bot-client';
import type { ChatWork } from '@bitacora/core/contract/bot-endpoints';
import type { ChatService } from '@bitacora/core/domain/notifications/chat';
import { CHAT_LEASE_MS } from '@bitacora/core/domain/notifications/chat-work';
import type { Logger } from 'pino';
import { acknowledge } from './acknowledge.ts';
import { doWork, type Tools } from './do-work.ts';

const AT_ONCE = 4;
const IDLE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;
/** What is not begun so long after it was asked for is left: its lease might end meanwhile, and another bot be given it. Counted here, since clocks differ. */
const BEGUN_WITHIN_MS = CHAT_LEASE_MS / 2;

interface Working extends Tools {
  service: BotClient;
  log: Pick<Logger, 'error' | 'warn'>;
  /** How long to wait where there was nothing to do. */
  idleMs?: number;
}

/**
 * Asks the API for work in the chats that are on, does it, and says how it went: four things at once, one in a conversation. While the API
 * is away it asks ever more rarely. `stop` takes nothing new and resolves once what was taken is done and said.
 */
export function startWorking(working: Working): { stop(): Promise<void> } {
  const { service, chats, log, idleMs = IDLE_MS } = working;
  const ending = new AbortController();
  const running = new Set<Promise<unknown>>();
  const last = new Map<string, Promise<unknown>>();

  /** What waits for its turn in a conversation waits for the post before it, not for the API to have heard of it. */
  function begin(work: ChatWork, askedAt: number): void {
    const place = JSON.stringify([work.service, work.workspace, work.conversation]);
    const doing = (last.get(place) ?? Promise.resolve()).then(async () =>
      performance.now() - askedAt > BEGUN_WITHIN_MS ? null : doWork(work, working),
    );
    last.set(place, doing);
    const said = { claim: work.claim, until: askedAt + CHAT_LEASE_MS };
    const done = doing
      .then((outcome) => outcome && acknowledge({ service, log, ending: ending.signal }, said, outcome))
      .finally(() => {
        running.delete(done);
        if (last.get(place) === doing) last.delete(place);
      });
    running.add(done);
  }

  const pause = (ms: number) => setTimeout(ms, undefined, { signal: ending.signal }).catch(() => {});

  async function claim(): Promise<ChatWork | null | 'away'> {
    const services = Object.keys(chats) as ChatService[];
    if (!services.length) return null;
    try {
      return (await service.claimWork({ services })).work;
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
        const askedAt = performance.now();
        const claimed = await claim();
        if (claimed && claimed !== 'away') begin(claimed, askedAt);
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
