import { PassThrough } from 'node:stream';

/** At most one flush in this time. The first of a burst goes after `SOON_MS`, because the changes of one commit come together. */
const FLUSH_EVERY_MS = 1_000;
const SOON_MS = 50;
/** More changes than that at once become one refresh. */
const EVENTS_MAX = 100;
/** After a gap everybody refreshes: not all at the same moment. */
const SPREAD_MS = 1_000;
/** The browser waits between these before it comes back, each its own while: after a restart they come one by one. */
const RETRY_MIN_MS = 3_000;
const RETRY_MAX_MS = 10_000;
/** Bytes a reader may be behind. A slower one is disconnected, and refreshes when it comes back. */
const BACKLOG_MAX = 65_536;
const GOODBYE_MS = 300;

/**
 * One person's server-sent events. `activity` carries the folio of a change, and `notifications` says that the person's own changed.
 * `refresh` says that any may have changed; `full` comes before an end for lack of room. `hangUp` cuts the connection.
 */
export function eventStream(hangUp: () => void) {
  const body = new PassThrough();
  const changed = new Set<number>();
  let isStale = false;
  let isNotified = false;
  let flushedAt = 0;
  let timer: NodeJS.Timeout | undefined;

  function write(text: string): void {
    if (body.readableLength + body.writableLength > BACKLOG_MAX) hangUp();
    else if (body.writable) body.write(text);
  }
  function flush(): void {
    const events = [...changed].map((id) => `event: activity\ndata: ${JSON.stringify({ id })}\n\n`);
    if (isNotified) events.push('event: notifications\ndata: {}\n\n');
    write(isStale || events.length > EVENTS_MAX ? 'event: refresh\ndata: {}\n\n' : events.join(''));
    changed.clear();
    isStale = false;
    isNotified = false;
    timer = undefined;
    flushedAt = Date.now();
  }
  function flushIn(ms: number): void {
    timer ??= setTimeout(flush, Math.max(ms, flushedAt + FLUSH_EVERY_MS - Date.now()));
  }
  body.once('close', () => clearTimeout(timer));
  write(`retry: ${RETRY_MIN_MS + Math.floor((RETRY_MAX_MS - RETRY_MIN_MS) * Math.random())}\n\n`);

  return {
    body,
    tell(id: number): void {
      changed.add(id);
      flushIn(SOON_MS);
    },
    tellNotified(): void {
      isNotified = true;
      flushIn(SOON_MS);
    },
    tellAll(): void {
      isStale = true;
      flushIn(SPREAD_MS * Math.random());
    },
    /** A comment line: proxies and browsers see that somebody is there. */
    beat: () => write(':\n\n'),
    /** Another stream of the person replaces this one; the client does not reconnect by itself. */
    tellFull: () => write('event: full\ndata: {}\n\n'),
    /** Drops changes that were not flushed. */
    end(): void {
      clearTimeout(timer);
      body.end();
      const goodbye = setTimeout(hangUp, GOODBYE_MS);
      body.once('close', () => clearTimeout(goodbye));
    },
  };
}

export type EventStream = ReturnType<typeof eventStream>;
