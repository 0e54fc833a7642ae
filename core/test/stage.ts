import type { Knex } from 'knex';
import { type CoreDependencies, createCore, repositoriesOn } from '../src/core.ts';
import { localDay } from '../src/domain/calendar.ts';
import type { Channel, Person } from '../src/domain/people/person.ts';
import { type Refusal, Refused } from '../src/domain/refusal.ts';
import { usualWorkTime } from '../src/domain/work-time.ts';
import type { OpenUseCase, UseCase } from '../src/use-cases/use-case.ts';
import { NOW } from './factories.ts';

export const ZONE = 'America/Mexico_City';
/** A company that works at any hour of any day. */
export const alwaysOpen = { days: [0, 1, 2, 3, 4, 5, 6], opens: 0, closes: 1_440 };
/** A company with the usual working time, no holidays and nobody absent. */
export const atRest = { zone: ZONE, company: usualWorkTime, holidays: [], ownTimes: [], absences: [] };
export const SECRET = 'a secret that only tests know, of more than 32 bytes';

const request = { sessionIdHash: null, bearerHash: null, hasRecentLogin: true, publicUrl: 'http://localhost' };

/** Makes the real core on a test database, with a clock that the test sets. */
export function stage(db: Knex, choices: Partial<Pick<CoreDependencies, 'secret' | 'previousSecret' | 'readTimeoutMs' | 'workTime'>> = {}) {
  let now = NOW;
  const core = createCore({ db, clock: () => now, zone: ZONE, secret: SECRET, ...choices });

  return {
    core,
    setClock(instant: Date | string) {
      now = new Date(instant);
    },
    now: () => now,

    /** Performs a use case that writes as `who`, with a channel and perhaps an Idempotency-Key. */
    async act<Input, Result>(
      useCase: UseCase<Input, Result>,
      who: Person,
      input: Input,
      { channel = 'web', once }: { channel?: Channel; once?: { key: string; fingerprint: string } } = {},
    ): Promise<Result> {
      // Read afresh, as the API does at every call.
      const substitutesFor = await repositoriesOn(db, ZONE).absences.listRepresented(who.id, localDay(ZONE, now));
      const { result } = await core.perform({
        useCase,
        actor: { ...who, channel, substitutesFor },
        channel,
        input,
        effect: 'writes',
        once,
        request,
      });
      return result;
    },

    /** Performs a use case as somebody who is not logged in. */
    async anyone<Input, Result>(useCase: OpenUseCase<Input, Result>, input: Input): Promise<Result> {
      return (await core.perform({ useCase, actor: null, channel: 'web', input, effect: 'writes', request })).result;
    },
  };
}

export type Stage = ReturnType<typeof stage>;

/** Returns why an attempt was refused. Any other outcome fails the test. */
export async function refusalOf(attempt: Promise<unknown>): Promise<Refusal> {
  const outcome = await attempt.then(
    (result) => new Error(`nobody refused it: ${JSON.stringify(result)}`),
    (error) => error,
  );
  if (outcome instanceof Refused) return outcome.refusal;
  throw outcome;
}

/** Awaits attempts at the same moment; returns what the successful ones answered, and why the others were refused. */
export async function together<Result>(attempts: Promise<Result>[]): Promise<{ won: Result[]; refused: Refusal[] }> {
  const ends = await Promise.allSettled(attempts);
  const won = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []));
  const lost = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
  const bug = lost.find((reason) => !(reason instanceof Refused));
  if (bug) throw bug;
  return { won, refused: lost.map((reason) => reason.refusal) };
}
