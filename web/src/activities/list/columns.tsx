import { sortableDaysLeft } from '@bitacora/core/domain/activity/deadline';
import { assigneeName } from '@bitacora/core/domain/people/person';
import { writtenDay } from '@bitacora/core/messages/dates';
import { columnTitles, lists, table } from '@bitacora/core/messages/lists';
import { createColumnHelper } from '@tanstack/react-table';
import { InstantDay } from '../../layout/business-day.tsx';
import { Clipped } from '../../ui/clipped.tsx';
import type { Features } from '../../ui/table-features.ts';
import type { Activity } from '../activity.ts';
import { ConsultLink } from './consult-link.tsx';
import { DaysLeft } from './days-left.tsx';
import { PriorityMark, StatusChip } from './status-chip.tsx';

const helper = createColumnHelper<Features, Activity>();
const day = (value: Activity['extendedTo']) => (value ? writtenDay(value) : <span className="muted">{table.notApplicable}</span>);

/** Every column of activity lists. A list selects its columns and may give other headings. */
export const column = {
  consult: () =>
    helper.display({
      id: 'consult',
      header: lists.consultColumn,
      meta: { width: 48, onCard: 'action' },
      cell: ({ row }) => <ConsultLink activity={row.original} />,
    }),
  folio: (header: string = columnTitles.folio) =>
    helper.accessor('id', { header, meta: { width: 76, onCard: 'head', isTabular: true, isSearched: true } }),
  registered: (header: string = columnTitles.registeredOn) =>
    helper.accessor((row) => row.createdAt.getTime(), {
      id: 'createdAt',
      header,
      meta: { width: 100, isMinor: 'medium', isTabular: true },
      cell: ({ row }) => <InstantDay at={row.original.createdAt} />,
    }),
  topic: () =>
    helper.accessor('topic', {
      header: columnTitles.topic,
      meta: { width: 120, isSearched: true },
      cell: ({ row }) => <Clipped text={row.original.topic} />,
    }),
  description: () =>
    helper.accessor('description', {
      header: columnTitles.description,
      meta: { onCard: 'lead', isSearched: true },
      cell: ({ row }) => <Clipped text={row.original.description} />,
    }),
  assignee: () =>
    helper.accessor(assigneeName, {
      id: 'assignee',
      header: columnTitles.assignee,
      meta: { width: 112, isSearched: true },
      cell: ({ getValue }) => <Clipped text={getValue()} />,
    }),
  due: (header: string = columnTitles.dueOn) =>
    helper.accessor('dueOn', {
      header,
      meta: { width: 100, isTabular: true },
      cell: ({ row: { original } }) => (
        <span>
          {writtenDay(original.dueOn)}
          {original.extendedTo && <span className="due-extended">{lists.extendedTo(writtenDay(original.extendedTo))}</span>}
        </span>
      ),
    }),
  extended: (header: string = columnTitles.extendedTo) =>
    helper.accessor('extendedTo', {
      header,
      meta: { width: 100, isMinor: 'medium', isTabular: true },
      cell: ({ getValue }) => day(getValue()),
    }),
  daysLeft: (header: string = columnTitles.daysLeft) =>
    helper.accessor(({ status, daysLeft }) => sortableDaysLeft(status, daysLeft), {
      id: 'daysLeft',
      header,
      meta: { width: 132 },
      cell: ({ row }) => <DaysLeft activity={row.original} />,
    }),
  priority: () =>
    helper.accessor((row) => ['normal', 'high', 'critical'].indexOf(row.priority), {
      id: 'priority',
      header: columnTitles.priority,
      meta: { width: 84, isMinor: 'medium' },
      cell: ({ row }) => <PriorityMark priority={row.original.priority} />,
    }),
  closed: () =>
    helper.accessor((row) => (row.closedAt ?? row.canceledAt)?.getTime() ?? null, {
      id: 'closed',
      header: columnTitles.closedOn,
      meta: { width: 112, isTabular: true },
      cell: ({ row }) => {
        const at = row.original.closedAt ?? row.original.canceledAt;
        return at ? <InstantDay at={at} /> : <span className="muted">{table.notApplicable}</span>;
      },
    }),
  status: () =>
    helper.accessor('status', {
      header: columnTitles.status,
      meta: { width: 124, onCard: 'badge' },
      cell: ({ getValue }) => <StatusChip status={getValue()} />,
    }),
};
