import { isClockOff, isSpaceLow, leastFree } from './health.ts';

/** What the state of the server is judged by. */
export interface ServerFacts {
  now: Date;
  /** The demo company, with its known passwords, within reach of other machines. */
  isDemoExposed: boolean;
  migrationsPending: number;
  hasReportsStandby: boolean;
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
  missedSweepAt: Date | null;
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
  /** Of the server's clock before the database's; null where nobody compared them yet. */
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
  | 'sweepMissed'
  | 'backupNever'
  | 'backupOld'
  | 'drillFailed'
  | 'drillOld'
  | 'standbyAway'
  | 'storeAway'
  | 'databaseFull'
  | 'storeFull'
  | 'proxyUnknown'
  | 'spaceLow'
  | 'clockDoubtful'
  | 'clockApart';

const MINUTE_MS = 60_000;
const MAIL_LATE_MS = 15 * MINUTE_MS;
/** What stays for ten minutes goes by email. */
const DEVICE_LATE_MS = 5 * MINUTE_MS;
/** After the first three tries. */
const WEBHOOK_LATE_MS = 60 * MINUTE_MS;
/** Two looks of a process that runs the reminder job. */
const REMINDERS_LATE_MS = 10 * MINUTE_MS;
/** Strangers invent such headers too: an old one says nothing. */
const FORWARDED_MS = 24 * 60 * MINUTE_MS;
/** A daily backup, and a day of grace. */
const BACKUP_OLD_MS = 48 * 60 * MINUTE_MS;

/** A drill every thirty days, and ten of grace. */
const DRILL_OLD_MS = 40 * 24 * 60 * MINUTE_MS;

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
    ['clockApart', !facts.isClockDoubtful && isClockOff((facts.clockAheadSeconds ?? 0) * 1_000)],
    ['spaceLow', free !== null && !isReserved && isSpaceLow(free, minFreeBytes)],
    ['schemaBehind', facts.migrationsPending > 0],
    ['sweepMissed', isLong(facts.missedSweepAt, REMINDERS_LATE_MS)],
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
    ['standbyAway', facts.hasReportsStandby && facts.reportsAsOf === null],
  ];
  return checks.filter(([, isSo]) => isSo).map(([concern]) => concern);
}
