import type { ActivityView } from '@bitacora/core/contract/activity';
import { daysLeftShown, daysTaken } from '@bitacora/core/domain/activity/deadline';
import { dayIn } from '@bitacora/core/domain/calendar';
import { fullName } from '@bitacora/core/domain/people/person';
import { priorityLabels, statusLabels } from '@bitacora/core/messages/labels';
import { columnTitles } from '@bitacora/core/messages/lists';
import { reports } from '@bitacora/core/messages/reports';
import type { ListingColumn } from './outcome.ts';

const owner = (one: ActivityView) => fullName({ firstName: one.ownerFirstName, lastName: one.ownerLastName });
const assignee = (one: ActivityView) => fullName({ firstName: one.assigneeFirstName, lastName: one.assigneeLastName });

/** Columns by the business day in `zone`, left out in the order of the full screen's; days are written as they sort, which every spreadsheet takes for a date. */
function columnsIn(zone: string) {
  const dayOf = (at: Date | null) => at && dayIn(zone, at);
  const column = (
    title: string,
    of: ListingColumn<ActivityView>['of'],
    more: Pick<ListingColumn<never>, 'isLong' | 'rank'> = {},
  ): ListingColumn<ActivityView> => ({ title, of, ...more });
  return {
    folio: column(columnTitles.folio, ({ id }) => id),
    owner: column(reports.owner, owner, { isLong: true, rank: 5 }),
    registered: column(reports.registeredOn, ({ createdAt }) => dayOf(createdAt), { rank: 6 }),
    topic: column(columnTitles.topic, ({ topic }) => topic, { isLong: true, rank: 3 }),
    department: column(reports.department, ({ department }) => department, { isLong: true, rank: 7 }),
    description: column(columnTitles.description, ({ description }) => description, { isLong: true }),
    assignee: column(columnTitles.assignee, assignee, { isLong: true, rank: 1 }),
    due: column(columnTitles.dueOnReport, ({ dueOn }) => dueOn, { rank: 2 }),
    extended: column(columnTitles.extendedToReport, ({ extendedTo }) => extendedTo, { rank: 8 }),
    daysLeft: column(columnTitles.daysLeftReport, ({ status, daysLeft }) => daysLeftShown(status, daysLeft), { rank: 4 }),
    priority: column(columnTitles.priority, ({ priority }) => priorityLabels[priority], { rank: 5 }),
    status: column(columnTitles.status, ({ status }) => statusLabels[status], { rank: 1 }),
    daysTaken: column(reports.daysTaken, ({ createdAt, verifiedAt }) => daysTaken(createdAt, verifiedAt, zone), { rank: 4 }),
    verified: column(reports.verifiedOn, ({ verifiedAt }) => dayOf(verifiedAt), { rank: 1 }),
  };
}
type Name = keyof ReturnType<typeof columnsIn>;

const shared = ['topic', 'department', 'description', 'assignee', 'due', 'extended'] as const;

/** What each report shows, as on the web. */
export const columnsOf = {
  pending: ['folio', 'owner', 'registered', ...shared, 'daysLeft', 'priority', 'status'],
  finished: ['folio', 'owner', 'registered', ...shared, 'daysTaken', 'verified'],
  assigned: ['folio', 'registered', 'topic', 'description', 'assignee', 'due', 'extended', 'daysLeft', 'priority', 'status'],
} as const satisfies Record<string, readonly Name[]>;

const some = (names: readonly Name[]) => (zone: string) => {
  const columns = columnsIn(zone);
  return names.map((name) => columns[name]);
};

export const reportColumns = {
  pending: some(columnsOf.pending),
  finished: some(columnsOf.finished),
  assigned: some(columnsOf.assigned),
};
