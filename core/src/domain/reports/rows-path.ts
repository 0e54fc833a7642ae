import type { CalendarDate } from '../calendar.ts';
import { FIGURES_PATH, REGISTERED_PATH } from './figure-paths.ts';
import { type Punctuality, punctualities } from './punctuality.ts';
import { type Filters, filterGroups } from './report.ts';

/** Which of the due work: all of it, or what was delivered in one way. */
export const dueRows = ['due', ...punctualities] as const;
export type DueRows = (typeof dueRows)[number];

/** The punctualities that such rows have. */
export const punctualitiesOf = (rows: DueRows): readonly Punctuality[] => (rows === 'due' ? punctualities : [rows]);

export interface RowsQuery extends Partial<Filters> {
  from?: CalendarDate | null;
  to?: CalendarDate | null;
  search?: string;
  /** What was assigned together. */
  batch?: string | null;
  /** Without work that an import brought as finished. */
  isMeasured?: boolean;
}

/** What follows the path of a list. Groups without values are left out. */
export function rowsQuery({ from, to, search, batch, isMeasured, ...filters }: RowsQuery): string {
  const address = new URLSearchParams();
  if (from) address.set('from', from);
  if (to) address.set('to', to);
  for (const group of filterGroups) for (const value of filters[group] ?? []) address.append(group, String(value));
  if (search) address.set('search', search);
  if (batch) address.set('batch', batch);
  if (isMeasured) address.set('measured', 'true');
  return address.size > 0 ? `?${address}` : '';
}

/** Figures of punctuality of work whose deadline lies in the range. */
export const punctualityPath = (query: RowsQuery): string => `${FIGURES_PATH}${rowsQuery(query)}`;

/** Due work whose deadline lies in the range. */
export const dueRowsPath = (rows: DueRows, query: RowsQuery): string => `${FIGURES_PATH}/${rows}${rowsQuery(query)}`;

/** Work registered in the range, as the cards count it. */
export const registeredPath = (query: RowsQuery): string => `${REGISTERED_PATH}${rowsQuery(query)}`;
