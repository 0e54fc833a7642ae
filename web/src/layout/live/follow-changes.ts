import type { LiveStream } from '../../app/app.ts';

/** The folio that changed, 'lists' with a notification, such as of lost work, or 'anything' after a time without a stream. */
export type LiveChange = number | 'lists' | 'anything';

interface Following {
  open: () => LiveStream;
  /** Called when the server refuses a stream, because the session may have ended. */
  isLoggedIn: () => Promise<boolean>;
  onChange: (change: LiveChange) => void;
}

/** A hidden tab closes its stream, because over HTTP/1.1 a browser has six connections for all tabs of a site. */
const HIDDEN_MS = 3_000;
const POLL_MS = 60_000;
const RETRY_MS = [5_000, 15_000, POLL_MS] as const;
/** After how many polls an evicted stream is reopened. The number doubles, so that two windows do not evict each other. */
const POLLS = { first: 5, most: 80 };
/** Spread of the reloads after a lost stream, because all clients lost it at once. */
const SPREAD_MS = { least: 0, most: 10_000 };

/**
 * Keeps one stream open while the tab is visible, and reopens it after each loss. Reopening counts as a change.
 * Without a stream it reports a possible change once a minute, as long as the server answers.
 * A stream that the server ended for another tab stays closed for some polls.
 */
export function followChanges({ open, isLoggedIn, onChange }: Following): () => void {
  let stream: LiveStream | null = null;
  let missed: 'nothing' | 'here' | 'away' = 'nothing';
  let refusals = 0;
  let yields = 0;
  let retry = 0;
  let hiding = 0;
  let catchingUp = 0;

  const close = () => {
    clearTimeout(retry);
    clearTimeout(catchingUp);
    stream?.close();
    stream = null;
  };
  const hide = () => {
    close();
    missed = 'away';
  };
  const catchUp = () => {
    if (missed === 'away') onChange('anything');
    else if (missed === 'here') catchingUp = window.setTimeout(() => onChange('anything'), randomDelay(SPREAD_MS));
    // Changes may have been missed.
    missed = 'here';
  };
  const connect = () => {
    close();
    const newStream = open();
    stream = newStream;
    newStream.addEventListener('open', () => {
      refusals = 0;
      clearTimeout(catchingUp);
      catchUp();
    });
    newStream.addEventListener('activity', (event) => onChange(readFolio(event)));
    newStream.addEventListener('notifications', () => onChange('lists'));
    newStream.addEventListener('refresh', () => onChange('anything'));
    newStream.addEventListener('full', () => {
      close();
      pollAgain(Math.min(POLLS.first * 2 ** yields, POLLS.most));
      yields += 1;
    });
    newStream.addEventListener('error', () => {
      if (newStream === stream && newStream.readyState === CLOSED) void retryLater();
    });
  };
  const retryLater = async () => {
    close();
    missed = 'here';
    const least = RETRY_MS[Math.min(refusals, RETRY_MS.length - 1)] ?? POLL_MS;
    refusals += 1;
    retry = window.setTimeout(connect, randomDelay({ least, most: 2 * least }));
    const isThere = await isLoggedIn().catch(() => null);
    if (isThere === false || (isThere && refusals > RETRY_MS.length)) onChange('anything');
  };
  const pollAgain = (polls: number) => {
    missed = 'away';
    retry = window.setTimeout(async () => {
      if (polls === 1) return connect();
      pollAgain(polls - 1);
      if ((await isLoggedIn().catch(() => null)) !== null) onChange('anything');
    }, POLL_MS);
  };
  const onVisibility = () => {
    clearTimeout(hiding);
    yields = 0;
    if (document.visibilityState === 'hidden') hiding = window.setTimeout(hide, HIDDEN_MS);
    else if (!stream) connect();
  };

  document.addEventListener('visibilitychange', onVisibility);
  if (document.visibilityState === 'hidden') missed = 'away';
  else connect();
  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    clearTimeout(hiding);
    close();
  };
}

/** Random delay in ms, so that many tabs do not call at once. */
export const randomDelay = ({ least, most }: { least: number; most: number }): number => least + Math.random() * (most - least);

/** EventSource's state of a stream that it does not reopen. */
const CLOSED = 2;

/** The folio in an `activity` event. */
const readFolio = (event: Event): number => (JSON.parse((event as MessageEvent<string>).data) as { id: number }).id;
