import { CLOSED, type EventStream, folioIn } from './event-stream.ts';

/** Where something has changed; anything may have, after a while without a stream. */
export type Change = number | 'anything';

interface Following {
  open: () => EventStream;
  /** Asked when the server would not have a stream: it may be that one is no longer logged in. */
  isLoggedIn: () => Promise<boolean>;
  onChange: (change: Change) => void;
}

/** A tab nobody looks at for so long costs the server nothing. */
const HIDDEN_MS = 60_000;
const RETRY_MS = [5_000, 15_000, 60_000] as const;

/**
 * One stream while the tab is looked at; it is opened again after every loss, and what may have been missed meanwhile is a change too.
 * Where no stream is to be had, one try a minute says that anything may have changed, as long as the server answers. Answers its end.
 */
export function followChanges({ open, isLoggedIn, onChange }: Following): () => void {
  let stream: EventStream | null = null;
  let mayHaveMissed = false;
  let refusals = 0;
  let retry = 0;
  let hiding = 0;

  const close = () => {
    clearTimeout(retry);
    stream?.close();
    stream = null;
    mayHaveMissed = true;
  };
  const connect = () => {
    clearTimeout(retry);
    const opened = open();
    stream = opened;
    opened.addEventListener('open', () => {
      refusals = 0;
      if (mayHaveMissed) onChange('anything');
      // Whatever opens it again, it was away.
      mayHaveMissed = true;
    });
    opened.addEventListener('activity', (event) => onChange(folioIn(event)));
    opened.addEventListener('refresh', () => onChange('anything'));
    opened.addEventListener('error', () => {
      if (opened === stream && opened.readyState === CLOSED) void refused();
    });
  };
  const refused = async () => {
    close();
    const wait = RETRY_MS[Math.min(refusals, RETRY_MS.length - 1)];
    refusals += 1;
    retry = window.setTimeout(connect, wait);
    const isThere = await isLoggedIn().catch(() => null);
    if (isThere === false || (isThere && refusals > RETRY_MS.length)) onChange('anything');
  };
  const onVisibility = () => {
    clearTimeout(hiding);
    if (document.visibilityState === 'hidden') hiding = window.setTimeout(close, HIDDEN_MS);
    else if (!stream) connect();
  };

  document.addEventListener('visibilitychange', onVisibility);
  if (document.visibilityState === 'hidden') mayHaveMissed = true;
  else connect();
  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    clearTimeout(hiding);
    close();
  };
}
