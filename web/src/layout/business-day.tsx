import { type CalendarDate, dayIn, daysBetween } from '@bitacora/core/domain/calendar';
import { writtenInstant, writtenInstantDay } from '@bitacora/core/messages/dates';
import { useSession } from '../use-session.ts';

/** The day an instant falls on where the business is, wherever its reader sits. */
export function InstantDay({ at }: { at: Date }) {
  const { zone } = useSession();
  return <>{writtenInstantDay(at, zone)}</>;
}

/** The wall clock of the business at an instant: a record reads the same wherever it is read. */
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

/** Whole days of the business calendar from an instant on, in words. */
export function DaysFrom({ from, to, children }: DaysFromProps) {
  const { zone } = useSession();
  return <>{children(daysBetween(dayIn(zone, from), to instanceof Date ? dayIn(zone, to) : to))}</>;
}
