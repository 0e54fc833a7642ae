import './status-chip.css';
import './found-line.css';
import type { MatchPlace } from '@bitacora/core/contract/activity';
import type { ReadPriority, ReadStatus } from '@bitacora/core/domain/activity/activity';
import { signalOf, timelinessOf, urgencyMarksOf } from '@bitacora/core/domain/activity/deadline';
import { writtenTimeLeft } from '@bitacora/core/messages/dates';
import { IMPORTED, priorityLabels, statusLabels, urgencyLabels } from '@bitacora/core/messages/labels';
import { reports, searchPlaceLabels, table } from '@bitacora/core/messages/lists';
import { ChevronsUp, ChevronUp } from 'lucide-react';
import { Tag } from 'primereact/tag';
import type { ActivityView } from '../activity.ts';

/** A dot, a word and a colour, because colour alone is not accessible. */
export const StatusChip = ({ status }: { status: ReadStatus }) => <Tag value={statusLabels[status]} data-status={status} />;

/** Of work that came as finished from a spreadsheet. */
export const ImportedMark = ({ isImported }: Pick<ActivityView, 'isImported'>) =>
  isImported && <span className="imported">{IMPORTED}</span>;

/** The chip, and whether the work was rejected and waits to be corrected. `isBrief`: of work in progress the second says enough. */
export function Standing({ activity, isBrief = false }: { activity: ActivityView; isBrief?: boolean }) {
  const isRejected = urgencyMarksOf(activity, activity.daysLeft).includes('rejected');
  return (
    <>
      {!(isBrief && isRejected && activity.status === 'in_progress') && <StatusChip status={activity.status} />}
      <ImportedMark {...activity} />
      {isRejected && <span className="rejected">{urgencyLabels.rejected}</span>}
    </>
  );
}

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
    <span className="days" data-signal={signalOf(status, daysLeft)}>
      {text}
    </span>
  );
}

/** The same at Home, where delivered and closed work shows 0 (docs/product.md, 3). */
export function DaysLeftAtHome({ activity }: DaysLeftProps) {
  const timeliness = timelinessOf(activity.status, activity.daysLeft);
  if (timeliness === 'delivered' || timeliness === 'closed') return <span className="days">{reports.days(0)}</span>;
  return <DaysLeft activity={activity} />;
}

/** So much stands before the first mark, because a narrow column would hide the word behind a longer text. */
const LEAD_MAX = 9;
const leadOf = (text: string) => (text.length <= LEAD_MAX ? text : `…${text.slice(-LEAD_MAX).replace(/^\S*\s/, '')}`);

/** Where a search found an activity outside its description: the place, and the text around the marked words. */
export function FoundLine({ where, snippet, marks }: MatchPlace) {
  const parts = marks.flatMap(([from, to], at) => {
    const before = snippet.slice(marks[at - 1]?.[1] ?? 0, from);
    return [at === 0 ? leadOf(before) : before, <mark key={from}>{snippet.slice(from, to)}</mark>];
  });
  return (
    <span className="found-line">
      {searchPlaceLabels[where]}: {parts}
      {snippet.slice(marks.at(-1)?.[1] ?? 0)}
    </span>
  );
}
