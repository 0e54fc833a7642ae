import type { Status } from '@bitacora/core/domain/activity/activity';
import { usualStatuses } from '@bitacora/core/domain/reports/report';
import { lists } from '@bitacora/core/messages/lists';
import { reports as texts } from '@bitacora/core/messages/reports';
import type { ReportColumnKey } from './report-columns.ts';

/** One of the three reports of the web, for the commands and for the full screen. */
export interface ActivityReport {
  title: string;
  call: 'listAllActivities' | 'listAssignedByMe';
  /** The statuses of its activities, unless the person filters by others. */
  statuses: readonly Status[];
  isAssigned?: true;
  /** An end of the range that the person leaves open is the usual one of the finished report. */
  isFinished?: true;
  columns: readonly ReportColumnKey[];
  countRows(total: number): string;
  empty: string;
}
export type ReportName = 'pending' | 'finished' | 'assigned';

const shared = ['topic', 'department', 'description', 'assignee', 'due', 'extended'] as const;

export const reports: Record<ReportName, ActivityReport> = {
  pending: {
    title: texts.pendingTitle,
    call: 'listAllActivities',
    statuses: usualStatuses.company,
    columns: ['folio', 'owner', 'registered', ...shared, 'daysLeft', 'priority', 'status'],
    countRows: lists.pending,
    empty: texts.emptyPending,
  },
  finished: {
    title: texts.finishedTitle,
    call: 'listAllActivities',
    statuses: ['verified'],
    isFinished: true,
    columns: ['folio', 'owner', 'registered', ...shared, 'daysTaken', 'verified'],
    countRows: lists.finished,
    empty: texts.emptyFinished,
  },
  assigned: {
    title: lists.assignedTitle,
    call: 'listAssignedByMe',
    statuses: usualStatuses.assignedByMe,
    isAssigned: true,
    columns: ['folio', 'registered', 'topic', 'description', 'assignee', 'due', 'extended', 'daysLeft', 'priority', 'status'],
    countRows: lists.assigned,
    empty: lists.emptyAssigned,
  },
};
