/** A wall clock's time as spreadsheets keep it: they know no zone. */
export function localTime(instant: Date, zone: string): Date {
  const wall = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' }).format(instant);
  return new Date(`${wall.replace(' ', 'T')}Z`);
}
