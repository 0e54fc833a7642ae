import type { ActivityView } from '@bitacora/core/contract/activity';
import { dayIn, daysBetween } from '@bitacora/core/domain/calendar';
import { fullName } from '@bitacora/core/domain/person';
import { priorityLabels, statusLabels } from '@bitacora/core/messages/labels';
import { columnTitles } from '@bitacora/core/messages/lists';
import { reports } from '@bitacora/core/messages/reports';
import type { Column } from './outcome.ts';

const owner = (one: ActivityView) => fullName({ firstName: one.ownerFirstName, lastName: one.ownerLastName });
const assignee = (one: ActivityView) => fullName({ firstName: one.assigneeFirstName, lastName: one.assigneeLastName });

/** Columns by the business day in `zone`; days are written as they sort, which every spreadsheet takes for a date. */
function columnsIn(zone: string) {
  const dayOf = (at: Date | null) => at && dayIn(zone, at);
  const column = (title: string, of: Column<ActivityView>['of'], isLong = false): Column<ActivityView> => ({ title, of, isLong });
  return {
    folio: column(columnTitles.folio, ({ id }) => id),
    owner: column(reports.owner, owner, true),
    registered: column(reports.registeredOn, ({ createdAt }) => dayOf(createdAt)),
    topic: column(columnTitles.topic, ({ topic }) => topic, true),
    department: column(reports.department, ({ department }) => department, true),
    description: column(columnTitles.description, ({ description }) => description, true),
    assignee: column(columnTitles.assignee, assignee, true),
    due: column(columnTitles.dueOnReport, ({ dueOn }) => dueOn),
    extended: column(columnTitles.extendedToReport, ({ extendedTo }) => extendedTo),
    daysLeft: column(columnTitles.daysLeftReport, ({ daysLeft }) => daysLeft),
    priority: column(columnTitles.priority, ({ priority }) => priorityLabels[priority]),
    status: column(columnTitles.status, ({ status }) => statusLabels[status]),
    daysTaken: column(
      reports.daysTaken,
      ({ createdAt, verifiedAt }) => verifiedAt && daysBetween(dayIn(zone, createdAt), dayIn(zone, verifiedAt)),
    ),
    verified: column(reports.verifiedOn, ({ verifiedAt }) => dayOf(verifiedAt)),
  };
}
type Name = keyof ReturnType<typeof columnsIn>;

const some =
  (...names: Name[]) =>
  (zone: string): Column<ActivityView>[] => {
    const columns = columnsIn(zone);
    return names.map((name) => columns[name]);
  };
const shared = ['topic', 'department', 'description', 'assignee', 'due', 'extended'] as const;

/** What each report shows, as on the web. */
export const reportColumns = {
  pending: some('folio', 'owner', 'registered', ...shared, 'daysLeft', 'priority', 'status'),
  finished: some('folio', 'owner', 'registered', ...shared, 'daysTaken', 'verified'),
  assigned: some('folio', 'registered', 'topic', 'description', 'assignee', 'due', 'extended', 'daysLeft', 'priority', 'status'),
};
