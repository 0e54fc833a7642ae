import type { Endpoints, Reply } from '@bitacora/core/contract';
import type { ActivityView } from '@bitacora/core/contract/activities/activity-shapes';
import type { Topic } from '@bitacora/core/contract/topics/topic-endpoints';
import { priorities, type ReadPriority, type ReadStatus, type ReportField, statuses } from '@bitacora/core/domain/activities/activity';
import { effectiveDeadline, judgeTimeliness, rowSignal, sortableDaysLeft, urgencyKey } from '@bitacora/core/domain/activities/deadline';
import { addDays, type CalendarDate, daysBetween, localDay } from '@bitacora/core/domain/calendar';
import { judgePunctuality, type Punctuality } from '@bitacora/core/domain/reports/punctuality';
import type { SortColumn } from '@bitacora/core/domain/reports/report';
import { activityFields } from '@bitacora/core/messages/activities/activity-fields';
import { priorityLabels } from '@bitacora/core/messages/activities/labels';
import { lists, reports, table } from '@bitacora/core/messages/activities/lists';
import { briefDaysLeft, writtenDaysLeft, writtenInstant, writtenTimeLeft } from '@bitacora/core/messages/dates';
import { punctualityTexts } from '@bitacora/core/messages/reports/punctuality';
import { ChevronsUp, ChevronUp } from 'lucide-react';
import { useSession } from '../app/app.ts';
import type { SelectOption } from '../ui/select-list.tsx';

/** Reply types of the contract, by the names that screens use. */
export type Comment = Reply<Endpoints['listComments']>[number];
export type EvidenceImage = Reply<Endpoints['listEvidence']>[number];
export type EvidenceDocument = Reply<Endpoints['listDocuments']>[number];
export type { ActivityView, HistoryEntry } from '@bitacora/core/contract/activities/activity-shapes';
export type { Topic };
export type EligibleAssignee = Reply<Endpoints['listEligibleAssignees']>[number];

/** Topics as a list to choose from, found by name and department. */
export const topicOptions = (topics: readonly Pick<Topic, 'id' | 'name' | 'department'>[]): readonly SelectOption[] =>
  topics.map(({ id, name, department }) => ({ value: id, label: name, detail: department, searched: `${name} ${department}` }));

type SortValue = (activity: ActivityView) => string | number | null;
/** These fields are not ordered by their text, because that needs a time zone. */
const sortValues: Partial<Record<ReportField, SortValue>> & Record<Exclude<SortColumn, ReportField>, SortValue> = {
  createdAt: ({ createdAt }) => createdAt.getTime(),
  daysLeft: ({ status, daysLeft }) => sortableDaysLeft(status, daysLeft),
  priority: ({ priority }) => (priorities as readonly ReadPriority[]).indexOf(priority),
  status: ({ status }) => (statuses as readonly ReadStatus[]).indexOf(status),
  endedAt: ({ verifiedAt, canceledAt }) => (verifiedAt ?? canceledAt)?.getTime() ?? null,
  urgency: (activity) => urgencyKey(activity, activity.daysLeft),
  deadline: effectiveDeadline,
  closed: ({ closedAt, canceledAt }) => (closedAt ?? canceledAt)?.getTime() ?? null,
  daysTaken: ({ createdAt, verifiedAt }) => verifiedAt && Number(verifiedAt) - Number(createdAt),
};
/** Returns what the browser sorts and searches by. Null comes last in both directions. */
export const sortValueReader = (column: SortColumn): SortValue =>
  sortValues[column] ?? ((activity) => activityFields[column as ReportField].of(activity, ''));

/** Only priorities above normal have a mark. */
export function PriorityMark({ priority }: { priority: ReadPriority }) {
  if (priority === 'normal') return <span className="muted">{priorityLabels.normal}</span>;
  const Icon = priority === 'critical' ? ChevronsUp : ChevronUp;
  return (
    <span className="priority" data-priority={priority}>
      <Icon size={14} strokeWidth={2.5} aria-hidden="true" />
      {priorityLabels[priority]}
    </span>
  );
}

interface DaysLeftProps {
  activity: { status: ReadStatus; daysLeft: number };
}

/** '3 días', 'Vence hoy', '2 días de retraso' or 'Entregada', in the signal's colour. Closed work has no days left. */
export function DaysLeft({ activity: { status, daysLeft } }: DaysLeftProps) {
  const text = writtenTimeLeft(status, daysLeft);
  if (text === null) return <span className="muted">{table.notApplicable}</span>;
  return (
    <span
      className="days"
      data-signal={rowSignal(status, daysLeft)}
      data-brief={text === writtenDaysLeft(daysLeft) ? briefDaysLeft(daysLeft) : undefined}
    >
      {text}
    </span>
  );
}

/** Home shows 0 for delivered and closed work (docs/product.md, 3). */
export function DaysLeftAtHome({ activity }: DaysLeftProps) {
  const timeliness = judgeTimeliness(activity.status, activity.daysLeft);
  if (timeliness === 'delivered' || timeliness === 'closed') return <span className="days">{reports.days(0)}</span>;
  return <DaysLeft activity={activity} />;
}

/** How verified work was delivered. Null for other work, and for work imported as finished, because its dates are those of a file. */
export function judgeDelivery(activity: ActivityView, zone: string): Punctuality | null {
  const { status, isImported, dueOn, extendedTo, closedAt } = activity;
  if (status !== 'verified' || isImported) return null;
  return judgePunctuality({ status, dueOn, extendedTo, closedAt }, addDays(effectiveDeadline(activity), 1), zone);
}

/** 'A tiempo' or '3 días tarde'. */
export function DeliveryVerdict({ activity }: { activity: ActivityView }) {
  const { zone } = useSession();
  const verdict = judgeDelivery(activity, zone);
  if (!verdict || !activity.closedAt) return null;
  if (verdict !== 'late') return <span className="on-time">{punctualityTexts.outcomes.onTime}</span>;
  return <span className="late">{lists.daysLate(daysBetween(effectiveDeadline(activity), localDay(zone, activity.closedAt)))}</span>;
}

/** The time of an instant in the company's time zone. */
export function Instant({ at }: { at: Date }) {
  const { zone } = useSession();
  return <>{writtenInstant(at, zone)}</>;
}

interface DaysFromProps {
  from: Date;
  /** An instant, or a day of the business. */
  to: Date | CalendarDate;
  children: (days: number) => string;
}

/** Business days from an instant to a day, in words. */
export function DaysFrom({ from, to, children }: DaysFromProps) {
  const { zone } = useSession();
  return <>{children(daysBetween(localDay(zone, from), to instanceof Date ? localDay(zone, to) : to))}</>;
}
