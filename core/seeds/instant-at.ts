import type { CalendarDate } from '../src/domain/calendar.ts';

/** The instant at which a wall clock of the zone shows this day and minute; near a change of clocks it may be the other hour. */
export function instantAt(zone: string) {
  const wallClock = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  const shownAt = (instant: number) => Date.parse(`${wallClock.format(instant).replace(' ', 'T')}Z`);
  return (on: CalendarDate, minute: number): Date => {
    const wanted = Date.parse(`${on}T00:00:00Z`) + minute * 60_000;
    return new Date(wanted - (shownAt(wanted) - wanted));
  };
}
