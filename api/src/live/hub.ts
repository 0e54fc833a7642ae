import { maySee } from '@bitacora/core/domain/activity/policy';
import type { Actor, Privileges } from '@bitacora/core/domain/people/person';
import { Refused } from '@bitacora/core/domain/refusal';
import type { ActivityChange } from '@bitacora/core/server';
import { type EventStream, eventStream } from './event-stream.ts';

export const STREAMS_PER_PERSON = 4;
const PER_PROCESS = 2_000;
const HEARTBEAT_MS = 25_000;

interface Watcher {
  actor: Privileges;
  stream: EventStream;
}
export interface Joining {
  actor: Actor;
  /** The person with their present authority: null after a logout, a deactivation or the end of a token. */
  reread: () => Promise<Actor | null>;
  hangUp: () => void;
}

/** Sends each change to the people who may see the activity, by their authority at the last heartbeat. */
export function createHub({ heartbeatMs = HEARTBEAT_MS }: { heartbeatMs?: number } = {}) {
  const watchers = new Set<Watcher>();
  let isOver = false;

  function leave(watcher: Watcher): void {
    watchers.delete(watcher);
    watcher.stream.end();
  }
  function makeRoom(personId: number): void {
    if (isOver || watchers.size >= PER_PROCESS) throw new Refused({ code: 'live.full' });
    const own = [...watchers].filter(({ actor }) => actor.id === personId);
    for (const oldest of own.slice(0, Math.max(0, own.length - STREAMS_PER_PERSON + 1))) {
      oldest.stream.tellFull();
      leave(oldest);
    }
  }
  /** Now and then until the stream closes; the first time sooner, so that those who came together are not looked at together. */
  function beatUntilClosed(watcher: Watcher, reread: Joining['reread']): void {
    let heart: NodeJS.Timeout;
    const beatIn = (ms: number) => {
      heart = setTimeout(() => {
        beatIn(heartbeatMs);
        beat(watcher, reread).catch(() => {});
      }, ms);
    };
    beatIn(heartbeatMs * Math.random());
    watcher.stream.body.once('close', () => clearTimeout(heart));
  }
  /** Without the database no authority can be read, and no change happens. */
  async function beat(watcher: Watcher, reread: Joining['reread']): Promise<void> {
    const actor = await reread();
    if (!actor) return leave(watcher);
    watcher.actor = actor;
    watcher.stream.beat();
  }

  return {
    /** Opens a stream, or refuses when the process is full. The person's oldest stream beyond the limit ends. */
    join({ actor, reread, hangUp }: Joining): EventStream {
      makeRoom(actor.id);
      const watcher: Watcher = { actor, stream: eventStream(hangUp) };
      watchers.add(watcher);
      beatUntilClosed(watcher, reread);
      watcher.stream.body.once('close', () => watchers.delete(watcher));
      return watcher.stream;
    },
    onChange(change: ActivityChange): void {
      for (const { actor, stream } of watchers) if (maySee(actor, change)) stream.tell(change.id);
    },
    onNotification(recipientId: number): void {
      for (const { actor, stream } of watchers) if (actor.id === recipientId) stream.tellNotified();
    },
    /** Something may have been missed. */
    onGap(): void {
      for (const { stream } of watchers) stream.tellAll();
    },
    count: () => watchers.size,
    /** Ends every stream and refuses new ones. */
    end(): void {
      isOver = true;
      for (const watcher of watchers) leave(watcher);
    },
  };
}

export type Hub = ReturnType<typeof createHub>;
