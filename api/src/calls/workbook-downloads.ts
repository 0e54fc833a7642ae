import type { Readable } from 'node:stream';
import type { Actor } from '@bitacora/core/domain/people/person';
import { Refused } from '@bitacora/core/domain/refusal';
import type { Core } from '@bitacora/core/server';
import { type ReportExport, recordExport } from '@bitacora/core/use-cases/reports/export-report';
import { Download } from '../http/answer.ts';
import type { RateLimits } from '../http/rate-limit.ts';
import type { CalledBy } from './handlers.ts';

const AT_ONCE = 2;
const RETRY_SECONDS = 10;

/** Lets each person read two streams at a time; a third is refused until one of them has ended, however it ends. */
function twoAtOnce() {
  const open = new Map<number, number>();
  const change = (personId: number, by: 1 | -1) => {
    const count = (open.get(personId) ?? 0) + by;
    if (count === 0) open.delete(personId);
    else open.set(personId, count);
  };

  return async (personId: number, begin: () => Promise<Readable>): Promise<Readable> => {
    if ((open.get(personId) ?? 0) >= AT_ONCE) throw new Refused({ code: 'session.tooManyTries', retryAfterSeconds: RETRY_SECONDS });
    change(personId, 1);
    try {
      const stream = await begin();
      stream.once('close', () => change(personId, -1));
      return stream;
    } catch (error) {
      change(personId, -1);
      throw error;
    }
  };
}

export type WorkbookDownloads = ReturnType<typeof workbookDownloads>;

/** Streams workbooks of stored rows to their readers. Reports and the administration's history share the limits. */
export function workbookDownloads(core: Core, limits: RateLimits) {
  const reading = twoAtOnce();
  return async (by: CalledBy<Actor>, input: ReportExport, begin: () => Promise<Readable>): Promise<Download> => {
    await limits.spend('workbooks', by.actor.id);
    const stream = await reading(by.actor.id, begin);
    await core.perform({ ...by, useCase: recordExport, input, effect: 'writes' }).catch((error: unknown) => {
      stream.destroy();
      throw error;
    });
    return new Download(stream);
  };
}
