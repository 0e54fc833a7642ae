import { clipped, daysInWords, joinParts, pluralize } from './phrases.ts';

/** How many letters of an activity a subject shows. */
export const SUBJECT_LETTERS = 70;
export const SUBJECT_LETTERS_OF_SEVERAL = 55;

export interface Due {
  text: string;
  daysLeft: number;
  /** False where the reader assigned it and someone else is to do it. */
  isMine: boolean;
  /** Neither is the reader: they substitute somebody of it. */
  isSubstituted?: boolean;
}

/** The groups of a digest of deadlines, in mail and chat. */
export const deadlineHeadings = {
  overdue: 'Vencidas',
  now: 'Vencen hoy o mañana',
  week: 'Vencen en 7 días',
  assigned: 'Asignadas por ti, vencidas',
  substituted: 'De quienes suples',
} as const;

/** Whose work a deadline is to its reader. */
export const partIn = ({ assigneeId, ownerId }: { assigneeId: number; ownerId: number }, readerId: number) => ({
  isMine: assigneeId === readerId,
  isSubstituted: assigneeId !== readerId && ownerId !== readerId,
});

/** When it is due, as a verb for one and for many; the last one ends at the near window (docs/product.md, 12). */
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

const phrasesOf = (dues: readonly Due[], whose: string) => phrases(dues).map(({ count, verb }) => ({ count, verb: `${whose} ${verb}` }));

/** '1 actividad venció, 2 vencen mañana y 1 que asignaste venció': the noun is said once. */
export function deadlinesInWords(dues: readonly Due[]): string {
  const mine = phrases(dues.filter(({ isMine }) => isMine));
  const others = dues.filter(({ isMine }) => !isMine);
  const assigned = phrasesOf(
    others.filter(({ isSubstituted }) => !isSubstituted),
    'que asignaste',
  );
  const substituted = phrasesOf(
    others.filter(({ isSubstituted }) => isSubstituted),
    'de quienes suples',
  );
  const parts = [...mine, ...assigned, ...substituted].map(({ count, verb }, place) =>
    place ? `${count.toLocaleString('es-MX')} ${verb}` : `${pluralize(count, 'actividad', 'actividades')} ${verb}`,
  );
  return joinParts(parts);
}

/** The first is named, and how many follow. */
export function deadlinesSubject([first, ...others]: readonly Due[]): string {
  if (!first) return '';
  const { length } = others;
  const text = clipped(first.text, length ? SUBJECT_LETTERS_OF_SEVERAL : SUBJECT_LETTERS);
  return `${daysInWords(first.daysLeft)}: ${text}${andOthers(length)}`;
}

/** Of a subject that names the first of several. */
export const andOthers = (count: number): string => (count > 0 ? ` y ${count.toLocaleString('es-MX')} más` : '');
