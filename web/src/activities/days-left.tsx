import type { Status } from '@bitacora/core/domain/activity';
import { signalOf } from '@bitacora/core/domain/deadline';
import { writtenDaysLeft } from '@bitacora/core/messages/dates';

/** '3 días', 'Vence hoy', '2 días de retraso', in the colour of its signal. */
export function DaysLeft({ activity }: { activity: { status: Status; daysLeft: number } }) {
  return (
    <span className="days" data-signal={signalOf(activity.status, activity.daysLeft)}>
      {writtenDaysLeft(activity.daysLeft)}
    </span>
  );
}
