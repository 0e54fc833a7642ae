import { columnTitles, table } from '@bitacora/core/messages/lists';
import { reports } from '@bitacora/core/messages/reports';
import { createColumnHelper } from '@tanstack/react-table';
import { DaysFrom, InstantDay } from '../frame/business-day.tsx';
import { Clipped } from '../ui/clipped.tsx';
import type { ColumnLook, Features } from '../ui/table-features.ts';
import { column } from './columns.tsx';
import { DaysLeftAtHome } from './days-left.tsx';
import { type Activity, ownerName } from './views.ts';

const helper = createColumnHelper<Features, Activity>();
const nothing = <span className="muted">{table.notApplicable}</span>;

/** The same column as a report shows it: always, and so wide; `dense` where there is little room for so many. */
const always = <Chosen extends { meta?: ColumnLook }>(chosen: Chosen, width: number, dense: number): Chosen => {
  const { isMinor: _, ...meta } = chosen.meta ?? {};
  return { ...chosen, meta: { ...meta, width, dense } };
};

/** The columns of reports, none of which gives way to another; the server sorts by their ids. */
export const reportColumn = {
  consult: (path: (activity: Activity) => string) => always(column.consult(path), 42, 40),
  folio: () => always(column.folio(), 54, 50),
  registered: () => always(column.registered(reports.registeredOn), 92, 66),
  topic: () => always(column.topic(), 104, 98),
  assignee: () => always(column.assignee(), 96, 80),
  due: () => always(column.due(columnTitles.dueOnReport), 90, 64),
  extended: () => always(column.extended(columnTitles.extendedToReport), 90, 68),
  daysLeft: () => always(column.daysLeft(columnTitles.daysLeftReport), 84, 72),
  daysLeftAtHome: () => ({
    ...always(column.daysLeft(columnTitles.daysLeftReport), 84, 72),
    cell: ({ row }: { row: { original: Activity } }) => <DaysLeftAtHome activity={row.original} />,
  }),
  priority: () => always(column.priority(), 78, 74),
  status: () => always(column.status(), 110, 104),
  owner: () =>
    helper.accessor(ownerName, {
      id: 'owner',
      header: reports.owner,
      meta: { width: 96, dense: 80 },
      cell: ({ getValue }) => <Clipped text={getValue()} />,
    }),
  department: () =>
    helper.accessor('department', {
      header: reports.department,
      meta: { width: 104, dense: 96 },
      cell: ({ getValue }) => <Clipped text={getValue()} />,
    }),
  daysTaken: () =>
    helper.accessor(({ createdAt, verifiedAt }) => verifiedAt && Number(verifiedAt) - Number(createdAt), {
      id: 'daysTaken',
      header: reports.daysTaken,
      meta: { width: 92, dense: 76, isTabular: true },
      cell: ({ row: { original } }) =>
        original.verifiedAt ? (
          <DaysFrom from={original.createdAt} to={original.verifiedAt}>
            {reports.days}
          </DaysFrom>
        ) : (
          nothing
        ),
    }),
  verified: () =>
    helper.accessor(({ verifiedAt }) => verifiedAt?.getTime() ?? null, {
      id: 'endedAt',
      header: reports.verifiedOn,
      meta: { width: 104, dense: 98, isTabular: true },
      cell: ({ row: { original } }) => (original.verifiedAt ? <InstantDay at={original.verifiedAt} /> : nothing),
    }),
};
