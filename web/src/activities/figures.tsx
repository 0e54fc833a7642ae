import { isOpen } from '@bitacora/core/domain/activity';
import { NEAR_DAYS } from '@bitacora/core/domain/deadline';
import type { Activity } from './views.ts';

type Dated = Pick<Activity, 'status' | 'daysLeft'>;

/** Someone still has to do it: not delivered, not closed. */
export const isUndone = ({ status }: Pick<Activity, 'status'>) => isOpen(status) && status !== 'completed';
/** Past its day, as the reports count it. What is due today is still in time, though its row is as red (specification, section 4). */
export const isOverdue = (activity: Dated) => isUndone(activity) && activity.daysLeft < 0;
export const isNear = (activity: Dated) => isUndone(activity) && activity.daysLeft >= 0 && activity.daysLeft <= NEAR_DAYS;

export const countOf = <Item,>(items: readonly Item[], is: (item: Item) => boolean): number => items.filter(is).length;

/** '12 pendientes · 3 con retraso'; figures of nothing are left out, lateness stands out. */
export function Figures({ parts, none }: { parts: readonly { text: string; count: number; isLate?: boolean }[]; none: string }) {
  const told = parts.filter(({ count }) => count > 0);
  if (told.length === 0) return none;
  return told.map(({ text, isLate: late }, at) => (
    <span key={text}>
      {at > 0 && <span className="muted"> · </span>}
      <span className={late ? 'late' : undefined}>{text}</span>
    </span>
  ));
}
