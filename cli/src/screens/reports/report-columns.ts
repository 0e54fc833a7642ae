import type { ActivityView } from '@bitacora/core/contract/activity';
import { daysTaken, timelinessOf } from '@bitacora/core/domain/activity/deadline';
import { dayIn } from '@bitacora/core/domain/calendar';
import { fullName } from '@bitacora/core/domain/people/person';
import type { Sort } from '@bitacora/core/domain/reports/report';
import { writtenShortDay } from '@bitacora/core/messages/dates';
import { priorityLabels, statusLabels } from '@bitacora/core/messages/labels';
import { columnTitles, table } from '@bitacora/core/messages/lists';
import { reports } from '@bitacora/core/messages/reports';
import { terminalBrowser } from '../../messages/browser.ts';
import type { TableColumn } from '../ui/fit-columns.ts';

/** A column that the server sorts by. */
export interface ReportColumn extends TableColumn<ActivityView> {
  sort: Sort['column'];
}

export const ownerName = (one: ActivityView) => fullName({ firstName: one.ownerFirstName, lastName: one.ownerLastName });
export const assigneeName = (one: ActivityView) => fullName({ firstName: one.assigneeFirstName, lastName: one.assigneeLastName });

const DAY = 9;

/** Every column of the reports, with days in the business zone; the ranks say which give way first. */
function columnsIn(zone: string) {
  const shortDay = (at: Date | null) => (at ? writtenShortDay(dayIn(zone, at)) : table.notApplicable);
  return {
    folio: { sort: 'id', title: columnTitles.folio, of: ({ id }) => String(id), width: 7, isNumber: true },
    owner: { sort: 'owner', title: reports.owner, of: ownerName, width: 16, rank: 5 },
    registered: { sort: 'createdAt', title: reports.registeredOn, of: ({ createdAt }) => shortDay(createdAt), width: DAY, rank: 6 },
    topic: { sort: 'topic', title: columnTitles.topic, of: ({ topic }) => topic, width: 12, grows: true, rank: 3 },
    department: { sort: 'department', title: reports.department, of: ({ department }) => department, width: 12, rank: 7 },
    description: { sort: 'description', title: columnTitles.description, of: ({ description }) => description, width: 18, grows: true },
    assignee: { sort: 'assignee', title: columnTitles.assignee, of: assigneeName, width: 16, rank: 1 },
    due: { sort: 'dueOn', title: columnTitles.dueOnReport, of: ({ dueOn }) => writtenShortDay(dueOn), width: DAY, rank: 2 },
    extended: {
      ...{ sort: 'extendedTo', title: columnTitles.extendedToReport, width: DAY, rank: 8 },
      of: ({ extendedTo }) => (extendedTo ? writtenShortDay(extendedTo) : table.notApplicable),
    },
    daysLeft: {
      ...{ sort: 'daysLeft', title: columnTitles.daysLeftReport, width: 15, rank: 4 },
      of: ({ status, daysLeft }) => terminalBrowser.left(timelinessOf(status, daysLeft), daysLeft),
    },
    priority: { sort: 'priority', title: columnTitles.priority, of: ({ priority }) => priorityLabels[priority], width: 9, rank: 5 },
    status: { sort: 'status', title: columnTitles.status, of: ({ status }) => statusLabels[status], width: 13, rank: 1 },
    daysTaken: {
      sort: 'daysTaken',
      title: reports.daysTaken,
      of: ({ createdAt, verifiedAt }) => String(daysTaken(createdAt, verifiedAt, zone) ?? table.notApplicable),
      width: 9,
      rank: 4,
      isNumber: true,
    },
    verified: { sort: 'endedAt', title: reports.verifiedOn, of: ({ verifiedAt }) => shortDay(verifiedAt), width: DAY, rank: 1 },
  } satisfies Record<string, ReportColumn>;
}
type Name = keyof ReturnType<typeof columnsIn>;

/** These columns, in this order. */
export const someColumns =
  (...names: readonly Name[]) =>
  (zone: string): ReportColumn[] => {
    const columns: Record<Name, ReportColumn> = columnsIn(zone);
    return names.map((name) => columns[name]);
  };
