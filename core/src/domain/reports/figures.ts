import { type Status, statuses } from '../activity/activity.ts';

/** Whole percent of finished work; 0 when there is none (docs/product.md, 3). */
export const compliance = (finished: number, total: number): number => (total === 0 ? 0 : Math.round((finished / total) * 100));

export const bands = ['red', 'orange', 'yellow', 'green', 'blue'] as const;
export type Band = (typeof bands)[number];

/** Under 20 red, under 40 orange, under 60 yellow, under 80 green, else blue. */
export const bandOf = (percent: number): Band => bands[Math.min(4, Math.max(0, Math.floor(percent / 20)))] as Band;

/** What a card, a table, a facet, the workbook and a chat all mean by these words (docs/product.md, 4). */
export interface Figures {
  /** Pending and finished; canceled work counts nowhere. */
  total: number;
  pending: number;
  finished: number;
}

/** On which side of the figures an activity counts. */
const sides: Record<Status, 'pending' | 'finished' | 'nowhere'> = {
  not_started: 'pending',
  in_progress: 'pending',
  on_pause: 'pending',
  completed: 'pending',
  verified: 'finished',
  canceled: 'nowhere',
};

/** The statuses the figures are made of. */
export const countedStatuses = statuses.filter((status) => sides[status] !== 'nowhere');

/** The figures of so many activities of each status. Their compliance: `compliance(finished, total)`. */
export function figuresOf(counts: Partial<Record<Status, number>>): Figures {
  const sum = (side: 'pending' | 'finished') =>
    statuses.reduce((total, status) => (sides[status] === side ? total + (counts[status] ?? 0) : total), 0);
  const [pending, finished] = [sum('pending'), sum('finished')];
  return { total: pending + finished, pending, finished };
}
