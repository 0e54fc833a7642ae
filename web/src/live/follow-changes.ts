import { CLOSED, folioIn, type LiveStream } from './event-stream.ts';

/** Where something has changed; anything may have, after a while without a stream. */
export type LiveChange = number | 'anything';

interface Following {
  open: () => LiveStream;
  /** Asked when the server would not have a stream: it may be that one is no longer logged in. */
  isLoggedIn: () => Promise<boolean>;
  onChange: (change: LiveChange) => void;
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
 * One stream while the tab is looked at; it is newStream again after every loss, and what may have been missed meanwhile is a change too.
 * Where no stream is to be had, one look a minute says that anything may have changed, as long as the server answers. A stream that
 * ended to make room for another of the person's is taken back when they come back to this tab, else ever more slowly. Answers its end.
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
    // Whatever opens it again, it was away.
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
    newStream.addEventListener('activity', (event) => onChange(folioIn(event)));
    newStream.addEventListener('refresh', () => onChange('anything'));
    newStream.addEventListener('full', () => {
      close();
      lookAgain(Math.min(LOOKS.first * 2 ** yields, LOOKS.most));
      yields += 1;
    });
    newStream.addEventListener('error', () => {
      if (newStream === stream && newStream.readyState === CLOSED) void refused();
    });
  };
  const refused = async () => {
    close();
    missed = 'here';
    const least = RETRY_MS[Math.min(refusals, RETRY_MS.length - 1)] ?? SLOWLY_MS;
    refusals += 1;
    retry = window.setTimeout(connect, randomDelay({ least, most: 2 * least }));
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

/** A time by chance between two, in ms: so that many tabs do not ask at once. */
export const randomDelay = ({ least, most }: { least: number; most: number }): number => least + Math.random() * (most - least);
