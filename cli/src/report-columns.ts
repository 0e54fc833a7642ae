import type { ActivityView } from '@bitacora/core/contract/activity';
import { daysLeftShown, daysTaken, timelinessOf } from '@bitacora/core/domain/activity/deadline';
import { dayIn } from '@bitacora/core/domain/calendar';
import { assigneeName, ownerName } from '@bitacora/core/domain/people/person';
import type { Sort } from '@bitacora/core/domain/reports/report';
import { writtenShortDay } from '@bitacora/core/messages/dates';
import { priorityLabels, statusLabels } from '@bitacora/core/messages/labels';
import { columnTitles, table } from '@bitacora/core/messages/lists';
import { reports } from '@bitacora/core/messages/reports';
import { terminalBrowser } from './messages/browser.ts';
import type { ListingColumn } from './outcome.ts';
import type { TableColumn } from './output/fit-columns.ts';

interface ReportListingColumn extends ListingColumn<ActivityView> {
  sort: Sort['column'];
}
/** A column of the full screen; the server sorts by it. */
export interface ReportTableColumn extends TableColumn<ActivityView> {
  sort: Sort['column'];
}

/** Days are those of `zone`. They are written as they sort, because every spreadsheet reads that form as a date. */
function columnsIn(zone: string) {
  const dayOf = (at: Date | null) => at && dayIn(zone, at);
  return {
    folio: { sort: 'id', title: columnTitles.folio, of: ({ id }) => id },
    owner: { sort: 'owner', title: reports.owner, of: ownerName, isLong: true, rank: 5 },
    registered: { sort: 'createdAt', title: reports.registeredOn, of: ({ createdAt }) => dayOf(createdAt), rank: 6 },
    topic: { sort: 'topic', title: columnTitles.topic, of: ({ topic }) => topic, isLong: true, rank: 3 },
    department: { sort: 'department', title: reports.department, of: ({ department }) => department, isLong: true, rank: 7 },
    description: { sort: 'description', title: columnTitles.description, of: ({ description }) => description, isLong: true },
    assignee: { sort: 'assignee', title: columnTitles.assignee, of: assigneeName, isLong: true, rank: 1 },
    due: { sort: 'dueOn', title: columnTitles.dueOnReport, of: ({ dueOn }) => dueOn, rank: 2 },
    extended: { sort: 'extendedTo', title: columnTitles.extendedToReport, of: ({ extendedTo }) => extendedTo, rank: 8 },
    daysLeft: {
      sort: 'daysLeft',
      title: columnTitles.daysLeftReport,
      of: ({ status, daysLeft }) => daysLeftShown(status, daysLeft),
      rank: 4,
    },
    priority: { sort: 'priority', title: columnTitles.priority, of: ({ priority }) => priorityLabels[priority], rank: 5 },
    status: { sort: 'status', title: columnTitles.status, of: ({ status }) => statusLabels[status], rank: 1 },
    daysTaken: {
      sort: 'daysTaken',
      title: reports.daysTaken,
      of: ({ createdAt, verifiedAt }) => daysTaken(createdAt, verifiedAt, zone),
      rank: 4,
    },
    verified: { sort: 'endedAt', title: reports.verifiedOn, of: ({ verifiedAt }) => dayOf(verifiedAt), rank: 1 },
  } satisfies Record<string, ReportListingColumn>;
}
export type ReportColumnKey = keyof ReturnType<typeof columnsIn>;

/** What the full screen adds to a column, or replaces in it. */
type ScreenStyle = Pick<TableColumn<ActivityView>, 'width' | 'grows' | 'isNumber'> & Partial<Pick<TableColumn<ActivityView>, 'of'>>;

const DAY_WIDTH = 9;

function screenStylesIn(zone: string): Record<ReportColumnKey, ScreenStyle> {
  const shortDay = (at: Date | null) => (at ? writtenShortDay(dayIn(zone, at)) : table.notApplicable);
  return {
    folio: { width: 7, isNumber: true },
    owner: { width: 16 },
    registered: { width: DAY_WIDTH, of: ({ createdAt }) => shortDay(createdAt) },
    topic: { width: 12, grows: true },
    department: { width: 12 },
    description: { width: 18, grows: true },
    assignee: { width: 16 },
    due: { width: DAY_WIDTH, of: ({ dueOn }) => writtenShortDay(dueOn) },
    extended: { width: DAY_WIDTH, of: ({ extendedTo }) => (extendedTo ? writtenShortDay(extendedTo) : table.notApplicable) },
    daysLeft: { width: 15, of: ({ status, daysLeft }) => terminalBrowser.left(timelinessOf(status, daysLeft), daysLeft) },
    priority: { width: 9 },
    status: { width: 13 },
    daysTaken: { width: 9, isNumber: true },
    verified: { width: DAY_WIDTH, of: ({ verifiedAt }) => shortDay(verifiedAt) },
  };
}

export function listingColumns(keys: readonly ReportColumnKey[], zone: string): ReportListingColumn[] {
  const columns = columnsIn(zone);
  return keys.map((key) => columns[key]);
}

export function screenColumns(keys: readonly ReportColumnKey[], zone: string): ReportTableColumn[] {
  const [columns, styles]: [Record<ReportColumnKey, ReportListingColumn>, ReturnType<typeof screenStylesIn>] = [
    columnsIn(zone),
    screenStylesIn(zone),
  ];
  return keys.map((key) => {
    const { title, sort, rank, of } = columns[key];
    return { title, sort, rank, of: (row) => String(of(row) ?? table.notApplicable), ...styles[key] };
  });
}
