import type { Act } from '../../domain/activities/lifecycle.ts';
import { clipped, daysInWords, joinParts, pluralize } from '../phrases.ts';

/** The meaning of a colour in a mail; the words beside it say the same. */
export type DigestTone = 'late' | 'soon' | 'done' | 'wait' | 'off';

export interface Link {
  label: string;
  url: string;
}

export interface DigestRow {
  folio: number;
  topic: string;
  text: string;
  url: string;
  /** Further facts, such as whose it is or why it came back. */
  detail?: string;
  /** 'Vence mañana', and the day that is where it matters. */
  state: string;
  day?: string;
  tone: DigestTone;
  act?: Link | null;
}

export interface DigestGroup {
  heading: string;
  tone: DigestTone;
  rows: readonly DigestRow[];
}

export type DigestBlock =
  | { kind: 'paragraph'; text: string }
  /** The words of a person, with what they are. */
  | { kind: 'quote'; label: string; text: string }
  | { kind: 'activity'; text: string; facts: readonly { label: string; value: string; tone?: DigestTone; url?: string }[] }
  | { kind: 'table'; stateColumn: string; groups: readonly DigestGroup[] }
  | { kind: 'link'; link: Link }
  /** The main act, and other links. */
  | { kind: 'action'; link: Link; others?: readonly Link[] }
  /** The token is for people who type it instead of following the link. */
  | { kind: 'token'; token: string };
export type DigestBlockKind = DigestBlock['kind'];
export type DigestBlockOfKind<K extends DigestBlockKind> = Extract<DigestBlock, { kind: K }>;

/** The content of an email, block after block; the API decides how it looks. Texts are plain, and nobody escaped them. */
export interface DigestContent {
  subject: string;
  preview: string;
  greeting: string;
  title: string;
  blocks: readonly DigestBlock[];
  reason: string;
}

export const digestFrame = {
  product: 'Bitácora',
  motto: 'el trabajo de tu empresa, prometido, hecho, comprobado y verificado.',
  folio: 'Folio',
  activity: 'Tema y actividad',
  daysLeft: 'Días restantes',
  status: 'Estado',
  token: 'Token',
  preferences: 'Elegir mis avisos',
  unsubscribe: 'Dejar de recibir estos correos',
  noReplies: 'Nadie lee las respuestas a este correo.',
  repliesTo: (address: string) => `Si respondes, tu correo llega a ${address}.`,
  contact: 'Contacto',
};

/** The buttons that open an activity with an act ready. Nothing is done before the person confirms it there. */
export const digestActs: Partial<Record<Act, string>> = {
  start: 'Iniciar trabajo',
  resume: 'Reanudar',
  complete: 'Marcar completada',
  approve: 'Revisar y verificar',
  extend: 'Responder la prórroga',
  remind: 'Recordar',
  comment: 'Responder',
};

/** A mail shows at most this many rows; more are a list to open. */
export const MOST_ROWS = 50;
/** A row shows this many letters of an activity and of its topic, so that Gmail still shows all of a mail with fifty rows. */
export const ROW_LETTERS = 120;
export const TOPIC_LETTERS = 60;

/** The lists of the web; the one with the most to do comes first. */
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

/** Names what a mail leaves out, with the list that has it. */
export const rest = (left: readonly List[], urls: ListUrls): DigestBlock[] =>
  inOrder.flatMap((list) => {
    const count = left.filter((each) => each === list).length;
    const label = `${pluralize(count, 'actividad', 'actividades')} más en ${lists[list].name}`;
    return count ? [{ kind: 'link', link: { label, url: urls[list] } }] : [];
  });

/** Links the lists that hold a mail's activities: the one with the most of them is the button, the others stand beside it. */
export function toTheList(ofRows: readonly List[], urls: ListUrls): DigestBlock {
  // Closed work needs nobody to act.
  const listWeight = (list: List) => (list === 'history' ? 0 : ofRows.filter((one) => one === list).length);
  const present = inOrder.filter((list) => ofRows.includes(list)).sort((a, b) => listWeight(b) - listWeight(a));
  const [link = linkTo('pending', urls), ...others] = present.map((list) => linkTo(list, urls));
  return { kind: 'action', link, others };
}

const linkTo = (list: List, urls: ListUrls): Link => ({ label: lists[list].open, url: urls[list] });

export const SUBJECT_LETTERS = 70;
export const SUBJECT_LETTERS_OF_SEVERAL = 55;

export interface Due {
  text: string;
  daysLeft: number;
  /** False where the reader assigned it and someone else is to do it. */
  isMine: boolean;
  /** True when the reader is neither, and substitutes one of them. */
  isSubstituted?: boolean;
}

export const deadlineHeadings = {
  overdue: 'Vencidas',
  now: 'Vencen hoy o mañana',
  week: 'Vencen en 7 días',
  assigned: 'Asignadas por ti, vencidas',
  substituted: 'De quienes suples',
} as const;

/** Separates work of the reader from work that the reader substitutes; the rest is work that they own. */
export const readerRoles = ({ assigneeId, ownerId }: { assigneeId: number; ownerId: number }, readerId: number) => ({
  isMine: assigneeId === readerId,
  isSubstituted: assigneeId !== readerId && ownerId !== readerId,
});

/** Names when it is due, as a verb for one and for many; the last one ends at the near window (docs/product.md, 12). */
const moments: readonly { holds: (days: number) => boolean; one: string; many: string }[] = [
  { holds: (days) => days < 0, one: 'venció', many: 'vencieron' },
  { holds: (days) => days === 0, one: 'vence hoy', many: 'vencen hoy' },
  { holds: (days) => days === 1, one: 'vence mañana', many: 'vencen mañana' },
  { holds: (days) => days > 1, one: 'vence esta semana', many: 'vencen esta semana' },
];

const phrases = (dues: readonly Due[]) =>
  moments.flatMap(({ holds, one, many }) => {
    const count = dues.filter(({ daysLeft }) => holds(daysLeft)).length;
    return count ? [{ count, verb: count === 1 ? one : many }] : [];
  });

const duePhrases = (dues: readonly Due[], whose: string) => phrases(dues).map(({ count, verb }) => ({ count, verb: `${whose} ${verb}` }));

/** Counts deadlines in words with the noun said once: '1 actividad venció, 2 vencen mañana y 1 que asignaste venció'. */
export function deadlinesInWords(dues: readonly Due[]): string {
  const mine = phrases(dues.filter(({ isMine }) => isMine));
  const others = dues.filter(({ isMine }) => !isMine);
  const assigned = duePhrases(
    others.filter(({ isSubstituted }) => !isSubstituted),
    'que asignaste',
  );
  const substituted = duePhrases(
    others.filter(({ isSubstituted }) => isSubstituted),
    'de quienes suples',
  );
  const parts = [...mine, ...assigned, ...substituted].map(({ count, verb }, place) =>
    place ? `${count.toLocaleString('es-MX')} ${verb}` : `${pluralize(count, 'actividad', 'actividades')} ${verb}`,
  );
  return joinParts(parts);
}

/** Names the first deadline, and how many activities follow: `more` of them with news alone. */
export function deadlinesSubject([first, ...others]: readonly Due[], more = 0): string {
  if (!first) return '';
  const length = others.length + more;
  const text = clipped(first.text, length ? SUBJECT_LETTERS_OF_SEVERAL : SUBJECT_LETTERS);
  const whose = first.isMine ? '' : first.isSubstituted ? ', de quien suples' : ', asignada por ti';
  return `${daysInWords(first.daysLeft)}${whose}: ${text}${andOthers(length)}`;
}

export const andOthers = (count: number): string => (count > 0 ? ` y ${count.toLocaleString('es-MX')} más` : '');
