import type { CalendarDate } from '@bitacora/core/domain/calendar';
import { writtenDay } from '@bitacora/core/messages/dates';
import {
  type DigestContent,
  type DigestGroup,
  type DigestRow,
  type DigestTone,
  type Due,
  deadlineHeadings,
  deadlinesInWords,
  deadlinesSubject,
  digestFrame,
  type Link,
  type List,
  type ListUrls,
  MOST_ROWS,
  ROW_LETTERS,
  rest,
  TOPIC_LETTERS,
  toTheList,
} from '@bitacora/core/messages/digest';
import { clipped, daysInWords, greetingTo, joinParts, onOneLine } from '@bitacora/core/messages/phrases';

export interface DueActivity extends Due {
  folio: number;
  topic: string;
  deadlineOn: CalendarDate;
  assignee: string;
  url: string;
  act?: Link | null;
}

const sections: readonly { heading: string; tone: DigestTone; holds: (due: Due) => boolean }[] = [
  { heading: deadlineHeadings.overdue, tone: 'late', holds: ({ isMine, daysLeft }) => isMine && daysLeft < 0 },
  { heading: deadlineHeadings.now, tone: 'soon', holds: ({ isMine, daysLeft }) => isMine && daysLeft >= 0 && daysLeft <= 1 },
  { heading: deadlineHeadings.week, tone: 'soon', holds: ({ isMine, daysLeft }) => isMine && daysLeft > 1 },
  { heading: deadlineHeadings.assigned, tone: 'late', holds: ({ isMine, isSubstituted = false }) => !isMine && !isSubstituted },
  { heading: deadlineHeadings.substituted, tone: 'soon', holds: ({ isSubstituted = false }) => isSubstituted },
];

const rowOf = ({ folio, topic, text, url, act = null, daysLeft, deadlineOn, isMine, assignee }: DueActivity): DigestRow => ({
  folio,
  topic: clipped(topic, TOPIC_LETTERS),
  text: clipped(text, ROW_LETTERS),
  url,
  act,
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

const reasons = {
  pending: 'Recibes este correo porque tienes actividades por entregar.',
  assigned: 'Recibes este correo porque asignaste actividades que vencieron.',
  substituted: 'Recibes este correo porque suples a alguien con actividades por entregar.',
} as const;
const inOrder = Object.keys(reasons) as (keyof typeof reasons)[];

/** One person's deadlines of one reminder run, the most urgent first (docs/product.md, 7). Days are computed when it is sent. */
export function deadlinesDigest(firstName: string, due: readonly DueActivity[], urls: ListUrls): DigestContent {
  const activities = [...due].sort((a, b) => a.daysLeft - b.daysLeft || a.folio - b.folio);
  const lists = activities.map(({ isMine, isSubstituted }): List => (isMine ? 'pending' : isSubstituted ? 'substituted' : 'assigned'));
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
    reason: reasons[inOrder.find((list) => lists.includes(list)) ?? 'assigned'],
  };
}
