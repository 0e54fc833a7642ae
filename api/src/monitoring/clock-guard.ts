import fs from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { aroundJump, type ClockJump, type ClockSpan, isClockJump, isClockOff } from '@bitacora/core/domain/admin/health';
import type { Core } from '@bitacora/core/server';
import type { Logger } from 'pino';
import { PRIVATE_FILE } from '../storage/files.ts';
import { cacheFor } from './run-jobs.ts';

/** Two readings agree when the start of the machine that they imply differs by at most this. */
const SAME_MS = 60_000;
/** After a jump, readings this far apart must agree if the clock is as it was before the jump. */
const AGREE_MS = 5_000;
/** Otherwise readings this far apart must agree with each other. It covers the first minutes, in which a time service corrects a wrong clock. */
const ACCEPT_MS = 10 * 60_000;
/** A comparison with the database's clock is valid for this long. */
const COMPARED_MS = 10_000;

export interface ClockGuard {
  /** Tells whether this process may remind, claim and clean up. Compares the clock with the uptime of the machine and with the database's clock. */
  mayAct(): Promise<boolean>;
  /** Compares without the database, for each digest of a run. */
  isSteady(): boolean;
  /** By how much the clock was ahead of the database's when both were compared last; null before that. */
  aheadMs(): number | null;
}

/** The core, and what holds its jobs while the clock is in doubt. */
export interface GuardedCore {
  core: Core;
  /** Unset, the clock is believed. */
  clockGuard?: ClockGuard | undefined;
}

export interface ClockGuardDependencies {
  clock: () => Date;
  databaseNow: () => Promise<Date>;
  log: Pick<Logger, 'info' | 'warn'>;
  /** Milliseconds since the machine started, sleep included. No change of the clock changes it. */
  uptimeMs?: () => number;
  /** The start of the machine as an earlier process knew it, if any. */
  knownStart?: number | undefined;
  /** Stores the start of the machine for a later process. */
  keepStart?: (startedAt: number) => void;
  /** Records a jump, in readings of this clock. The jobs wait until it is recorded. */
  noteJump?: (jump: ClockJump) => Promise<void>;
  agreeMs?: number;
  acceptMs?: number;
}

/**
 * Holds the jobs while the clock is in doubt. It is in doubt after a jump of more than an hour against the uptime, or when it differs that
 * much from the database's. Rows written in a wrong future are false for weeks; late ones are only late.
 */
export function createClockGuard({
  clock,
  databaseNow,
  log,
  uptimeMs = () => os.uptime() * 1_000,
  knownStart,
  keepStart = () => {},
  noteJump = async () => {},
  agreeMs = AGREE_MS,
  acceptMs = ACCEPT_MS,
}: ClockGuardDependencies): ClockGuard {
  /** When the machine started, by a clock that is believed. */
  let believed = knownStart;
  let keptStart = knownStart;
  let doubt: { start: number; since: number } | null = null;
  let comparedUntil = Number.NEGATIVE_INFINITY;
  let ahead: number | null = null;
  let differs = false;
  /** The times that the clock showed since it was believed last, one span for each of its settings. `read` is an uptime. */
  let spans: ClockSpan[] = [];
  let lastLook: { start: number; read: number } | null = null;

  const startNow = () => clock().getTime() - uptimeMs();
  const isBelieved = (start: number) => believed === undefined || !isClockJump(start - believed);

  async function agreesWithDatabase(): Promise<boolean> {
    if (uptimeMs() < comparedUntil) return true;
    const database = (await databaseNow()).getTime();
    ahead = clock().getTime() - database;
    if (isClockOff(ahead) !== differs) {
      differs = !differs;
      if (differs) log.warn({ aheadMs: ahead }, 'clock differs from the database: rows of the history may look backdated');
      else log.info({ aheadMs: ahead }, 'clock agrees with the database again');
    }
    const agrees = !isClockJump(ahead);
    comparedUntil = agrees ? uptimeMs() + COMPARED_MS : Number.NEGATIVE_INFINITY;
    return agrees;
  }

  /** Adds this reading to the span of its setting of the clock. A jump lies between two readings, so both spans reach over the gap. */
  function look(start: number): void {
    const read = uptimeMs();
    const at = (began: number, uptime: number) => new Date(began + uptime);
    const span = spans.at(-1);
    if (span && lastLook && Math.abs(start - lastLook.start) <= SAME_MS) span.to = at(start, read);
    else {
      if (span && lastLook) span.to = at(lastLook.start, read);
      const from = at(start, lastLook?.read ?? read);
      spans.push({ from, to: at(start, read) });
    }
    lastLook = { start, read };
  }

  /** Several jobs ask at once, and one note is enough. */
  const noteOnce = cacheFor(0, () => noteJump(aroundJump({ spans })));

  function believe(start: number): true {
    const read = uptimeMs();
    spans = [{ from: new Date(start + read), to: new Date(start + read) }];
    lastLook = { start, read };
    believed = start;
    doubt = null;
    if (keptStart === undefined || Math.abs(start - keptStart) > SAME_MS) {
      keepStart(start);
      keptStart = start;
    }
    return true;
  }

  function beginDoubt(start: number): false {
    look(start);
    if (!doubt) log.warn({ jumpMs: believed === undefined ? null : Math.round(start - believed) }, 'clock in doubt: jobs wait');
    doubt = { start, since: uptimeMs() };
    comparedUntil = Number.NEGATIVE_INFINITY;
    return false;
  }

  return {
    isSteady: () => doubt === null && isBelieved(startNow()),
    aheadMs: () => ahead,

    async mayAct() {
      if (!isBelieved(startNow()) && !doubt) return beginDoubt(startNow());
      const isAgreed = await agreesWithDatabase();
      const start = startNow();
      if (!isAgreed || (!doubt && !isBelieved(start))) return beginDoubt(start);
      if (!doubt) return believe(start);
      if (Math.abs(start - doubt.start) > SAME_MS) return beginDoubt(start);
      look(start);
      if (uptimeMs() - doubt.since < (isBelieved(start) ? agreeMs : acceptMs)) return false;
      if (spans.length > 1 || !isBelieved(start)) await noteOnce();
      if (!doubt) return true;
      log.info({ jumpMs: Math.round(start - (believed ?? start)) }, 'clock believed again: jobs go on');
      return believe(start);
    },
  };
}

/** The number changes at each start of the machine. Only Linux has it. */
const BOOT_ID = '/proc/sys/kernel/random/boot_id';

/** Reads the start of this machine by the clock that an earlier process believed, so that a new process notices a wrong clock. */
export function readBootMemory(dataDir: string) {
  const file = path.join(dataDir, 'clock.json');
  const bootId = readText(BOOT_ID)?.trim();

  function readKnownStart(): number | undefined {
    try {
      const content: unknown = JSON.parse(readText(file) ?? 'null');
      const { bootId: earlier, startedAt } = (content ?? {}) as { bootId?: unknown; startedAt?: unknown };
      return bootId && earlier === bootId && typeof startedAt === 'number' ? startedAt : undefined;
    } catch {
      return undefined;
    }
  }

  return {
    knownStart: readKnownStart(),
    /** Ignores failures and waits for no disk, because a later process only knows less. */
    async keepStart(startedAt: number): Promise<void> {
      if (!bootId) return;
      await writeFile(`${file}.part`, JSON.stringify({ bootId, startedAt }), { mode: PRIVATE_FILE })
        .then(() => rename(`${file}.part`, file))
        .catch(() => {});
    },
  };
}

function readText(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
