import { type CalendarDate, dayIn } from '@bitacora/core/domain/calendar';
import { writtenDay, writtenShortDay } from '@bitacora/core/messages/dates';
import { useSession } from '../../use-session.ts';

/** A day in a dense table: '18 nov 26', with the full date on hover. */
export const ShortDay = ({ day }: { day: CalendarDate }) => (
  <time className="short-day" dateTime={day} title={writtenDay(day)}>
    {writtenShortDay(day)}
  </time>
);

/** The business day of an instant, in the same short form. */
export function ShortInstantDay({ at }: { at: Date }) {
  const { zone } = useSession();
  return <ShortDay day={dayIn(zone, at)} />;
}
