const UNITS = ['kB', 'MB', 'GB', 'TB'] as const;
const format = new Intl.NumberFormat('es-MX', { maximumSignificantDigits: 3 });

/** As people say it: '820 kB', '12.4 GB'. Thousands, not 1,024s, as disks are sold. */
export function writtenBytes(bytes: number): string {
  let size = bytes / 1000;
  let unit = 0;
  for (; size >= 999.5 && unit < UNITS.length - 1; unit += 1) size /= 1000;
  return `${format.format(size)} ${UNITS[unit]}`;
}
