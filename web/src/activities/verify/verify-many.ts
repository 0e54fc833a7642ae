import type { Client } from '@bitacora/core/client';

/** The most that one call takes. */
const MOST_AT_ONCE = 50;

/** Which were verified, and why each of the others was not. Every activity answers for itself. */
export interface Verdicts {
  verified: readonly number[];
  refusals: ReadonlyMap<number, string>;
}

/** Verifies any number, fifty a call. A call that fails ends it, and tells what the earlier ones did through `onSome`. */
export async function verifyMany(client: Client, ids: readonly number[], onSome: (verdicts: Verdicts) => void): Promise<void> {
  for (let start = 0; start < ids.length; start += MOST_AT_ONCE) {
    const { results } = await client.validateActivities({ activityIds: ids.slice(start, start + MOST_AT_ONCE), verdict: 'Verified' });
    onSome({
      verified: results.filter(({ success }) => success).map(({ activityId }) => activityId),
      refusals: new Map(results.flatMap(({ activityId, success, error }) => (success ? [] : [[activityId, error ?? '']]))),
    });
  }
}
