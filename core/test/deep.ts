import { expect } from 'vitest';

/** `npm run test:deep` sets DEEP=1, which runs the long forms. */
export const isDeep = process.env.DEEP === '1';

/** Chooses the figure of the long or the short form. */
export const deep = <Figure>(long: Figure, short: Figure): Figure => (isDeep ? long : short);

/** Judges a time in the long form alone, because other work on the machine stretches it. */
export function expectWithin(ms: number, limitMs: number, what?: string): void {
  if (isDeep) expect(ms, what).toBeLessThanOrEqual(limitMs);
}

/**
 * Finds the quickest run of an act. The short form runs it once, because it judges no time. The long form runs it three times, or up to ten
 * while it takes longer than `limitMs`, because other work on the machine slows it.
 */
export async function findQuickest<Run extends { ms: number }>(act: () => Promise<Run>, limitMs: number): Promise<Run> {
  let best = await act();
  for (let run = 1; isDeep && (run < 3 || (run < 10 && best.ms >= limitMs)); run++) {
    const next = await act();
    if (next.ms < best.ms) best = next;
  }
  return best;
}
