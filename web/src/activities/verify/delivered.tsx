import { dayIn, daysBetween } from '@bitacora/core/domain/calendar';
import { inbox } from '../../messages/inbox.ts';
import { useSession } from '../../use-session.ts';
import './delivered.css';

/** Days after which a wait is long, and too long. */
const LONG_DAYS = 3;
export const TOO_LONG_DAYS = 7;

const urgencyOf = (days: number) => (days >= TOO_LONG_DAYS ? 'late' : days >= LONG_DAYS ? 'soon' : 'fresh');

/** How long a delivery has waited, in words and as a bar that is full after two weeks. */
export function WaitingTime({ at }: { at: Date }) {
  const { zone, today } = useSession();
  const days = Math.max(0, daysBetween(dayIn(zone, at), today));
  return (
    <span className="delivered" data-urgency={urgencyOf(days)}>
      <span>{inbox.deliveredAgo(days)}</span>
      <span className="delivered-bar" aria-hidden="true">
        <span style={{ width: `${Math.min(100, (100 * (days + 1)) / (2 * TOO_LONG_DAYS))}%` }} />
      </span>
    </span>
  );
}
