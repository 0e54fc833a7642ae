import { closedStatuses, isOpen, openStatuses, priorities, reportFields, type Status, statuses } from '../activities/activity.ts';
import { urgencyMarks } from '../activities/deadline.ts';
import type { Audience } from '../activities/policy.ts';

export const compliance = (finished: number, total: number): number => (total === 0 ? 0 : Math.round((finished / total) * 100));

const bands = ['red', 'orange', 'yellow', 'green', 'blue'] as const;
export type Band = (typeof bands)[number];

/** Under 20 red, under 40 orange, under 60 yellow, under 80 green, else blue. */
export const complianceBand = (percent: number): Band => bands[Math.min(4, Math.max(0, Math.floor(percent / 20)))] as Band;

/** Defines these words for cards, tables, facets, the workbook and chats (docs/product.md, 4). */
export interface Figures {
  /** Pending and finished; canceled work counts nowhere. */
  total: number;
  pending: number;
  finished: number;
}

/** Says on which side of the figures an activity counts. */
const sides: Record<Status, 'pending' | 'finished' | 'nowhere'> = {
  not_started: 'pending',
  in_progress: 'pending',
  on_pause: 'pending',
  completed: 'pending',
  verified: 'finished',
  canceled: 'nowhere',
};

export const countedStatuses = statuses.filter((status) => sides[status] !== 'nowhere');

/** Computes the figures from the number of activities of each status. Their compliance is `compliance(finished, total)`. */
export function sumFigures(counts: Partial<Record<Status, number>>): Figures {
  const sum = (side: 'pending' | 'finished') =>
    statuses.reduce((total, status) => (sides[status] === side ? total + (counts[status] ?? 0) : total), 0);
  const [pending, finished] = [sum('pending'), sum('finished')];
  return { total: pending + finished, pending, finished };
}

/**
 * A report is about everybody's activities, those the reader gave to others, or those the reader is responsible for. The last one is
 * the work of absent people that their substitute reads.
 */
export const scopes = ['company', 'assignedByMe', 'mine', 'substituted'] as const;
export type Scope = (typeof scopes)[number];

export const scopeAudience = {
  company: 'readGlobalReports',
  assignedByMe: 'readGlobalReports',
  mine: 'person',
  substituted: 'person',
} as const satisfies Record<Scope, Audience>;

/** The statuses that a report shows when nobody chose any (docs/product.md, 12). */
export const usualStatuses: Record<Scope, readonly Status[]> = {
  company: openStatuses,
  assignedByMe: countedStatuses,
  mine: openStatuses,
  substituted: openStatuses,
};

/** A day that places an activity in a range. */
export type Dating = 'createdAt' | 'endedAt' | 'deadline';

/**
 * Returns which day places an activity in a range, unless the deadline is asked for: of closed work alone the day it ended. Otherwise it is
 * the day it was registered (docs/product.md, 4).
 */
export const usualDating = (statuses: readonly Status[]): 'endedAt' | 'createdAt' =>
  statuses.every((status) => (closedStatuses as readonly Status[]).includes(status)) ? 'endedAt' : 'createdAt';

/**
 * The filter groups, a row each, with their values: any name, a person by id or full name, or words of a list. The values of
 * one group are alternatives, the groups restrict each other, and an empty one restricts nothing. The contract (wire names), persistence
 * (conditions), messages (labels) and the terminal (flags) have a row for each, which the compiler demands.
 */
export const filterGroupValues = {
  topics: 'name',
  departments: 'name',
  statuses,
  priorities,
  owners: 'person',
  assignees: 'person',
  urgencies: urgencyMarks,
} as const satisfies Record<string, 'name' | 'person' | readonly string[]>;
type GroupValues = typeof filterGroupValues;

export type FilterGroup = keyof GroupValues;
export const filterGroups = Object.keys(filterGroupValues) as FilterGroup[];

type GroupValue<Kind> = Kind extends readonly (infer Word)[] ? Word : Kind extends 'person' ? number | string : string;
export type FilterValue<Group extends FilterGroup> = GroupValue<GroupValues[Group]>;
export type Filters = { readonly [Group in FilterGroup]: readonly FilterValue<Group>[] };

export type WordGroup = { [Group in FilterGroup]: GroupValues[Group] extends readonly string[] ? Group : never }[FilterGroup];
export type PersonGroup = { [Group in FilterGroup]: GroupValues[Group] extends 'person' ? Group : never }[FilterGroup];

/** Makes a value for every group. The caller answers for the types, because a group does not tell its own to the compiler. */
export const byFilterGroup = <Result>(valueFor: (group: FilterGroup) => unknown): Result =>
  Object.fromEntries(filterGroups.map((group) => [group, valueFor(group)])) as Result;

export const pickFilters = (filters: Partial<Filters>): Filters => byFilterGroup((group) => filters[group] ?? []);
export const noFilters = pickFilters({});
export const countFilters = (filters: Filters): number => filterGroups.reduce((count, group) => count + filters[group].length, 0);

/** The columns that reports can be sorted by; `closed`, the day of delivery or cancellation, only a person's own history has. */
export const sortColumns = [...reportFields, 'urgency', 'deadline', 'closed'] as const;
export type SortColumn = (typeof sortColumns)[number];

export interface Sort {
  column: SortColumn;
  isDescending: boolean;
}

export interface Page {
  page: number;
  size: number;
  sort: Sort;
}
/**
 * Returns the order of a report when nobody chose one: by deadline, the last first; open work by urgency; else what was registered or ended
 * last.
 */
export const usualSort = (statuses: readonly Status[], dating?: Dating): Sort =>
  dating === 'deadline'
    ? { column: 'deadline', isDescending: true }
    : statuses.every(isOpen)
      ? { column: 'urgency', isDescending: false }
      : { column: usualDating(statuses), isDescending: true };

/** Returns the order of a list when nobody chose one. What a person assigned comes by urgency with its closed work too, which is last. */
export const listSort = ({ scope, statuses, dating }: { scope: Scope; statuses: readonly Status[]; dating?: Dating | undefined }): Sort =>
  scope === 'assignedByMe' && dating !== 'deadline' && statuses.some(isOpen)
    ? { column: 'urgency', isDescending: false }
    : usualSort(statuses, dating);

export const isUsualSort = ({ column, isDescending }: Sort, statuses: readonly Status[], dating?: Dating): boolean => {
  const usual = usualSort(statuses, dating);
  return column === usual.column && isDescending === usual.isDescending;
};

/** A list shows this many rows until its reader chooses another number (docs/product.md, 9.3). */
export const PAGE_SIZE = 5;
/** A search is counted and paged up to this many hits, because each hit is visited. An order other than the usual one sorts this many. */
export const COUNTED_HITS_MAX = 1000;
export const PAGE_SIZE_MAX = 200;

/** The marks by which a call says its scope; the narrowest counts where several are set. */
export interface ScopeMarks {
  isOwn?: boolean;
  isSubstituted?: boolean;
  isAssigned?: boolean;
}
export const narrowestScope = ({ isOwn, isSubstituted, isAssigned }: ScopeMarks): Scope =>
  isOwn ? 'mine' : isSubstituted ? 'substituted' : isAssigned ? 'assignedByMe' : 'company';

export const savedViewScreens = [
  'home',
  'pending',
  'history',
  'awaiting',
  'assigned_report',
  'pending_report',
  'finished_report',
  'users',
  'topics',
  'topic_assignments',
] as const;
export type SavedViewScreen = (typeof savedViewScreens)[number];

/** A screen has at most this many saved views, because a person must find their way in them. */
export const MAX_SAVED_VIEWS = 30;
