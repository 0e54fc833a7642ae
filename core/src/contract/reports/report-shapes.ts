import * as z from 'zod/mini';
import type { UrgencyMark } from '../../domain/activities/deadline.ts';
import type { CalendarDate } from '../../domain/calendar.ts';
import type { Punctuality } from '../../domain/reports/punctuality.ts';
import { byFilterGroup, type FilterGroup, PAGE_SIZE_MAX, type Sort, type SortColumn, sortColumns } from '../../domain/reports/report.ts';
import { isPlainText, trimText } from '../../domain/text.ts';
import { validation } from '../../messages/validation.ts';
import { type ActivityView, activity, priority, status, suggestions } from '../activities/activity-shapes.ts';
import { success } from '../endpoint.ts';
import { addedLater, atMost, day, id, maybe, oneOf, optionalText, orOther, requiredText, typeError, wireWord } from '../wire.ts';
import { readWireNames, renamed, renamedRange } from '../wire-names.ts';

const TEXT_MAX = 200;
const VALUES_MAX = 500;

const dayOrEmpty = z.union([z.literal(''), day], { error: typeError(validation.notDate) });
/** Absent, null and empty leave that end of the range to the server (docs/product.md, 12). */
export const optionalDay = z.codec(z.optional(z.nullable(dayOrEmpty)), z.custom<CalendarDate | null | undefined>(), {
  decode: (value) => value || null,
  encode: (value) => value,
});

const listSchema = <Inside>(item: z.ZodMiniType<Inside, unknown>) =>
  maybe<readonly Inside[]>(
    z.array(item, { error: validation.notList }).check(atMost(VALUES_MAX, { error: validation.tooManyValues(VALUES_MAX) })),
  );

const urgencyMark = wireWord({
  late: 'late',
  today: 'today',
  week: 'week',
  not_started: 'notStarted',
  rejected: 'rejected',
  extension_requested: 'extensionRequested',
  idle: 'idle',
} as const satisfies Record<string, UrgencyMark>);

const punctualityMark = wireWord({
  on_time: 'onTime',
  on_time_extended: 'onTimeExtended',
  late: 'late',
  undelivered: 'undelivered',
} as const satisfies Record<string, Punctuality>);

const text = requiredText(TEXT_MAX);

/** A person by id (digits too, as from a form) or by full name. */
const person = z.codec(z.union([z.number(), z.string()], { error: typeError(validation.unknown) }), z.custom<number | string>(), {
  decode: (value, { issues }) => {
    const isName = typeof value === 'string' && !/^\d+$/.test(value);
    const isKnowable = isName ? value.length <= TEXT_MAX && isPlainText(value) : z.safeDecode(id, value).success;
    if (isKnowable) return isName ? trimText(value) : Number(value);
    issues.push({ code: 'custom', input: value, message: validation.unknown });
    return z.NEVER;
  },
  encode: (value) => value,
});

const otherColumns: Record<Exclude<SortColumn, keyof ActivityView>, string> = {
  owner: 'assignor',
  assignee: 'responsible',
  endedAt: 'verification_date',
  daysTaken: 'days_required',
  urgency: 'urgency',
  deadline: 'deadline',
  closed: 'closing_date',
};
/** The columns a report can be sorted by, under the names its rows bear. */
const wireColumns: Readonly<Record<string, string>> = { ...readWireNames(activity), ...otherColumns };
const columns = sortColumns.map((column) => wireColumns[column] as string);

const sort = z.codec(
  z.enum(
    columns.flatMap((column) => [column, `-${column}`]),
    { error: typeError(validation.notAnOption(columns.join(', '))) },
  ),
  z.custom<Sort>(),
  {
    decode: (word) => ({
      column: sortColumns[columns.indexOf(word.replace('-', ''))] as SortColumn,
      isDescending: word.startsWith('-'),
    }),
    encode: ({ column, isDescending }) => `${isDescending ? '-' : ''}${wireColumns[column]}`,
  },
);

export const pageSize = z.codec(id, z.custom<number>(), {
  decode: (size, { issues }) => {
    if (size <= PAGE_SIZE_MAX) return size;
    issues.push({ code: 'custom', input: size, message: validation.tooManyRows(PAGE_SIZE_MAX) });
    return z.NEVER;
  },
  encode: (size) => size,
});

const flag = maybe(z.boolean({ error: typeError(validation.notYesNo) }));
export const searchWords = z.codec(optionalText(TEXT_MAX), z.custom<string | undefined>(), {
  decode: (words) => words ?? undefined,
  encode: (words) => words ?? null,
});

const total = ['total', z.int()] as const;
const facetSchema = <Name extends z.ZodMiniType>(name: Name) => z.array(renamed({ name: ['group_name', name], total }));
const peopleNamed = (wireName: string) => z.array(renamed({ id: ['user_id', z.int()], name: [wireName, z.string()], total }));

/** A filter group: the key by which a call asks, and the counts of its values. */
interface WireGroup {
  filter: readonly [wireName: string, schema: z.ZodMiniType];
  facet: readonly [wireName: string, schema: z.ZodMiniType];
}
const groups = {
  topics: { filter: ['nameProjects', listSchema(text)], facet: ['byProject', facetSchema(z.string())] },
  departments: { filter: ['departments', listSchema(text)], facet: ['byDepartment', facetSchema(z.string())] },
  statuses: { filter: ['statuses', listSchema(status)], facet: ['byStatus', facetSchema(orOther(status))] },
  priorities: { filter: ['priorities', listSchema(priority)], facet: ['byPriority', facetSchema(orOther(priority))] },
  owners: { filter: ['owners', listSchema(person)], facet: ['byOwner', peopleNamed('owner_name')] },
  assignees: { filter: ['responsible', listSchema(person)], facet: ['byAssigned', peopleNamed('assigned_name')] },
  urgencies: { filter: ['urgency', listSchema(urgencyMark)], facet: ['byUrgency', facetSchema(orOther(urgencyMark))] },
} as const satisfies Record<FilterGroup, WireGroup>;
type WireGroups = typeof groups;
const groupSchemas = <Part extends keyof WireGroup>(part: Part) =>
  byFilterGroup<{ [Group in FilterGroup]: WireGroups[Group][Part] }>((group) => groups[group][part]);

const filters = { ...groupSchemas('filter'), search: ['search', searchWords] } as const;
/**
 * Without `dating` the range counts by registration, or by the end of closed work. `punctuality` leaves only due work, as figures count it.
 * `batch` leaves the activities that were assigned together, of any status and day unless the call says which. `measured` leaves out work
 * that an import brought as finished.
 */
const dating = {
  dating: ['dating', maybe(oneOf(['deadline']))],
  punctuality: ['punctuality', listSchema(punctualityMark)],
  batch: ['batch', maybe(z.uuid({ error: typeError(validation.unknown) }))],
  isMeasured: ['measured', flag],
} as const;
const paging = { page: ['page', maybe(id)], pageSize: ['pageSize', maybe(pageSize)], sort: ['sort', maybe(sort)] } as const;
const reportStatuses = { reportStatuses: ['statusFilters', listSchema(status)] } as const;
const range = { from: ['startDate', optionalDay], to: ['endDate', optionalDay] } as const;
/** The same range under the spelling that cards and the assigned report use. */
const rangeInSnakeCase = { from: ['start_date', optionalDay], to: ['end_date', optionalDay] } as const;

export const dateRange = renamedRange(rangeInSnakeCase);
const isOwn = ['isOwnActivities', flag] as const;
const isSubstituted = ['isSubstitutedActivities', flag] as const;
/** Asks for the work of the whole company, one's own, or that of absent people. */
export const allActivitiesReport = renamedRange({ ...range, ...dating, ...reportStatuses, ...filters, ...paging, isOwn, isSubstituted });
export const assignedReport = renamedRange({ ...rangeInSnakeCase, ...dating, ...reportStatuses, ...filters, ...paging });
export const facetsQuery = renamedRange({
  ...range,
  ...dating,
  ...reportStatuses,
  ...filters,
  isOwn,
  isSubstituted,
  isAssigned: ['isAssignedToOthers', flag],
});
/** A report as a workbook: the finished one unless `statusFilters` say of what, or `isAssignedToOthers` that it is one's own. */
export const workbookReport = renamedRange({
  ...range,
  ...dating,
  ...reportStatuses,
  ...filters,
  isAssigned: ['isAssignedToOthers', flag],
});
/** The activities of an expedient: verified ones unless `statusFilters` say of what. */
export const expedientQuery = renamedRange({ ...range, ...dating, ...reportStatuses, ...filters });
/** Figures of punctuality; the range counts by deadline. */
export const punctualityQuery = renamedRange({ ...range, ...filters, isAssigned: ['isAssignedToOthers', flag] });
export type FacetsQuery = z.output<typeof facetsQuery>;

export const reportRows = z.array(activity);
/** A search, and nothing else, is counted up to 1,000 hits, or to fewer where it would read too much. True when there may be more. */
const hasMore = ['has_more', z.boolean()] as const;
/**
 * `total` and `late` count the whole selection, not the page; late is what is undelivered past its deadline. With `has_more`
 * total is what was counted, or the place of the page's last row if that is more. Late is of what was counted, and another order than the usual one
 * is that of the newest hits.
 */
export const reportPage = renamed({
  success,
  rows: ['rows', reportRows],
  total: ['total', z.int()],
  late: ['late', z.int()],
  hasMore,
  suggestions,
});

/**
 * With `has_more`, the counts are those of the newest hits, at most 1,000, before the filters. Every other value that may have some stands
 * with 0. `byUrgency` is then of no use, because late and idle work is the oldest.
 */
export const facets = renamed({ success, ...groupSchemas('facet'), hasMore });
/** Holds by group each value and its number of activities under the filters of the other groups. */
export type FacetCounts = Omit<z.output<typeof facets>, 'success'>;

const urgencyCounts = renamed({
  late: ['late', z.int()],
  today: ['today', z.int()],
  week: ['week', z.int()],
  notStarted: ['not_started', z.int()],
  rejected: ['rejected', z.int()],
  extensionRequested: ['extension_requested', addedLater(z.int(), 0)],
  idle: ['idle', z.int()],
});
/**
 * Clients compute compliance: finished of total. `urgencies` counts the pending ones; null where the release before answers. `imported`
 * counts the finished ones that an import brought as such.
 */
export const figures = renamed({
  success,
  total: ['totalActivities', z.int()],
  pending: ['pendingTasks', z.int()],
  finished: ['completedTasks', z.int()],
  imported: ['importedTasks', z.int()],
  urgencies: ['urgency', z.nullable(urgencyCounts)],
});

const groupFigures = { total, finished: ['finished', z.int()], compliance: ['compliance', z.int()] } as const;

/**
 * Weeks begin on Monday and are of the deadline, of due work only; one without due work is left out. They leave out the `imported` work that
 * came as finished. Compliance is a whole percent.
 */
export const complianceGroups = renamed({
  success,
  departments: ['byDepartment', z.array(renamed({ department: ['department', z.string()], ...groupFigures }))],
  imported: ['imported', z.int()],
  weeks: ['byWeek', z.array(renamed({ weekStart: ['week_start', day], ...groupFigures }))],
});

/** `share` is the whole percent that was delivered by the effective deadline. */
const punctualityFigures = {
  due: ['due', z.int()],
  onTime: ['on_time', z.int()],
  onTimeExtended: ['on_time_extended', z.int()],
  late: ['late', z.int()],
  undelivered: ['undelivered', z.int()],
  share: ['on_time_share', z.int()],
} as const;

/** Counts work whose deadline lies from `from` to `to`. Groups are ordered by name or day; those without due work are left out. */
export const punctuality = renamed({
  success,
  from: ['startDate', day],
  to: ['endDate', day],
  // Work that came as finished; the figures leave it out.
  imported: ['imported', z.int()],
  total: ['total', renamed(punctualityFigures)],
  departments: ['byDepartment', z.array(renamed({ department: ['department', z.string()], ...punctualityFigures }))],
  topics: ['byProject', z.array(renamed({ topic: ['project_name', z.string()], ...punctualityFigures }))],
  people: ['byAssigned', z.array(renamed({ id: ['user_id', z.int()], name: ['assigned_name', z.string()], ...punctualityFigures }))],
  months: ['byMonth', z.array(renamed({ monthStart: ['month_start', day], ...punctualityFigures }))],
  weeks: ['byWeek', z.array(renamed({ weekStart: ['week_start', day], ...punctualityFigures }))],
  verification: [
    'verification',
    renamed({
      verdicts: ['verdicts', z.int()],
      rejected: ['rejected', z.int()],
      rejectedShare: ['rejected_share', z.int()],
      p50Minutes: ['p50_minutes', z.nullable(z.int())],
      p90Minutes: ['p90_minutes', z.nullable(z.int())],
    }),
  ],
});

export const loadQuery = renamed({
  isAssigned: ['isAssignedToOthers', flag],
  departments: groups.departments.filter,
  assignees: groups.assignees.filter,
});
/**
 * People come by name, those asked for by id also without work. Each number has its rows in a report. `week` is due today or within seven
 * days, `done` is verified this month. `measured` leaves out work that an import brought as finished.
 */
export const peopleLoad = renamed({
  success,
  people: [
    'people',
    z.array(
      renamed({
        id: ['user_id', z.int()],
        name: ['assigned_name', z.string()],
        open: ['open', z.int()],
        late: ['late', z.int()],
        week: ['due_this_week', z.int()],
        done: ['done_this_month', z.int()],
      }),
    ),
  ],
});
export type PersonLoad = z.output<typeof peopleLoad>['people'][number];

export const firstPending = renamed({
  success,
  oldestOn: ['startDate', z.nullable(day)],
  oldestAssignedOn: ['assignedStartDate', z.nullable(day)],
});
