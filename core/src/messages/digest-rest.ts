import type { DigestBlock, Link } from './digest.ts';
import { pluralize } from './phrases.ts';

/** More rows than this are a list to open, not a letter to read. */
export const MOST_ROWS = 50;
/** How many letters of an activity and of its topic a row shows: with fifty rows Gmail still shows all of the letter. */
export const ROW_LETTERS = 120;
export const TOPIC_LETTERS = 60;

/** The lists of the web, the one that asks most first. */
const lists = {
  pending: { open: 'Ver mis pendientes', name: 'tus pendientes' },
  assigned: { open: 'Ver actividades asignadas', name: 'actividades asignadas' },
  substituted: { open: 'Ver lo de quienes suples', name: 'las actividades que suples' },
  history: { open: 'Ver mi historial', name: 'tu historial' },
};
export type List = keyof typeof lists;
const inOrder = Object.keys(lists) as List[];

export type ListUrls = Record<List, string>;

/** What a letter leaves out, each with the list that has it. */
export const rest = (left: readonly List[], urls: ListUrls): DigestBlock[] =>
  inOrder.flatMap((list) => {
    const count = left.filter((each) => each === list).length;
    const label = `${pluralize(count, 'actividad', 'actividades')} más en ${lists[list].name}`;
    return count ? [{ kind: 'link', link: { label, url: urls[list] } }] : [];
  });

/** The list that a letter of several activities leads to. */
export function toTheList(told: readonly List[], urls: ListUrls): DigestBlock {
  const list = inOrder.find((each) => told.includes(each)) ?? 'pending';
  const link: Link = { label: lists[list].open, url: urls[list] };
  return { kind: 'action', link };
}
