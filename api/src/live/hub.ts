import { PassThrough } from 'node:stream';
import { maySee } from '@bitacora/core/domain/activities/policy';
import type { Actor, Privileges } from '@bitacora/core/domain/people/person';
import { Refused } from '@bitacora/core/domain/refusal';
import { type ActivityChange, type Core, listenForChanges } from '@bitacora/core/server';
import type { Context } from 'koa';
import type { Logger } from 'pino';
import { type Authenticate, demandActor } from '../auth/authenticate.ts';

/** A stream is flushed at most once in this time. The first flush of a burst waits `SOON_MS`, because the changes of one commit come together. */
const FLUSH_EVERY_MS = 1_000;
const SOON_MS = 50;
/** More changes than that at once become one refresh. */
const EVENTS_MAX = 100;
/** After a gap everybody refreshes within this time, because all at once would be too many. */
const SPREAD_MS = 1_000;
/** Each browser waits a random time between these before it reconnects, because after a restart all of them come back. */
const RETRY_MIN_MS = 3_000;
const RETRY_MAX_MS = 10_000;
/** A reader may be this many bytes behind. A slower one is disconnected, and refreshes when it comes back. */
const BACKLOG_MAX = 65_536;
const GOODBYE_MS = 300;

/**
 * Opens a person's stream of server-sent events. `activity` carries the folio of a change, and `notifications` says that the person's own changed.
 * `refresh` says that any may have changed; `full` comes before an end for lack of room. `hangUp` cuts the connection.
 */
function eventStream(hangUp: () => void) {
  const body = new PassThrough();
  const changedIds = new Set<number>();
  let isStale = false;
  let isNotified = false;
  let flushedAt = 0;
  let timer: NodeJS.Timeout | undefined;

  function write(text: string): void {
    if (body.readableLength + body.writableLength > BACKLOG_MAX) hangUp();
    else if (body.writable) body.write(text);
  }
  function flush(): void {
    const events = [...changedIds].map((id) => `event: activity\ndata: ${JSON.stringify({ id })}\n\n`);
    if (isNotified) events.push('event: notifications\ndata: {}\n\n');
    write(isStale || events.length > EVENTS_MAX ? 'event: refresh\ndata: {}\n\n' : events.join(''));
    changedIds.clear();
    isStale = false;
    isNotified = false;
    timer = undefined;
    flushedAt = Date.now();
  }
  function scheduleFlush(ms: number): void {
    timer ??= setTimeout(flush, Math.max(ms, flushedAt + FLUSH_EVERY_MS - Date.now()));
  }
  body.once('close', () => clearTimeout(timer));
  write(`retry: ${RETRY_MIN_MS + Math.floor((RETRY_MAX_MS - RETRY_MIN_MS) * Math.random())}\n\n`);

  return {
    body,
    notifyChange(id: number): void {
      changedIds.add(id);
      scheduleFlush(SOON_MS);
    },
    notifyRecipient(): void {
      isNotified = true;
      scheduleFlush(SOON_MS);
    },
    notifyAll(): void {
      isStale = true;
      scheduleFlush(SPREAD_MS * Math.random());
    },
    /** Writes a comment line, so that proxies and browsers see that the connection is alive. */
    beat: () => write(':\n\n'),
    /** Tells the client not to reconnect by itself, because another stream of the person replaces this one. */
    notifyFull: () => write('event: full\ndata: {}\n\n'),
    end(): void {
      clearTimeout(timer);
      body.end();
      const goodbye = setTimeout(hangUp, GOODBYE_MS);
      body.once('close', () => clearTimeout(goodbye));
    },
  };
}

type EventStream = ReturnType<typeof eventStream>;

export const STREAMS_PER_PERSON = 4;
const PER_PROCESS = 2_000;
const HEARTBEAT_MS = 25_000;

interface Watcher {
  actor: Privileges;
  stream: EventStream;
}
export interface Joining {
  actor: Actor;
  /** Reads the person with their present authority; null after a logout, a deactivation or the end of a token. */
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
      oldest.stream.notifyFull();
      leave(oldest);
    }
  }
  /** Beats until the stream closes. The first beat comes after a random time, because many streams may have opened together. */
  function beatUntilClosed(watcher: Watcher, reread: Joining['reread']): void {
    let heart: NodeJS.Timeout;
    const scheduleBeat = (ms: number) => {
      heart = setTimeout(() => {
        scheduleBeat(heartbeatMs);
        beat(watcher, reread).catch(() => {});
      }, ms);
    };
    scheduleBeat(heartbeatMs * Math.random());
    watcher.stream.body.once('close', () => clearTimeout(heart));
  }
  /** Reads the person's authority again. Without the database it keeps the stream, because nothing can change meanwhile. */
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
      for (const { actor, stream } of watchers) if (maySee(actor, change)) stream.notifyChange(change.id);
    },
    onNotification(recipientId: number): void {
      for (const { actor, stream } of watchers) if (actor.id === recipientId) stream.notifyRecipient();
    },
    /** Refreshes everybody, because a change may have been missed. */
    onGap(): void {
      for (const { stream } of watchers) stream.notifyAll();
    },
    count: () => watchers.size,
    end(): void {
      isOver = true;
      for (const watcher of watchers) leave(watcher);
    },
  };
}

export type Hub = ReturnType<typeof createHub>;

/** Starts the hub of this process, which gets the changes of every process. Call `stop` before the server is closed, because that waits for streams. */
export function startLive({ db }: Pick<Core, 'db'>, log: Logger, rhythm?: { heartbeatMs: number }): { hub: Hub; stop(): Promise<void> } {
  const hub = createHub(rhythm);
  const listening = listenForChanges(db, { ...hub, onTrouble: (error) => log.warn({ err: error }, 'cannot listen for live changes') });
  return {
    hub,
    stop: async () => {
      hub.end();
      await listening.stop();
    },
  };
}

/**
 * Streams the changes that a person may see (decision 14). `authenticateInBackground` does not count as being there, neither at the
 * opening nor later: an open tab alone keeps no session alive.
 */
export const serveLive =
  ({ hub, authenticateInBackground }: { hub: Hub; authenticateInBackground: Authenticate }) =>
  async (ctx: Context) => {
    ctx.state.endpoint = 'live';
    const actor = demandActor((await authenticateInBackground(ctx)).actor);
    if (ctx.method !== 'HEAD')
      ctx.body = hub.join({ actor, reread: () => reread(ctx, authenticateInBackground), hangUp: () => ctx.res.destroy() }).body;
    ctx.status = 200;
    ctx.set('Content-Type', 'text/event-stream; charset=utf-8');
    // A proxy that gathers answers would keep them until the stream ends.
    ctx.set('X-Accel-Buffering', 'no');
  };

async function reread(ctx: Context, authenticateInBackground: Authenticate): Promise<Actor | null> {
  try {
    return (await authenticateInBackground(ctx)).actor;
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
}
