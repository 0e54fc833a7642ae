interface Rated {
  /** In characters, or the least for one that may be wider. */
  width: number;
  /** Given up where it is narrow: the highest first. 0 stays. */
  rank?: number;
}

export const neededBy = (columns: readonly { width: number }[], gap: number) => columns.reduce((sum, { width }) => sum + width + gap, -gap);

/** The columns for which there is room, `gap` characters apart, in their order. */
export function giveUpColumns<One extends Rated>(columns: readonly One[], room: number, gap: number): One[] {
  let kept = [...columns];
  while (neededBy(kept, gap) > room && kept.some(({ rank = 0 }) => rank > 0)) {
    const least = Math.max(...kept.map(({ rank = 0 }) => rank));
    const last = kept.findLastIndex(({ rank = 0 }) => rank === least);
    kept = kept.filter((_, index) => index !== last);
  }
  return kept;
}
