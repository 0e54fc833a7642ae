import type { Act } from '../domain/activity/lifecycle.ts';

/** What a colour means in a letter; the words beside it say the same. */
export type DigestTone = 'late' | 'soon' | 'done' | 'wait' | 'off';

export interface Link {
  label: string;
  url: string;
}

/** One activity in a table. */
export interface DigestRow {
  folio: number;
  topic: string;
  text: string;
  url: string;
  /** What there is to say besides, such as whose it is or why it came back. */
  detail?: string;
  /** 'Vence mañana', and the day that is where it matters. */
  state: string;
  day?: string;
  tone: DigestTone;
  /** Opens the activity with an act ready. */
  act?: Link | null;
}

/** Rows of one table that belong together. */
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
  /** The one thing to do, and what else leads on. */
  | { kind: 'action'; link: Link; others?: readonly Link[] }
  /** For people who type it instead of following the link. */
  | { kind: 'token'; token: string };
export type DigestBlockKind = DigestBlock['kind'];
export type DigestBlockOf<K extends DigestBlockKind> = Extract<DigestBlock, { kind: K }>;

/** What an email says, block after block; how it looks is the API's. Texts are plain, and nobody escaped them. */
export interface DigestContent {
  subject: string;
  /** What a list of mails shows behind the subject. */
  preview: string;
  greeting: string;
  title: string;
  blocks: readonly DigestBlock[];
  /** Why the person gets it. */
  reason: string;
}

/** The frame of every digest. */
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
  remind: 'Recordar',
  comment: 'Responder',
};
