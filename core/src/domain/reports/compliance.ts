/** Whole percent of finished work; 0 when there is none (docs/product.md, 3). */
export const compliance = (finished: number, total: number): number => (total === 0 ? 0 : Math.round((finished / total) * 100));

export const bands = ['red', 'orange', 'yellow', 'green', 'blue'] as const;
export type Band = (typeof bands)[number];

/** Under 20 red, under 40 orange, under 60 yellow, under 80 green, else blue. */
export const bandOf = (percent: number): Band => bands[Math.min(4, Math.max(0, Math.floor(percent / 20)))] as Band;
