import type { ReadPriority, ReadStatus } from '../../domain/activities/activity.ts';
import { isUndelivered, NEAR_DAYS, rowSignal, type Signal } from '../../domain/activities/deadline.ts';
import type { CalendarDate } from '../../domain/calendar.ts';
import { daysInWords, importedInWords, onOneLine, spokenDay } from '../phrases.ts';
import type { DigestTone, Link, List } from './digest.ts';

export interface NewsFacts {
  folio: number;
  topic: string;
  text: string;
  priority: ReadPriority;
  status: ReadStatus;
  owner: string;
  assignee: string;
  /** The name of the actor; null where it was the system. */
  by: string | null;
  dueOn: CalendarDate;
  deadlineOn: CalendarDate;
  daysLeft: number;
  /** The actor's own words, or what an amendment or a reassignment changed. */
  comment: string | null;
  resolution: string | null;
  extensionReason: string | null;
  url: string;
  /** The number of activities that an import gave the reader, of which this is the most urgent. */
  imported?: number | undefined;
  /** False where the reader may not see the activity, and `url` leads to a list of theirs. */
  hasPage?: boolean;
  act?: Link | null;
  /** The list that has it, where it is not that of its kind. */
  inList?: List;
}

export interface NewsPhrases {
  /** The words before the activity in the subject of a digest with this one alone. */
  subject: (happened: NewsFacts, today: CalendarDate) => string;
  title: (happened: NewsFacts) => string;
  heading: string;
  /** The words in the summary of several, for one and for many. */
  counts: readonly [string, string];
  tone: DigestTone;
  /** The word in place of the days left, which matter only where the work is still to be done. */
  state?: string;
  words?: { label: string; of: (happened: NewsFacts) => string | null };
  advice?: string;
  action: string;
  /** The list of the web that has it. */
  list: List;
}

/** Days left matter only where the work is still to be done. */
const subjectWithDays = (words: string, news: Pick<NewsFacts, 'status' | 'daysLeft'>): string =>
  isUndelivered(news) ? `${words}, ${daysInWords(news.daysLeft).toLowerCase()}` : words;

const usualPhrases = { tone: 'off', action: 'Ver la actividad', list: 'pending' } as const satisfies Partial<NewsPhrases>;

/** The phrases of each kind of news, the most urgent first. `usualPhrases` hold for what a kind does not name. */
export const newsPhrases = {
  rejected: {
    subject: () => 'Rechazada',
    title: (happened) => `${onOneLine(happened.by ?? happened.owner)} rechazó tu actividad`,
    heading: 'Rechazadas',
    counts: ['rechazada', 'rechazadas'],
    tone: 'late',
    words: { label: 'Comentario', of: ({ comment }) => comment },
    advice: 'Vuelve a tus pendientes: corrige lo que dice el comentario y márcala otra vez como completada.',
  },
  overdueEscalated: {
    subject: () => 'Retraso de días',
    title: ({ assignee }) => `${onOneLine(assignee)} lleva días con una actividad vencida`,
    heading: 'Vencidas de quienes te reportan',
    counts: ['vencida de quien te reporta', 'vencidas de quienes te reportan'],
    tone: 'late',
    advice: 'Te avisamos porque te reporta, directamente o por medio de otra persona. Ayúdale a terminarla, o a pedir otra fecha.',
  },
  verdictOverdue: {
    subject: () => 'Sin veredicto desde hace días',
    title: ({ assignee, owner }) => `${onOneLine(assignee)} espera desde hace días que ${onOneLine(owner)} verifique su entrega`,
    heading: 'Sin veredicto desde hace días',
    counts: ['sin veredicto desde hace días', 'sin veredicto desde hace días'],
    tone: 'wait',
    state: 'Por verificar',
    words: { label: 'Resolución final', of: ({ resolution }) => resolution },
    list: 'verify',
  },
  verificationRequested: {
    subject: () => 'Por verificar',
    title: ({ assignee }) => `${onOneLine(assignee)} terminó una actividad que asignaste`,
    heading: 'Por verificar',
    counts: ['por verificar', 'por verificar'],
    tone: 'wait',
    state: 'Por verificar',
    words: { label: 'Resolución final', of: ({ resolution }) => resolution },
    action: 'Revisar y verificar',
    list: 'verify',
  },
  extensionRequested: {
    subject: () => 'Pide prórroga',
    title: ({ by, assignee }) => `${onOneLine(by ?? assignee)} pide prórroga de una actividad que asignaste`,
    heading: 'Piden prórroga',
    counts: ['pide prórroga', 'piden prórroga'],
    tone: 'wait',
    words: { label: 'Fecha pedida y motivo', of: ({ comment }) => comment },
    list: 'assigned',
  },
  seriesStopped: {
    subject: () => 'Serie detenida',
    title: () => 'Una serie se detuvo: hay cinco sin entregar',
    heading: 'Series detenidas',
    counts: ['serie detenida', 'series detenidas'],
    tone: 'late',
    advice: 'No se registra ninguna más hasta que se entregue o se cancele una de las cinco.',
    list: 'assigned',
  },
  assigned: {
    subject: (news) => (news.daysLeft >= NEAR_DAYS ? 'Nueva actividad' : subjectWithDays('Nueva actividad', news)),
    title: ({ by, imported }) => {
      if (imported) return importedInWords(imported);
      return by ? `${onOneLine(by)} te asignó una actividad` : 'Te toca de nuevo una actividad repetible';
    },
    heading: 'Asignadas a ti',
    counts: ['asignada a ti', 'asignadas a ti'],
  },
  commented: {
    subject: () => 'Comentario',
    title: (happened) => `${onOneLine(happened.by ?? happened.owner)} comentó una actividad`,
    heading: 'Comentarios',
    counts: ['comentario', 'comentarios'],
    words: { label: 'Comentario', of: ({ comment }) => comment },
  },
  extended: {
    subject: ({ deadlineOn }, today) => `Nueva fecha, ${spokenDay(deadlineOn, today)}`,
    title: (happened) => `${onOneLine(happened.by ?? happened.owner)} extendió la fecha de entrega`,
    heading: 'Con nueva fecha',
    counts: ['con nueva fecha', 'con nueva fecha'],
    words: { label: 'Motivo de la extensión', of: ({ extensionReason }) => extensionReason },
  },
  extensionDeclined: {
    subject: () => 'Prórroga no concedida',
    title: (happened) => `${onOneLine(happened.by ?? happened.owner)} no concedió la prórroga`,
    heading: 'Prórrogas no concedidas',
    counts: ['prórroga no concedida', 'prórrogas no concedidas'],
    tone: 'soon',
    words: { label: 'Motivo', of: ({ comment }) => comment },
  },
  reminded: {
    subject: (news) => subjectWithDays('Te recuerdan una actividad', news),
    title: (happened) => `${onOneLine(happened.by ?? happened.owner)} te recuerda una actividad`,
    heading: 'Te recuerdan',
    counts: ['recordatorio', 'recordatorios'],
    tone: 'soon',
    words: { label: 'Mensaje', of: ({ comment }) => comment },
  },
  amended: {
    subject: () => 'Corregida',
    title: (happened) => `${onOneLine(happened.by ?? happened.owner)} corrigió una actividad tuya`,
    heading: 'Corregidas',
    counts: ['corregida', 'corregidas'],
    words: { label: 'Qué cambió', of: ({ comment }) => comment },
  },
  reassigned: {
    subject: () => 'Reasignada',
    title: ({ by, owner }) => `${onOneLine(by ?? owner)} dio una actividad tuya a otra persona`,
    heading: 'Ya no son tuyas',
    counts: ['reasignada', 'reasignadas'],
    state: 'Reasignada',
    words: { label: 'Cambio', of: ({ comment }) => comment },
    advice: 'Ya no tienes que hacerla.',
    action: 'Ver tus pendientes',
  },
  canceled: {
    subject: () => 'Cancelada',
    title: (happened) => `${onOneLine(happened.by ?? happened.owner)} canceló una actividad tuya`,
    heading: 'Canceladas',
    counts: ['cancelada', 'canceladas'],
    state: 'Cancelada',
    advice: 'Ya no tienes que hacerla.',
    list: 'history',
  },
  verified: {
    subject: () => 'Verificada',
    title: (happened) => `${onOneLine(happened.by ?? happened.owner)} verificó tu actividad`,
    heading: 'Verificadas',
    counts: ['verificada', 'verificadas'],
    tone: 'done',
    state: 'Verificada',
    words: { label: 'Comentario', of: ({ comment }) => comment },
    list: 'history',
  },
} satisfies Record<string, Omit<NewsPhrases, keyof typeof usualPhrases> & Partial<NewsPhrases>>;

export type NewsKind = keyof typeof newsPhrases;

/** The recipient's part in the activity, which is the reason of a mail. */
export type Part = 'assignee' | 'owner' | 'formerAssignee' | 'commenter' | 'substitute' | 'manager';
export type News = NewsFacts & {
  standing: string;
  kind: NewsKind;
  part: Part;
  /** The recipient may no longer see the activity. Its text and topic are those that they knew, and no other fact is named. */
  isLost: boolean;
};

export const findNewsPhrases = (kind: NewsKind): NewsPhrases => ({ ...usualPhrases, ...newsPhrases[kind] });

const namesResponsible: readonly NewsKind[] = [
  'verificationRequested',
  'extensionRequested',
  'seriesStopped',
  'overdueEscalated',
  'verdictOverdue',
];

/** Tells whether news names the responsible, as news for the owner or a boss does; other news names the owner. */
export const isToOwner = ({ kind }: Pick<News, 'kind'>): boolean => namesResponsible.includes(kind);

export const newsActor = (news: NewsFacts & { kind: NewsKind }): string => (isToOwner(news) ? news.assignee : (news.by ?? news.owner));

const tones: Record<Signal, DigestTone> = { late: 'late', near: 'soon', verified: 'done', none: 'off' };

/** Returns the tone of a row, from the same signal as in the lists. */
export const newsTone = ({ status, daysLeft }: Pick<NewsFacts, 'status' | 'daysLeft'>): DigestTone => tones[rowSignal(status, daysLeft)];
