import { closedStatuses, openStatuses, type Priority, type ReportField, type Status } from '../activity/activity.ts';
import { countedStatuses } from './figures.ts';

/** Whose activities a report is about: everybody's, those the reader gave to others, or those the reader is responsible for. */
export const scopes = ['company', 'assignedByMe', 'mine'] as const;
export type Scope = (typeof scopes)[number];

/** What a report shows when nobody chose statuses (docs/product.md, 12). */
export const usualStatuses: Record<Scope, readonly Status[]> = {
  company: openStatuses,
  assignedByMe: countedStatuses,
  mine: openStatuses,
};

/** Which day places an activity in a range: of closed work alone the day it ended, else the day it was registered (docs/product.md, 4). */
export const datingOf = (asked: readonly Status[]): 'endedAt' | 'createdAt' =>
  asked.every((status) => (closedStatuses as readonly Status[]).includes(status)) ? 'endedAt' : 'createdAt';

/** The six filter groups: the values of one are alternatives, the groups restrict each other, an empty one restricts nothing. */
export interface Filters {
  topics: readonly string[];
  departments: readonly string[];
  statuses: readonly Status[];
  priorities: readonly Priority[];
  /** People by id or by full name. */
  owners: readonly (number | string)[];
  assignees: readonly (number | string)[];
}
export const filterGroups = ['topics', 'departments', 'statuses', 'priorities', 'owners', 'assignees'] as const satisfies (keyof Filters)[];
export type FilterGroup = (typeof filterGroups)[number];
export const noFilters: Filters = { topics: [], departments: [], statuses: [], priorities: [], owners: [], assignees: [] };

export interface Sort {
  column: ReportField;
  isDescending: boolean;
}

/** One page of a report, counted from 1. */
export interface Page {
  page: number;
  size: number;
  sort: Sort;
}
/** How a report comes when nobody chose an order: what was registered, or ended, last comes first. */
export const usualSort = (asked: readonly Status[]): Sort => ({ column: datingOf(asked), isDescending: true });

/** The specification's default, and the most a page holds. */
export const PAGE_SIZE = 5;
export const PAGE_SIZE_MAX = 200;

/** Which scope the two marks of a call mean; its reader's own work where both are set. */
export const scopeOf = ({ isOwn, isAssigned }: { isOwn?: boolean; isAssigned?: boolean }): Scope =>
  isOwn ? 'mine' : isAssigned ? 'assignedByMe' : 'company';
