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
  verify: { open: 'Abrir «Por verificar»', name: '«Por verificar»' },
  assigned: { open: 'Ver actividades asignadas', name: 'actividades asignadas' },
  team: { open: 'Ver lo vencido de quienes te reportan', name: 'lo vencido de quienes te reportan' },
  substituted: { open: 'Ver lo de quienes suples', name: 'las actividades que suples' },
  history: { open: 'Ver mi historial', name: 'tu historial' },
  notifications: { open: 'Ver mis avisos', name: 'tus avisos' },
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

/** The lists that hold a letter's activities: the one with the most of them is the button, the others stand beside it. */
export function toTheList(ofRows: readonly List[], urls: ListUrls): DigestBlock {
  // What is over asks for nothing.
  const weightOf = (list: List) => (list === 'history' ? 0 : ofRows.filter((one) => one === list).length);
  const present = inOrder.filter((list) => ofRows.includes(list)).sort((a, b) => weightOf(b) - weightOf(a));
  const [link = linkTo('pending', urls), ...others] = present.map((list) => linkTo(list, urls));
  return { kind: 'action', link, others };
}

const linkTo = (list: List, urls: ListUrls): Link => ({ label: lists[list].open, url: urls[list] });
