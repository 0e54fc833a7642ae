import { median } from './row.ts';

/** Median milliseconds of ours and of the limit, one after the other by turns, so that what else the machine does falls on both. What prepares a turn is not counted. */
export async function sideBySide(
  turns: number,
  ours: (turn: number) => Promise<unknown>,
  limit: (turn: number) => Promise<unknown>,
  prepare: () => Promise<unknown> = async () => {},
): Promise<{ ours: number; limit: number }> {
  const taken: { ours: number[]; limit: number[] } = { ours: [], limit: [] };
  const once = async (which: 'ours' | 'limit', turn: number) => {
    await prepare();
    const began = performance.now();
    await (which === 'ours' ? ours : limit)(turn);
    taken[which].push(performance.now() - began);
  };
  for (let turn = 0; turn < turns; turn++) {
    for (const which of turn % 2 ? (['ours', 'limit'] as const) : (['limit', 'ours'] as const)) await once(which, turn);
  }
  return { ours: median(taken.ours), limit: median(taken.limit) };
}
