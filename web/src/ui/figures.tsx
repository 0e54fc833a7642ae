import { type Timeliness, timelinessOf } from '@bitacora/core/domain/activity/deadline';
import type { Activity } from '../activities/activity.ts';

type Dated = Pick<Activity, 'status' | 'daysLeft'>;

const isAmong = (group: readonly Timeliness[]) => (activity: Dated) => group.includes(timelinessOf(activity.status, activity.daysLeft));

/** Someone still has to do it: not delivered, not closed. */
export const isUndone = isAmong(['late', 'today', 'soon', 'later']);
/** Past its day. What is due today is still in time, though its row is as red (docs/product.md, 3). */
export const isOverdue = isAmong(['late']);
export const isNear = isAmong(['today', 'soon']);

export const countOf = <Item,>(items: readonly Item[], is: (item: Item) => boolean): number => items.filter(is).length;

/** '12 pendientes · 3 con retraso'; figures of nothing are left out, lateness stands out. */
export function Figures({ parts, none }: { parts: readonly { text: string; count: number; isLate?: boolean }[]; none: string }) {
  const visible = parts.filter(({ count }) => count > 0);
  if (visible.length === 0) return none;
  return visible.map(({ text, isLate: late }, at) => (
    <span key={text}>
      {at > 0 && <span className="muted"> · </span>}
      <span className={late ? 'late' : undefined}>{text}</span>
    </span>
  ));
}
