import { isOpen, type Status } from '@bitacora/core/domain/activity';
import { daysLeftShown, signalOf } from '@bitacora/core/domain/deadline';
import { writtenDaysLeft } from '@bitacora/core/messages/dates';
import { table } from '@bitacora/core/messages/lists';
import { reports } from '@bitacora/core/messages/reports';

/** '3 días', 'Vence hoy', '2 días de retraso', in the colour of its signal. What is closed has no days left to count. */
export function DaysLeft({ activity: { status, daysLeft } }: { activity: { status: Status; daysLeft: number } }) {
  if (!isOpen(status)) return <span className="muted">{table.notApplicable}</span>;
  return (
    <span className="days" data-signal={signalOf(status, daysLeft)}>
      {writtenDaysLeft(daysLeft)}
    </span>
  );
}

/** The same at Home, where delivered work shows 0 (specification, section 4). */
export function DaysLeftAtHome({ activity }: { activity: { status: Status; daysLeft: number } }) {
  const { status, daysLeft } = activity;
  if (daysLeftShown(status, daysLeft) !== daysLeft) return <span className="days">{reports.days(0)}</span>;
  return <DaysLeft activity={activity} />;
}
