import type { Logger } from 'pino';
import type { Answer, AnswerTo, KeepCard } from '../../../request.ts';
import type { Connector } from '../post/connector.ts';
import type { Hosts } from '../trust/hosts.ts';
import type { Shared } from './once.ts';
import type { Shown } from './shown.ts';

/** What every kind of turn needs. */
export interface Turns {
  answer: AnswerTo;
  keep: KeepCard;
  connector: Connector;
  hosts: Hosts;
  shown: Shown;
  tenant: string;
  publicUrl: string;
  once: (deliveryId: string, work: () => Promise<Answer>) => Shared<Answer>;
  /** Goes on after the HTTP answer; a failure is logged. */
  background: (work: Promise<void>) => void;
}

/** Work that outlives its request, so that a stop can wait for it. */
export function backgroundOf(log: Logger) {
  const going = new Set<Promise<void>>();
  return {
    background(work: Promise<void>) {
      const watched = work
        .catch((error: unknown) =>
          log.warn({ err: error instanceof Error ? error.message : String(error) }, 'teams: an answer was not shown'),
        )
        .finally(() => going.delete(watched));
      going.add(watched);
    },
    /** Until all of it has ended. */
    async settled() {
      while (going.size > 0) await Promise.all(going);
    },
  };
}
