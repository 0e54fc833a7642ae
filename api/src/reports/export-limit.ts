import type { Readable } from 'node:stream';
import { Refused } from '@bitacora/core/domain/refusal';

const AT_ONCE = 2;
const RETRY_SECONDS = 10;

/** Lets each person read two streams at a time; a third is refused until one of them has ended, however it ends. */
export function twoAtOnce() {
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
