import { DAY_MS, HOUR_MS, MINUTE_MS } from '../calendar.ts';

export interface Exposure {
  isProduction: boolean;
  isHttps: boolean;
  host: string;
}

export const isLoopbackHost = (host: string): boolean =>
  /^(localhost|(::ffff:)?127(\.\d{1,3}){3}|::1|::ffff:7f[\da-f]{2}:[\da-f]{1,4})$/i.test(host.replace(/^\[(.*)\]$/, '$1'));

/** On a server that other machines may reach, the demo company is never loaded unasked, because its passwords are known. */
export const isExposed = ({ isProduction, isHttps, host }: Exposure): boolean => isProduction || isHttps || !isLoopbackHost(host);

/** Administrators get a mail below this multiple of the space that is kept for the database. */
const LOW_FACTOR = 2;
/** From this multiple on there is enough again. The gap keeps a disk that varies around one figure from mailing twice. */
const ENOUGH_FACTOR = 3;

export const isSpaceLow = (freeBytes: number, minFreeBytes: number): boolean => freeBytes < LOW_FACTOR * minFreeBytes;
export const isSpaceEnough = (freeBytes: number, minFreeBytes: number): boolean => freeBytes >= ENOUGH_FACTOR * minFreeBytes;

/** Bytes on the disk of the images and on that of the embedded database; null where unknown. */
export interface FreeBytes {
  store: number | null;
  database: number | null;
}

export function leastFree({ store, database }: FreeBytes): number | null {
  const figures = [store, database].filter((bytes) => bytes !== null);
  return figures.length > 0 ? Math.min(...figures) : null;
}

/** A clock that is corrected moves by less; a wrong one, or a machine that was resumed, by more. */
const JUMP_MS = HOUR_MS;
/** Half of what `verify` allows between the dates of a row. */
const DIFFERENCE_MAX_MS = 5 * MINUTE_MS;
/** A row that was written amid a jump gets its seal within this time after the jump was recorded. */
const SEALED_WITHIN_MS = DAY_MS;
/** Rows that were written this long before or after a jump may still wait for their seal. */
const UNSEALED_MS = 5 * MINUTE_MS;

export const isClockJump = (differenceMs: number): boolean => Math.abs(differenceMs) > JUMP_MS;
/** `differenceMs` is between the clocks of the server and of its database. */
export const isClockOff = (differenceMs: number): boolean => Math.abs(differenceMs) >= DIFFERENCE_MAX_MS;

export interface ClockSpan {
  from: Date;
  to: Date;
}
/** The spans of the clock around a jump: before it, while it was in doubt, and when it was believed again. */
export interface ClockJump {
  spans: ClockSpan[];
}

/** Widens each span by what was written shortly before and after it. */
export const aroundJump = ({ spans }: ClockJump): ClockJump => ({
  spans: spans.map(({ from, to }) => ({ from: new Date(from.getTime() - UNSEALED_MS), to: new Date(to.getTime() + UNSEALED_MS) })),
});

interface DatedRow {
  recordedAt: Date | null;
  /** The time of the seal that does not fit the row's date; null where the row's own dates do not fit each other. */
  sealedAt: Date | null;
}
/** A recorded jump may explain that a row lies outside the time of its seal. It never explains a row that contradicts itself. */
export const explains = ({ at, spans }: ClockJump & { at: Date }, { recordedAt, sealedAt }: DatedRow): boolean => {
  if (!recordedAt || !sealedAt) return false;
  const sealedAfter = sealedAt.getTime() - at.getTime();
  const isNear = sealedAfter >= 0 && sealedAfter <= SEALED_WITHIN_MS;
  return isNear && spans.some(({ from, to }) => recordedAt >= from && recordedAt <= to);
};

export interface ServerFacts {
  now: Date;
  /** The demo company, with its known passwords, within reach of other machines. */
  isDemoExposed: boolean;
  migrationsPending: number;
  hasReportsReplica: boolean;
  reportsAsOf: Date | null;
  mailLateSince: Date | null;
  mailFailed: number;
  /** Set while the mail server takes nothing for a reason that only an administrator can end. */
  mailStoppedSince: Date | null;
  /** The due time of the oldest notification that waits for a bot, or for a push service. */
  chatLateSince: Date | null;
  pushLateSince: Date | null;
  webhookLateSince: Date | null;
  webhooksDisabled: number;
  missedRemindersAt: Date | null;
  backupAt: Date | null;
  restoreDrillAt: Date | null;
  restoreDrillProblem: string | null;
  isStoreReachable: boolean;
  storeFreeBytes: number | null;
  databaseFreeBytes: number | null;
  minFreeBytes: number;
  isDatabaseFull: boolean;
  isClockDoubtful: boolean;
  /** How far the server's clock is ahead of the database's; null before the first comparison. */
  clockAheadSeconds: number | null;
  /** The last request that carried a proxy's header although the settings name no proxy. */
  forwardedSeenAt: Date | null;
}

export type ServerConcern =
  | 'demoExposed'
  | 'schemaBehind'
  | 'mailStopped'
  | 'mailLate'
  | 'mailFailed'
  | 'chatLate'
  | 'pushLate'
  | 'webhookLate'
  | 'webhookDisabled'
  | 'remindersMissed'
  | 'backupNever'
  | 'backupOld'
  | 'drillFailed'
  | 'drillOld'
  | 'replicaAway'
  | 'storeAway'
  | 'databaseFull'
  | 'storeFull'
  | 'proxyUnknown'
  | 'spaceLow'
  | 'clockDoubtful'
  | 'clockDiffers';

const MAIL_LATE_MS = 15 * MINUTE_MS;
/** A notification that stays for ten minutes goes by email instead. */
const DEVICE_LATE_MS = 5 * MINUTE_MS;
/** The first three tries are over by then. */
const WEBHOOK_LATE_MS = HOUR_MS;
/** A process that runs the reminder job looks for due moments twice in this time. */
const REMINDERS_LATE_MS = 10 * MINUTE_MS;
/** Strangers invent such headers too: an old one says nothing. */
const FORWARDED_MS = DAY_MS;
/** Backups are daily, with one day of grace. */
const BACKUP_OLD_MS = 2 * DAY_MS;

/** Drills come every thirty days, with ten days of grace. */
const DRILL_OLD_MS = 40 * DAY_MS;

/** Lists what somebody should look at, the gravest first. */
export function serverConcerns(facts: ServerFacts): ServerConcern[] {
  const isLong = (since: Date | null, ms: number) => since !== null && facts.now.getTime() - since.getTime() > ms;
  const { storeFreeBytes: store, databaseFreeBytes: database, minFreeBytes } = facts;
  const free = leastFree({ store, database });
  const isReserved = free !== null && free < minFreeBytes;
  const checks: [ServerConcern, boolean][] = [
    ['databaseFull', facts.isDatabaseFull],
    ['demoExposed', facts.isDemoExposed],
    ['storeAway', !facts.isStoreReachable],
    ['storeFull', isReserved],
    ['clockDoubtful', facts.isClockDoubtful],
    ['clockDiffers', !facts.isClockDoubtful && isClockOff((facts.clockAheadSeconds ?? 0) * 1_000)],
    ['spaceLow', free !== null && !isReserved && isSpaceLow(free, minFreeBytes)],
    ['schemaBehind', facts.migrationsPending > 0],
    ['remindersMissed', isLong(facts.missedRemindersAt, REMINDERS_LATE_MS)],
    ['mailStopped', facts.mailStoppedSince !== null],
    ['mailLate', isLong(facts.mailLateSince, MAIL_LATE_MS)],
    ['mailFailed', facts.mailFailed > 0],
    ['chatLate', isLong(facts.chatLateSince, DEVICE_LATE_MS)],
    ['pushLate', isLong(facts.pushLateSince, DEVICE_LATE_MS)],
    ['webhookLate', isLong(facts.webhookLateSince, WEBHOOK_LATE_MS)],
    ['webhookDisabled', facts.webhooksDisabled > 0],
    ['proxyUnknown', facts.forwardedSeenAt !== null && !isLong(facts.forwardedSeenAt, FORWARDED_MS)],
    ['backupNever', facts.backupAt === null],
    ['backupOld', isLong(facts.backupAt, BACKUP_OLD_MS)],
    ['drillFailed', facts.restoreDrillProblem !== null],
    ['drillOld', facts.restoreDrillProblem === null && isLong(facts.restoreDrillAt, DRILL_OLD_MS)],
    ['replicaAway', facts.hasReportsReplica && facts.reportsAsOf === null],
  ];
  return checks.filter(([, isSo]) => isSo).map(([concern]) => concern);
}
