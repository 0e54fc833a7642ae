import { ownerName } from '@bitacora/core/domain/people/person';
import { columnTitles, table } from '@bitacora/core/messages/lists';
import { reports } from '@bitacora/core/messages/reports';
import { createColumnHelper } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import type { Activity } from '../activities/activity.ts';
import { column } from '../activities/list/columns.tsx';
import { DaysLeftAtHome } from '../activities/list/days-left.tsx';
import { ShortDay, ShortInstantDay } from '../activities/list/short-day.tsx';
import { DaysFrom } from '../layout/business-day.tsx';
import { Clipped } from '../ui/clipped.tsx';
import type { ColumnLook, Features } from '../ui/table-features.ts';

const helper = createColumnHelper<Features, Activity>();
const nothing = <span className="muted">{table.notApplicable}</span>;

/** The same column as a report shows it: always, and so wide; `dense` where there is little room for so many. */
const always = <Chosen extends { meta?: ColumnLook }>(chosen: Chosen, width: number, dense: number): Chosen => {
  const { isMinor: _, ...meta } = chosen.meta ?? {};
  return { ...chosen, meta: { ...meta, width, dense } };
};

/** The same column with its days written short. */
const short = <Chosen extends object>(chosen: Chosen, dayOf: (activity: Activity) => ReactNode) => ({
  ...chosen,
  cell: ({ row }: { row: { original: Activity } }) => dayOf(row.original),
});

/** The columns of reports, none of which gives way to another; the server sorts by their ids. */
export const reportColumn = {
  consult: () => always(column.consult(), 42, 34),
  folio: () => always(column.folio(), 66, 62),
  registered: () => short(always(column.registered(reports.registeredOn), 88, 72), ({ createdAt }) => <ShortInstantDay at={createdAt} />),
  topic: () => always(column.topic(), 120, 98),
  assignee: () => always(column.assignee(), 124, 88),
  due: () => short(always(column.due(columnTitles.dueOnReport), 84, 68), ({ dueOn }) => <ShortDay day={dueOn} />),
  extended: () =>
    short(always(column.extended(columnTitles.extendedToReport), 84, 68), ({ extendedTo }) =>
      extendedTo ? <ShortDay day={extendedTo} /> : nothing,
    ),
  daysLeft: () => always(column.daysLeft(columnTitles.daysLeftReport), 104, 92),
  daysLeftAtHome: () => short(reportColumn.daysLeft(), (activity) => <DaysLeftAtHome activity={activity} />),
  priority: () => always(column.priority(), 80, 70),
  status: () => always(column.status(), 114, 104),
  owner: () =>
    helper.accessor(ownerName, {
      id: 'owner',
      header: reports.owner,
      meta: { width: 124, dense: 88 },
      cell: ({ getValue }) => <Clipped text={getValue()} />,
    }),
  department: () =>
    helper.accessor('department', {
      header: reports.department,
      meta: { width: 112, dense: 97 },
      cell: ({ getValue }) => <Clipped text={getValue()} />,
    }),
  daysTaken: () =>
    helper.accessor(({ createdAt, verifiedAt }) => verifiedAt && Number(verifiedAt) - Number(createdAt), {
      id: 'daysTaken',
      header: reports.daysTaken,
      meta: { width: 92, dense: 78, isTabular: true },
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
      meta: { width: 104, dense: 102, isTabular: true },
      cell: ({ row: { original } }) => (original.verifiedAt ? <ShortInstantDay at={original.verifiedAt} /> : nothing),
    }),
};
