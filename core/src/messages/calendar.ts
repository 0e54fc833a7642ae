import type { Activity } from '../domain/activity.ts';
import { fullName, type Person } from '../domain/person.ts';
import { priorityLabels, statusLabels } from './labels.ts';

type Told = Pick<Activity, 'id' | 'description' | 'status' | 'priority'> & { topic: string };

const TITLE_MAX = 100;

/** The beginning of a text, on one line. */
function titleOf(text: string): string {
  const letters = [...text.replace(/\s+/gu, ' ').trim()];
  return letters.length <= TITLE_MAX
    ? letters.join('')
    : `${letters
        .slice(0, TITLE_MAX - 1)
        .join('')
        .trimEnd()}…`;
}

const detailsOf = ({ description, topic, priority, status }: Told) => [
  description,
  '',
  `Tema: ${topic}`,
  `Prioridad: ${priorityLabels[priority]}`,
  `Estado: ${statusLabels[status]}`,
];

/** One's calendar as a calendar program shows it (decisions, section 7). */
export const calendarTexts = {
  name: 'Bitácora',
  deadline: (activity: Told) => `Folio ${activity.id} · ${titleOf(activity.description)}`,
  deadlineDetails: (activity: Told) => detailsOf(activity).join('\n'),
  awaiting: (activity: Told) => `Por verificar: folio ${activity.id} · ${titleOf(activity.description)}`,
  awaitingDetails: (activity: Told, assignee: Pick<Person, 'firstName' | 'lastName'>) =>
    [...detailsOf(activity), `Responsable: ${fullName(assignee)}`].join('\n'),
} as const;
