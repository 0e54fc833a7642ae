/** Where a server is reached, as its settings say. */
export interface Exposure {
  isProduction: boolean;
  isHttps: boolean;
  host: string;
}

/** Whether a host name or an IP address is this machine itself. */
export const isLoopbackHost = (host: string): boolean =>
  /^(localhost|(::ffff:)?127(\.\d{1,3}){3}|::1|::ffff:7f[\da-f]{2}:[\da-f]{1,4})$/i.test(host.replace(/^\[(.*)\]$/, '$1'));

/** Whether people on other machines may reach it: there the demo company, with its known passwords, is never loaded unasked. */
export const isExposed = ({ isProduction, isHttps, host }: Exposure): boolean => isProduction || isHttps || !isLoopbackHost(host);

/** Administrators get a mail below this multiple of the space that is kept for the database. */
const LOW = 2;
/** From this multiple on there is enough again. The gap keeps a disk that varies around one figure from mailing twice. */
const ENOUGH = 3;

export const isSpaceLow = (freeBytes: number, minFreeBytes: number): boolean => freeBytes < LOW * minFreeBytes;
export const isSpaceEnough = (freeBytes: number, minFreeBytes: number): boolean => freeBytes >= ENOUGH * minFreeBytes;

/** Bytes that are left, where it is known: on the disk of the images, and on that of the embedded database. */
export interface FreeBytes {
  store: number | null;
  database: number | null;
}

/** The smallest of what is known; null where nothing is. */
export function leastFree({ store, database }: FreeBytes): number | null {
  const figures = [store, database].filter((bytes) => bytes !== null);
  return figures.length > 0 ? Math.min(...figures) : null;
}

/** A clock that is corrected moves by less; a wrong one, or a machine that was resumed, by more. */
const JUMP_MS = 3_600_000;
/** Half of what `verify` allows between the dates of a row. */
const DIFFERENCE_MAX_MS = 5 * 60_000;
/** A row that was written amid a jump has its seal so long after the jump was recorded at most. */
const SEALED_WITHIN_MS = 24 * 3_600_000;
/** Before a jump and after it: what was written then waits for its seal. */
const UNSEALED_MS = 5 * 60_000;

export const isClockJump = (differenceMs: number): boolean => Math.abs(differenceMs) > JUMP_MS;
/** Whether the clocks of the server and of its database differ by so much that somebody should look. */
export const isClockOff = (differenceMs: number): boolean => Math.abs(differenceMs) >= DIFFERENCE_MAX_MS;

/** From one reading of a clock to another. */
export interface ClockSpan {
  from: Date;
  to: Date;
}
/** What the clock showed around a jump: before it, while it was in doubt, and when it was believed again. */
export interface ClockJump {
  spans: ClockSpan[];
}

/** The spans with what was written shortly before and after each. */
export const aroundJump = ({ spans }: ClockJump): ClockJump => ({
  spans: spans.map(({ from, to }) => ({ from: new Date(from.getTime() - UNSEALED_MS), to: new Date(to.getTime() + UNSEALED_MS) })),
});

interface DatedRow {
  recordedAt: Date | null;
  /** When the seal was made that does not fit the row's date; null where the row's own dates do not fit each other. */
  sealedAt: Date | null;
}
/** Whether a recorded jump explains that a row lies outside the time of its seal. A row that contradicts itself is not explained. */
export const explains = ({ at, spans }: ClockJump & { at: Date }, { recordedAt, sealedAt }: DatedRow): boolean => {
  if (!recordedAt || !sealedAt) return false;
  const sealedAfter = sealedAt.getTime() - at.getTime();
  const isNear = sealedAfter >= 0 && sealedAfter <= SEALED_WITHIN_MS;
  return isNear && spans.some(({ from, to }) => recordedAt >= from && recordedAt <= to);
};
