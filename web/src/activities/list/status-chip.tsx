import type { ReadPriority, ReadStatus } from '@bitacora/core/domain/activity/activity';
import { signalOf, timelinessOf, urgencyMarksOf } from '@bitacora/core/domain/activity/deadline';
import { writtenTimeLeft } from '@bitacora/core/messages/dates';
import { IMPORTED, priorityLabels, statusLabels, urgencyLabels } from '@bitacora/core/messages/labels';
import { reports, table } from '@bitacora/core/messages/lists';
import { ChevronsUp, ChevronUp } from 'lucide-react';
import { Tag } from 'primereact/tag';
import type { ActivityView } from '../activity.ts';
import './status-chip.css';

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
