import { type CalendarDate, dayIn } from '@bitacora/core/domain/calendar';
import { writtenDay, writtenShortDay } from '@bitacora/core/messages/dates';
import { useSession } from '../../use-session.ts';

/** A day in a dense table: '18 nov 26' on one line, the whole of it on hover. */
export const ShortDay = ({ day }: { day: CalendarDate }) => (
  <time className="short-day" dateTime={day} title={writtenDay(day)}>
    {writtenShortDay(day)}
  </time>
);

/** The day an instant falls on where the business is, as short. */
export function ShortInstantDay({ at }: { at: Date }) {
  const { zone } = useSession();
  return <ShortDay day={dayIn(zone, at)} />;
}
