import { type Status, statuses } from '../activity/activity.ts';

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
