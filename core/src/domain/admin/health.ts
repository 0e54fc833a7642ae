import { DAY_MS, HOUR_MS, MINUTE_MS } from '../calendar.ts';
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
const JUMP_MS = HOUR_MS;
/** Half of what `verify` allows between the dates of a row. */
const DIFFERENCE_MAX_MS = 5 * MINUTE_MS;
/** A row that was written amid a jump has its seal so long after the jump was recorded at most. */
const SEALED_WITHIN_MS = DAY_MS;
/** Before a jump and after it: what was written then waits for its seal. */
const UNSEALED_MS = 5 * MINUTE_MS;

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

/** What the state of the server is judged by. */
export interface ServerFacts {
  now: Date;
  /** The demo company, with its known passwords, within reach of other machines. */
  isDemoExposed: boolean;
  migrationsPending: number;
  hasReportsReplica: boolean;
  reportsAsOf: Date | null;
  mailLateSince: Date | null;
  mailFailed: number;
  /** Since when the mail server takes nothing, and only an administrator can end it. */
  mailStoppedSince: Date | null;
  /** Since when the oldest that is due for a bot, or for a push service, waits. */
  chatLateSince: Date | null;
  pushLateSince: Date | null;
  /** Since when the oldest delivery to a webhook is due or was tried in vain, and how many webhooks the product disabled. */
  webhookLateSince: Date | null;
  webhooksDisabled: number;
  missedRemindersAt: Date | null;
  backupAt: Date | null;
  restoreDrillAt: Date | null;
  restoreDrillProblem: string | null;
  isStoreReachable: boolean;
  storeFreeBytes: number | null;
  databaseFreeBytes: number | null;
  /** Below it uploads are refused. */
  minFreeBytes: number;
  isDatabaseFull: boolean;
  isClockDoubtful: boolean;
  /** The server's clock is so much ahead of the database's; null where nobody compared them yet. */
  clockAheadSeconds: number | null;
  /** When a request last carried a proxy's header although the settings name no proxy. */
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
/** What stays for ten minutes goes by email. */
const DEVICE_LATE_MS = 5 * MINUTE_MS;
/** After the first three tries. */
const WEBHOOK_LATE_MS = HOUR_MS;
/** Two looks of a process that runs the reminder job. */
const REMINDERS_LATE_MS = 10 * MINUTE_MS;
/** Strangers invent such headers too: an old one says nothing. */
const FORWARDED_MS = DAY_MS;
/** A daily backup, and a day of grace. */
const BACKUP_OLD_MS = 2 * DAY_MS;

/** A drill every thirty days, and ten of grace. */
const DRILL_OLD_MS = 40 * DAY_MS;

/** What somebody should look at, the gravest first. */
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
