import { type CalendarDate, dayIn, daysBetween } from '@bitacora/core/domain/calendar';
import { writtenInstant, writtenInstantDay } from '@bitacora/core/messages/dates';
import { useSession } from '../app.ts';

/** The business day of an instant, in the company's time zone. */
export function InstantDay({ at }: { at: Date }) {
  const { zone } = useSession();
  return <>{writtenInstantDay(at, zone)}</>;
}

/** The time of an instant in the company's time zone. */
export function Instant({ at }: { at: Date }) {
  const { zone } = useSession();
  return <>{writtenInstant(at, zone)}</>;
}

interface DaysFromProps {
  from: Date;
  /** An instant, or a day of the business. */
  to: Date | CalendarDate;
  children: (days: number) => string;
}

/** Business days from an instant to a day, in words. */
export function DaysFrom({ from, to, children }: DaysFromProps) {
  const { zone } = useSession();
  return <>{children(daysBetween(dayIn(zone, from), to instanceof Date ? dayIn(zone, to) : to))}</>;
}
