import type { CalendarDate } from '@bitacora/core/domain/calendar';
import { writtenDay } from '@bitacora/core/messages/dates';
import { type Due, deadlinesInWords, deadlinesSubject } from '@bitacora/core/messages/deadline-subject';
import { type DigestContent, type DigestGroup, type DigestRow, type DigestTone, digestFrame } from '@bitacora/core/messages/digest';
import { type List, type ListUrls, MOST_ROWS, ROW_LETTERS, rest, TOPIC_LETTERS, toTheList } from '@bitacora/core/messages/digest-rest';
import { clipped, daysInWords, greetingTo, joinParts, onOneLine } from '@bitacora/core/messages/phrases';

export interface DueActivity extends Due {
  folio: number;
  topic: string;
  deadlineOn: CalendarDate;
  assignee: string;
  url: string;
}

const sections: readonly { heading: string; tone: DigestTone; holds: (due: Due) => boolean }[] = [
  { heading: 'Vencidas', tone: 'late', holds: ({ isMine, daysLeft }) => isMine && daysLeft < 0 },
  { heading: 'Vencen hoy o mañana', tone: 'soon', holds: ({ isMine, daysLeft }) => isMine && daysLeft >= 0 && daysLeft <= 1 },
  { heading: 'Vencen esta semana', tone: 'soon', holds: ({ isMine, daysLeft }) => isMine && daysLeft > 1 },
  { heading: 'Asignadas por ti, vencidas', tone: 'late', holds: ({ isMine }) => !isMine },
];

const rowOf = ({ folio, topic, text, url, daysLeft, deadlineOn, isMine, assignee }: DueActivity): DigestRow => ({
  folio,
  topic: clipped(topic, TOPIC_LETTERS),
  text: clipped(text, ROW_LETTERS),
  url,
  ...(isMine ? {} : { detail: `Responsable: ${onOneLine(assignee)}` }),
  state: daysInWords(daysLeft),
  day: writtenDay(deadlineOn),
  tone: daysLeft <= 0 ? 'late' : 'soon',
});

/** A heading counts all there are, the rows are those of `shown`. */
const groupsOf = (all: readonly DueActivity[], visible: readonly DueActivity[]): DigestGroup[] =>
  sections.flatMap(({ heading, tone, holds }) => {
    const rows = visible.filter(holds).map(rowOf);
    const count = all.filter(holds).length.toLocaleString('es-MX');
    return rows.length ? [{ heading: `${heading} · ${count}`, tone, rows }] : [];
  });

/** The two most urgent by name, and how many follow. */
function preview(activities: readonly DueActivity[]): string {
  const first = activities.slice(0, 2).map(({ text, daysLeft }) => `${clipped(text, 60)} (${daysInWords(daysLeft).toLowerCase()})`);
  const others = activities.length - first.length;
  return joinParts([...first, ...(others ? [`${others.toLocaleString('es-MX')} más`] : [])]);
}

/** One person's deadlines of one reminder run, the most urgent first (docs/product.md, 7). Days are computed when it is sent. */
export function deadlinesDigest(firstName: string, due: readonly DueActivity[], urls: ListUrls): DigestContent {
  const activities = [...due].sort((a, b) => a.daysLeft - b.daysLeft || a.folio - b.folio);
  const lists = activities.map(({ isMine }): List => (isMine ? 'pending' : 'assigned'));
  return {
    subject: deadlinesSubject(activities),
    preview: preview(activities),
    greeting: greetingTo(firstName),
    title: deadlinesInWords(activities).replace(/^1 /, 'Una '),
    blocks: [
      { kind: 'table', stateColumn: digestFrame.daysLeft, groups: groupsOf(activities, activities.slice(0, MOST_ROWS)) },
      ...rest(lists.slice(MOST_ROWS), urls),
      toTheList(lists, urls),
    ],
    reason: lists.includes('pending')
      ? 'Recibes este correo porque tienes actividades por entregar.'
      : 'Recibes este correo porque asignaste actividades que vencieron.',
  };
}
