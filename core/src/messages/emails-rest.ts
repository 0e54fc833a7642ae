import type { Block } from './emails-letter.ts';
import { counted } from './emails-words.ts';

/** More rows than this are a list to open, not a letter to read. */
export const MOST_ROWS = 50;
/** How many letters of an activity a row shows; the consult page has them all. */
export const ROW_LETTERS = 140;

/** Where the lists are. */
export interface Lists {
  pendingUrl: string;
  assignedUrl: string;
}

/** What a letter leaves out, with the list that has it. */
export function rest(left: readonly { isMine: boolean }[], { pendingUrl, assignedUrl }: Lists): Block[] {
  const mine = left.filter(({ isMine }) => isMine).length;
  const more = (count: number, where: string, url: string): Block[] =>
    count ? [{ kind: 'link', link: { label: `${counted(count, 'actividad', 'actividades')} más en ${where}`, url } }] : [];
  return [...more(mine, 'tus pendientes', pendingUrl), ...more(left.length - mine, 'actividades asignadas', assignedUrl)];
}

/** The list that a letter of several activities leads to: one's own work before that of others. */
export const toTheList = (shown: readonly { isMine: boolean }[], { pendingUrl, assignedUrl }: Lists): Block => ({
  kind: 'action',
  link: shown.some(({ isMine }) => isMine)
    ? { label: 'Ver mis pendientes', url: pendingUrl }
    : { label: 'Ver actividades asignadas', url: assignedUrl },
});
