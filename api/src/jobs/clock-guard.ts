import os from 'node:os';
import { isClockJump } from '@bitacora/core/domain/clock-jump';
import type { Logger } from 'pino';

/** Readings agree when the machine was started at the same moment by both, give or take this much. */
const SAME_MS = 60_000;
/** After a jump, two readings so far apart have to agree: with the clock of before the jump, … */
const AGREE_MS = 5_000;
/** … or with each other. A time service corrects a wrong clock in its first minutes; a machine that was resumed waits this long. */
const ACCEPT_MS = 10 * 60_000;
/** A comparison with the database's clock holds so long. */
const COMPARED_MS = 10_000;

export interface ClockGuard {
  /** Whether this process may sweep, claim and tidy. Compares with the time since the machine started and with the database's clock. */
  mayAct(): Promise<boolean>;
  /** The same without the database, for each letter of a run. */
  isSteady(): boolean;
}

export interface ClockGuardParts {
  clock: () => Date;
  databaseNow: () => Promise<Date>;
  log: Pick<Logger, 'info' | 'warn'>;
  /** Since the machine started, sleep included, in milliseconds: no change of the clock changes it. */
  uptimeMs?: () => number;
  /** When the machine started, as a process of before knew; unset, nobody knows. */
  knownStart?: number | undefined;
  /** Notes when the machine started, for a process to come. */
  keepStart?: (startedAt: number) => void;
  agreeMs?: number;
  acceptMs?: number;
}

/**
 * Holds the jobs while the clock is in doubt: it jumped by more than an hour against the time since the machine started, or differs by
 * more than an hour from the database's. What the jobs write in a wrong future is lost or false for weeks; what they write late is late.
 */
export function createClockGuard({
  clock,
  databaseNow,
  log,
  uptimeMs = () => os.uptime() * 1_000,
  knownStart,
  keepStart = () => {},
  agreeMs = AGREE_MS,
  acceptMs = ACCEPT_MS,
}: ClockGuardParts): ClockGuard {
  /** When the machine started, by a clock that is believed. */
  let believed = knownStart;
  let kept = knownStart;
  let doubt: { start: number; since: number } | null = null;
  let comparedUntil = Number.NEGATIVE_INFINITY;

  const startNow = () => clock().getTime() - uptimeMs();
  const isBelieved = (start: number) => believed === undefined || !isClockJump(start - believed);

  async function agreesWithDatabase(): Promise<boolean> {
    if (uptimeMs() < comparedUntil) return true;
    const database = (await databaseNow()).getTime();
    const agrees = !isClockJump(clock().getTime() - database);
    comparedUntil = agrees ? uptimeMs() + COMPARED_MS : Number.NEGATIVE_INFINITY;
    return agrees;
  }

  function believe(start: number): true {
    believed = start;
    doubt = null;
    if (kept === undefined || Math.abs(start - kept) > SAME_MS) {
      keepStart(start);
      kept = start;
    }
    return true;
  }

  function beginDoubt(start: number): false {
    if (!doubt) log.warn({ jumpMs: believed === undefined ? null : Math.round(start - believed) }, 'clock in doubt: jobs wait');
    doubt = { start, since: uptimeMs() };
    comparedUntil = Number.NEGATIVE_INFINITY;
    return false;
  }

  return {
    isSteady: () => doubt === null && isBelieved(startNow()),

    async mayAct() {
      if (!isBelieved(startNow()) && !doubt) return beginDoubt(startNow());
      const isAgreed = await agreesWithDatabase();
      const start = startNow();
      if (!isAgreed || (!doubt && !isBelieved(start))) return beginDoubt(start);
      if (!doubt) return believe(start);
      if (Math.abs(start - doubt.start) > SAME_MS) return beginDoubt(start);
      if (uptimeMs() - doubt.since < (isBelieved(start) ? agreeMs : acceptMs)) return false;
      log.info({ jumpMs: Math.round(start - (believed ?? start)) }, 'clock believed again: jobs go on');
      return believe(start);
    },
  };
}
