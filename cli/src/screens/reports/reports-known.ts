import type { Status } from '@bitacora/core/domain/activity/activity';
import { usualSort, usualStatuses } from '@bitacora/core/domain/reports/report';
import { lists } from '@bitacora/core/messages/lists';
import { reports } from '@bitacora/core/messages/reports';
import { columnsOf } from '../../report-columns.ts';
import { type ReportColumn, someColumns } from './report-columns.ts';

/** One of the web's three reports. */
export interface ReportKind {
  title: string;
  call: 'listAllActivities' | 'listAssignedByMe';
  /** What its list is asked with besides the selection. */
  listed: { reportStatuses?: Status[] };
  /** And what its counts and its workbook are. */
  scope: { reportStatuses?: Status[]; isAssigned?: true };
  /** A side of the range that nobody chose is the finished report's own. */
  isFinished?: true;
  usualSort: ReturnType<typeof usualSort>;
  columns(zone: string): ReportColumn[];
  counted(total: number): string;
  empty: string;
}
export type ReportName = 'pending' | 'finished' | 'assigned';

const finished: Status[] = ['verified'];

export const reportsKnown: Record<ReportName, ReportKind> = {
  pending: {
    title: reports.pendingTitle,
    call: 'listAllActivities',
    listed: {},
    scope: { reportStatuses: [...usualStatuses.company] },
    usualSort: usualSort(usualStatuses.company),
    columns: someColumns(...columnsOf.pending),
    counted: lists.pending,
    empty: reports.emptyPending,
  },
  finished: {
    title: reports.finishedTitle,
    call: 'listAllActivities',
    listed: { reportStatuses: finished },
    scope: { reportStatuses: finished },
    isFinished: true,
    usualSort: usualSort(finished),
    columns: someColumns(...columnsOf.finished),
    counted: lists.finished,
    empty: reports.emptyFinished,
  },
  assigned: {
    title: lists.assignedTitle,
    call: 'listAssignedByMe',
    listed: {},
    scope: { isAssigned: true },
    usualSort: usualSort(usualStatuses.assignedByMe),
    columns: someColumns(...columnsOf.assigned),
    counted: lists.assigned,
    empty: lists.emptyAssigned,
  },
};
