import type { Endpoints, Reply } from '@bitacora/core/contract';
import type { ActivityView } from '@bitacora/core/contract/activity';
import { priorities, type ReadPriority, type ReadStatus, type ReportField, statuses } from '@bitacora/core/domain/activity/activity';
import { deadlineOf, sortableDaysLeft, urgencyKey } from '@bitacora/core/domain/activity/deadline';
import type { SortColumn } from '@bitacora/core/domain/reports/report';
import { activityFields } from '@bitacora/core/messages/activity-fields';

/** Reply types of the contract, by the names that screens use. */
export type Comment = Reply<Endpoints['listComments']>[number];
export type EvidenceImage = Reply<Endpoints['listEvidence']>[number];
export type { ActivityView, HistoryEntry } from '@bitacora/core/contract/activity';
export type { Topic } from '@bitacora/core/contract/topic-endpoints';
export type EligibleAssignee = Reply<Endpoints['listEligibleAssignees']>[number];

type SortValue = (activity: ActivityView) => string | number | null;
/** Fields whose order is not that of their text. Their own values need a time zone. */
const sortValues: Partial<Record<ReportField, SortValue>> & Record<Exclude<SortColumn, ReportField>, SortValue> = {
  createdAt: ({ createdAt }) => createdAt.getTime(),
  daysLeft: ({ status, daysLeft }) => sortableDaysLeft(status, daysLeft),
  priority: ({ priority }) => (priorities as readonly ReadPriority[]).indexOf(priority),
  status: ({ status }) => (statuses as readonly ReadStatus[]).indexOf(status),
  endedAt: ({ verifiedAt, canceledAt }) => (verifiedAt ?? canceledAt)?.getTime() ?? null,
  urgency: (activity) => urgencyKey(activity, activity.daysLeft),
  deadline: deadlineOf,
  closed: ({ closedAt, canceledAt }) => (closedAt ?? canceledAt)?.getTime() ?? null,
  daysTaken: ({ createdAt, verifiedAt }) => verifiedAt && Number(verifiedAt) - Number(createdAt),
};
/** What the browser sorts and searches by; null comes last either way. */
export const sortValueOf = (column: SortColumn): SortValue =>
  sortValues[column] ?? ((activity) => activityFields[column as ReportField].of(activity, ''));
