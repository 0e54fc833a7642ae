import { expect } from 'vitest';

/** Whether the long forms run: `npm run test:deep` sets DEEP=1. */
export const isDeep = process.env.DEEP === '1';

/** A figure in its long form or its short one. */
export const deep = <Figure>(long: Figure, short: Figure): Figure => (isDeep ? long : short);

/** Judges a time in the long form alone, because other work on the machine stretches it. */
export function expectWithin(ms: number, limitMs: number, what?: string): void {
  if (isDeep) expect(ms, what).toBeLessThanOrEqual(limitMs);
}
