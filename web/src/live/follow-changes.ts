import { CLOSED, type EventStream, folioIn } from './event-stream.ts';
import { someTime } from './random-delay.ts';

/** Where something has changed; anything may have, after a while without a stream. */
export type Change = number | 'anything';

interface Following {
  open: () => EventStream;
  /** Asked when the server would not have a stream: it may be that one is no longer logged in. */
  isLoggedIn: () => Promise<boolean>;
  onChange: (change: Change) => void;
}

/** A hidden tab keeps no stream: over HTTP/1.1 a browser has six connections for all tabs of a site, and six streams would be all of them. */
const HIDDEN_MS = 3_000;
const SLOWLY_MS = 60_000;
const RETRY_MS = [5_000, 15_000, SLOWLY_MS] as const;
/** After how many looks a stream that made room is asked for again: twice as many each time, so that two windows do not take turns. */
const LOOKS = { first: 5, most: 80 };
/** A stream that was lost was lost to everybody: they do not all read anew at the same moment. */
const SPREAD_MS = { least: 0, most: 10_000 };

/**
 * One stream while the tab is looked at; it is opened again after every loss, and what may have been missed meanwhile is a change too.
 * Where no stream is to be had, one look a minute says that anything may have changed, as long as the server answers. A stream that
 * ended to make room for another of the person's is taken back when they come back to this tab, else ever more slowly. Answers its end.
 */
export function followChanges({ open, isLoggedIn, onChange }: Following): () => void {
  let stream: EventStream | null = null;
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
    else if (missed === 'here') catchingUp = window.setTimeout(() => onChange('anything'), someTime(SPREAD_MS));
    // Whatever opens it again, it was away.
    missed = 'here';
  };
  const connect = () => {
    close();
    const opened = open();
    stream = opened;
    opened.addEventListener('open', () => {
      refusals = 0;
      clearTimeout(catchingUp);
      catchUp();
    });
    opened.addEventListener('activity', (event) => onChange(folioIn(event)));
    opened.addEventListener('refresh', () => onChange('anything'));
    opened.addEventListener('full', () => {
      close();
      lookAgain(Math.min(LOOKS.first * 2 ** yields, LOOKS.most));
      yields += 1;
    });
    opened.addEventListener('error', () => {
      if (opened === stream && opened.readyState === CLOSED) void refused();
    });
  };
  const refused = async () => {
    close();
    missed = 'here';
    const least = RETRY_MS[Math.min(refusals, RETRY_MS.length - 1)] ?? SLOWLY_MS;
    refusals += 1;
    retry = window.setTimeout(connect, someTime({ least, most: 2 * least }));
    const isThere = await isLoggedIn().catch(() => null);
    if (isThere === false || (isThere && refusals > RETRY_MS.length)) onChange('anything');
  };
  const lookAgain = (looks: number) => {
    missed = 'away';
    retry = window.setTimeout(async () => {
      if (looks === 1) return connect();
      lookAgain(looks - 1);
      if ((await isLoggedIn().catch(() => null)) !== null) onChange('anything');
    }, SLOWLY_MS);
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
