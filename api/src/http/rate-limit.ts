import { createHash } from 'node:crypto';
import { UPLOADED_BYTES_PER_DAY } from '@bitacora/core/domain/activities/activity';
import { Refused } from '@bitacora/core/domain/refusal';
import { type Database, withConnection } from '@bitacora/core/server';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';

const MINUTE = 60;
const HOUR = 3_600;

/** Each allowance has `points` in `duration` seconds (docs/product.md, 5; docs/reliability.md). `address` is the caller's IP. */
export const allowances = {
  /** Failures of one account from a device that is known for it. Afterwards the device counts as unknown. */
  loginByDevice: { points: 5, duration: 15 * MINUTE },
  /** Failures from unknown devices only: colleagues behind one address log in all the same. The account's delay stops a guesser earlier. */
  loginByAddress: { points: 100, duration: 15 * MINUTE },
  /** Letters that repeat a pending token; the request itself is always answered. */
  resetLettersByAccount: { points: 5, duration: HOUR },
  resetByAddress: { points: 60, duration: HOUR },
  /** Reset requests for addresses that nobody has. */
  resetGuessByAddress: { points: 5, duration: HOUR },
  /** Wrong tokens. Nobody can guess their 128 bits, so the limit only bounds the work. */
  wrongTokensByAddress: { points: 100, duration: 15 * MINUTE },
  /** Unsubscribe links without a valid signature. Mail scanners may open truncated links. */
  unsubscribeGuesses: { points: 100, duration: 15 * MINUTE },
  firstRunByAddress: { points: 100, duration: 15 * MINUTE },
  /** Failed returns from the company's identity provider, which is asked about each. */
  companyLoginByAddress: { points: 100, duration: 15 * MINUTE },
  deviceCodesByAddress: { points: 60, duration: HOUR },
  /** Codes that no terminal shows, typed by one person, and by all from one address. */
  userCodeGuesses: { points: 10, duration: 15 * MINUTE },
  userCodeGuessesByAddress: { points: 100, duration: 15 * MINUTE },
  /** Codes of a profile that nobody has, sent by one chat account. */
  chatCodeGuesses: { points: 10, duration: 15 * MINUTE },
  /** Wrong codes of one person's second factor, whose password is right: 5 of a million in a quarter of an hour, 50 in a day. */
  secondFactor: { points: 5, duration: 15 * MINUTE },
  secondFactorOfDay: { points: 50, duration: 24 * HOUR },
  passwordChange: { points: 5, duration: 15 * MINUTE },
  writes: { points: 60, duration: MINUTE },
  tokenWrites: { points: 300, duration: MINUTE },
  /** One person's calendar, by all the programs that have its address. */
  calendarReads: { points: 120, duration: HOUR },
  calendarGuesses: { points: 60, duration: HOUR },
  uploads: { points: 20, duration: 10 * MINUTE },
  /** Counts images stored, in kilobytes, because the counter's column would not hold bytes. */
  evidenceKilobytes: { points: UPLOADED_BYTES_PER_DAY / 1_000, duration: 24 * HOUR },
  minutes: { points: 10, duration: HOUR },
  workbooks: { points: 6, duration: MINUTE },
} as const;

export type Allowance = keyof typeof allowances;

/** Runs the library's statements. It drops their names where a pooler would mix up prepared statements (`DATABASE_PREPARED`). */
const storeOn = (db: Database) => ({
  query: ({ name, ...query }: { name?: string; text: string; values: unknown[] }): Promise<unknown> =>
    withConnection(db, (connection) => connection.query(db.userParams.isPrepared ? { name, ...query } : query)),
});

/**
 * Counts in PostgreSQL, for all processes together and outside any transaction, so that a rollback forgets nothing.
 * A counter's key is stored as a hash.
 */
export function createRateLimits(db: Database, factor: number) {
  const store = storeOn(db);
  const limiters = Object.fromEntries(
    Object.entries(allowances).map(([name, { points, duration }]) => [
      name,
      new RateLimiterPostgres({
        storeClient: store,
        storeType: 'pool',
        tableName: 'rate_limits',
        tableCreated: true,
        keyPrefix: name,
        points: Math.max(1, Math.round(points * factor)),
        duration,
        clearExpiredByTimeout: name === 'writes',
      }),
    ]),
  ) as unknown as Record<Allowance, RateLimiterPostgres>;
  const counterKey = (whom: readonly (string | number)[]) => createHash('sha256').update(whom.join('\n').toLowerCase()).digest('base64url');
  const refuse = (milliseconds: number): never => {
    throw new Refused({ code: 'session.tooManyTries', retryAfterSeconds: Math.max(1, Math.ceil(milliseconds / 1000)) });
  };

  const kilobytes = (images: readonly { sizeBytes: number }[]) =>
    Math.ceil(images.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) / 1_000);

  return {
    /** Takes the size of these images from the person's daily allowance. If it does not suffice, refuses and takes nothing. */
    async spendEvidence(personId: number, images: readonly { sizeBytes: number }[]): Promise<void> {
      const { evidenceKilobytes: limiter } = limiters;
      const [key, points] = [counterKey([personId]), kilobytes(images)];
      await limiter.consume(key, points).catch(async (no: unknown) => {
        if (!(no instanceof RateLimiterRes)) throw no;
        await limiter.reward(key, points);
        const retryAfterSeconds = Math.max(1, Math.ceil(no.msBeforeNext / 1_000));
        throw new Refused({ code: 'evidence.dayUsed', maxBytes: limiter.points * 1_000, retryAfterSeconds });
      });
    },

    /** Gives back what was taken for images that were not kept. */
    async restoreEvidence(personId: number, images: readonly { sizeBytes: number }[]): Promise<void> {
      await limiters.evidenceKilobytes.reward(counterKey([personId]), kilobytes(images));
    },

    /** Takes one of the allowance. If it is used up, refuses and says when to try again. */
    async spend(name: Allowance, ...whom: (string | number)[]): Promise<void> {
      await limiters[name].consume(counterKey(whom)).catch((no: unknown) => {
        if (no instanceof RateLimiterRes) return refuse(no.msBeforeNext);
        throw no;
      });
    },

    /** Takes one of the allowance; false when it is used up. */
    async take(name: Allowance, ...whom: (string | number)[]): Promise<boolean> {
      return limiters[name].consume(counterKey(whom)).then(
        () => true,
        (no: unknown) => {
          if (no instanceof RateLimiterRes) return false;
          throw no;
        },
      );
    },

    /** Refuses when the allowance is used up; takes nothing. */
    async demand(name: Allowance, ...whom: (string | number)[]): Promise<void> {
      const usage = await limiters[name].get(counterKey(whom));
      if (usage && usage.remainingPoints <= 0) refuse(usage.msBeforeNext);
    },

    /** Refuses once more than the allowance was counted; the last one allowed still gets its answer. */
    async demandUnder(name: Allowance, ...whom: (string | number)[]): Promise<void> {
      const usage = await limiters[name].get(counterKey(whom));
      if (usage && usage.consumedPoints > limiters[name].points) refuse(usage.msBeforeNext);
    },

    /** Takes one of the allowance for a failure that was found afterwards. Never refuses. */
    async count(name: Allowance, ...whom: (string | number)[]): Promise<void> {
      await limiters[name].penalty(counterKey(whom));
    },

    /** Gives back what a success had taken. */
    async restore(name: Allowance, ...whom: (string | number)[]): Promise<void> {
      await limiters[name].reward(counterKey(whom));
    },
  };
}

export type RateLimits = ReturnType<typeof createRateLimits>;
