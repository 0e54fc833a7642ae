/** Chance that falls the same way every time: a mulberry32 sequence of its own for each seed. */
export function diceOf(seed: number) {
  let state = Math.imul(seed + 1, 0x9e3779b1);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  /** A whole number, both ends included. */
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    between,
    isUnder: (chance: number) => next() < chance,
    pick: <Item>(items: readonly Item[]) => items[between(0, items.length - 1)] as Item,
  };
}

export type Dice = ReturnType<typeof diceOf>;
