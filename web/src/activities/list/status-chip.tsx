import type { ReadPriority, ReadStatus } from '@bitacora/core/domain/activity/activity';
import { priorityLabels, statusLabels } from '@bitacora/core/messages/labels';
import { ChevronsUp, ChevronUp } from 'lucide-react';
import './status-chip.css';

/** A dot, a word and a colour, because colour alone is not accessible. */
export function StatusChip({ status }: { status: ReadStatus }) {
  return (
    <span className="chip" data-status={status}>
      {statusLabels[status]}
    </span>
  );
}

/** Only priorities above normal have a mark. */
export function PriorityMark({ priority }: { priority: ReadPriority }) {
  if (priority === 'normal') return <span>{priorityLabels.normal}</span>;
  const Icon = priority === 'critical' ? ChevronsUp : ChevronUp;
  return (
    <span className="priority" data-priority={priority}>
      <Icon size={14} strokeWidth={2.5} aria-hidden="true" />
      {priorityLabels[priority]}
    </span>
  );
}
