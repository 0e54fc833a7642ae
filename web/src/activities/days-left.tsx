import { isOpen, type Status } from '@bitacora/core/domain/activity';
import { signalOf } from '@bitacora/core/domain/deadline';
import { writtenDaysLeft } from '@bitacora/core/messages/dates';
import { table } from '@bitacora/core/messages/lists';

/** '3 días', 'Vence hoy', '2 días de retraso', in the colour of its signal. What is closed has no days left to count. */
export function DaysLeft({ activity: { status, daysLeft } }: { activity: { status: Status; daysLeft: number } }) {
  if (!isOpen(status)) return <span className="muted">{table.notApplicable}</span>;
  return (
    <span className="days" data-signal={signalOf(status, daysLeft)}>
      {writtenDaysLeft(daysLeft)}
    </span>
  );
}
