import type { Activity } from '@bitacora/core/domain/activities/activity';
import { fullName, type Person } from '@bitacora/core/domain/people/person';
import { preferenceTexts } from '@bitacora/core/messages/account/preferences';
import { priorityLabels, statusWords } from '@bitacora/core/messages/activities/labels';

export const answerTexts = {
  unexpected: (requestId: string) => `Ocurrió un error inesperado. Si se repite, cita este número: ${requestId}`,
  noPrivacyNotice: 'La empresa todavía no publica su aviso de privacidad en Bitácora. Pídelo a quien administra este sitio.',
} as const;

export const unsubscribeTexts = {
  title: '¿Dejar de recibir estos correos?',
  lead: 'Quita la marca de los que quieres seguir recibiendo. Todo se sigue viendo en los avisos de Bitácora.',
  submit: 'Dejar de recibirlos',
  none: 'Marca al menos uno, o cierra esta página si los quieres todos.',
  doneTitle: 'Ya no recibirás estos correos',
  done: 'Puedes volver a activarlos cuando quieras en tu perfil. Lo que necesita tu cuenta, como un token o un aviso de seguridad, llega siempre.',
  unknownTitle: 'Este enlace no sirve',
  unknown: 'Ábrelo otra vez desde el correo, entero. También puedes elegir tus avisos en tu perfil.',
  preferences: 'Elegir mis avisos',
  kinds: preferenceTexts.kinds,
};

type CalendarActivity = Pick<Activity, 'id' | 'description' | 'status' | 'rejectedAt' | 'requestedTo' | 'priority'> & {
  topic: string;
  isImported: boolean;
};

const TITLE_MAX = 100;
/** Longer texts are cut, because a thousand of them would keep the server busy and the whole text is a click away. */
const TEXT_MAX = 500;

function truncateText(text: string, max: number): string {
  const letters = [...text.slice(0, 2 * max + 1)]; // a letter has two units at most
  if (letters.length <= max) return text;
  const beginning = letters.slice(0, max - 1).join('');
  return `${beginning.trimEnd()}…`;
}

const eventTitle = (text: string) => truncateText(text.replace(/\s+/gu, ' ').trim(), TITLE_MAX);

const eventDetails = (activity: CalendarActivity) => [
  truncateText(activity.description, TEXT_MAX),
  '',
  `Tema: ${activity.topic}`,
  `Prioridad: ${priorityLabels[activity.priority]}`,
  `Estado: ${statusWords(activity)}`,
];

export const calendarTexts = {
  name: 'Bitácora',
  deadline: (activity: CalendarActivity) => `Folio ${activity.id} · ${eventTitle(activity.description)}`,
  deadlineDetails: (activity: CalendarActivity) => eventDetails(activity).join('\n'),
  awaiting: (activity: CalendarActivity) => `Por verificar: folio ${activity.id} · ${eventTitle(activity.description)}`,
  awaitingDetails: (activity: CalendarActivity, assignee: Pick<Person, 'firstName' | 'lastName'>) =>
    [...eventDetails(activity), `Responsable: ${fullName(assignee)}`].join('\n'),
} as const;
