import type { Sample } from './open-loop.ts';
import { percentile } from './tell.ts';

/** At the usual rate the slowest of a second's sixty requests says nothing: all but three of them are in time. */
const P95_MS = 300;
const SECOND_MS = 1_000;

/** Seconds until everything is answered in time again, and stays so; the number of seconds looked at where it never is. */
export function recoveredAfter(samples: readonly Sample[]): number {
  const last = Math.floor(Math.max(...samples.map(({ due }) => due)) / SECOND_MS);
  for (let second = last; second >= 0; second--) {
    const those = samples.filter(({ due }) => Math.floor(due / SECOND_MS) === second);
    if (percentile(those, 0.95) > P95_MS || those.some(({ status }) => status !== 200)) return second + 1;
  }
  return 0;
}
