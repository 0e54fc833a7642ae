import type { ReadStatus } from '../domain/activities/activity.ts';
import { judgeTimeliness } from '../domain/activities/deadline.ts';
import type { CalendarDate } from '../domain/calendar.ts';
import { statusLabels } from './activities/labels.ts';
import { deliveredText, writtenWeekday } from './dates.ts';

const UNITS = ['kB', 'MB', 'GB', 'TB'] as const;
const format = new Intl.NumberFormat('es-MX', { maximumSignificantDigits: 3 });

/** Writes bytes as people say them: '820 kB', '12.4 GB'. A kB is 1,000 bytes, as disks are sold. */
export function writtenBytes(bytes: number): string {
  let size = bytes / 1000;
  let unit = 0;
  for (; size >= 999.5 && unit < UNITS.length - 1; unit += 1) size /= 1000;
  return `${format.format(size)} ${UNITS[unit]}`;
}

/** '1,200'. */
export const writtenNumber = (count: number): string => count.toLocaleString('es-MX');

/** '1 actividad', '2 actividades', '1,200 actividades'. */
export const pluralize = (count: number, one: string, many: string): string => `${writtenNumber(count)} ${count === 1 ? one : many}`;

/** What sentences call the administrator's command: as people type it in a clone. */
export const ADMIN_COMMAND = 'npm run admin --';
/** Names the command as people type it where the server is. */
export const nameCommand = (text: string, adminCommand: string): string => text.replaceAll(ADMIN_COMMAND, adminCommand);

/** What one notification says of all work that an import gave to a person. */
export const importedInWords = (count: number): string =>
  count === 1 ? 'Se importó una actividad a tu nombre' : `Se importaron ${writtenNumber(count)} actividades a tu nombre`;

/** Writes a count that ends at one more than `most`: '12', 'más de 99'. */
export const countedTo = (most: number, count: number): string => (count > most ? `más de ${most}` : writtenNumber(count));

/** Characters that turn the reading direction of what follows, and controls other than line breaks: a mail must not contain them. */
const DISTURBING = /[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

/** Returns a person's words with their line breaks and nothing that disturbs the text around them. */
export const asWritten = (text: string): string =>
  text
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .split('\n')
    .map((line) => line.replace(/\t/g, ' ').replace(DISTURBING, ''))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

/** Returns a person's words on one line, for subjects, names and cells. */
export const onOneLine = (text: string): string => asWritten(text).replace(/\s+/gu, ' ');

const letters = new Intl.Segmenter('es-MX', { granularity: 'grapheme' });

/** Returns a text on one line and at most `most` letters long; a longer one ends at a word, with an ellipsis. */
export function clipped(text: string, most: number): string {
  const line = onOneLine(text);
  const all = [...letters.segment(line)];
  if (all.length <= most) return line;
  const cut = line.slice(0, all[most - 1]?.index);
  const atWord = cut.slice(0, cut.lastIndexOf(' ') + 1).trimEnd();
  return `${atWord.length > cut.length * 0.7 ? atWord : cut}…`;
}

const list = new Intl.ListFormat('es-MX', { type: 'conjunction' });

/** 'una', 'una y otra', 'una, otra y la tercera'. */
export const joinParts = (parts: readonly string[]): string => list.format(parts);

/** 'viernes 27 de noviembre', and the year where it is not this one. */
export function spokenDay(day: CalendarDate, today: CalendarDate): string {
  return day.slice(0, 4) === today.slice(0, 4) ? writtenWeekday(day) : `${writtenWeekday(day)} de ${day.slice(0, 4)}`;
}

/** 'Quedan 3 días', 'Vence mañana', 'Vence hoy', '2 días de retraso'. */
export function daysInWords(days: number): string {
  if (days < 0) return `${pluralize(-days, 'día', 'días')} de retraso`;
  if (days === 0) return 'Vence hoy';
  return days === 1 ? 'Vence mañana' : `Quedan ${writtenNumber(days)} días`;
}

/** Writes the days left in words, 'Entregada' for work that waits for its verdict, and the status of closed work. */
export function timeLeftInWords(status: ReadStatus, days: number): string {
  const timeliness = judgeTimeliness(status, days);
  if (timeliness === 'closed') return statusLabels[status];
  return timeliness === 'delivered' ? deliveredText : daysInWords(days);
}

export const greetingTo = (firstName: string): string => `Hola, ${clipped(firstName, 60)}:`;
