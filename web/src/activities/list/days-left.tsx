import type { ReadStatus } from '@bitacora/core/domain/activity/activity';
import { signalOf, timelinessOf } from '@bitacora/core/domain/activity/deadline';
import { writtenTimeLeft } from '@bitacora/core/messages/dates';
import { table } from '@bitacora/core/messages/lists';
import { reports } from '@bitacora/core/messages/reports';

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
