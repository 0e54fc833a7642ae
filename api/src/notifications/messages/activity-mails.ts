import type { CalendarDate } from '@bitacora/core/domain/calendar';
import { priorityLabels } from '@bitacora/core/messages/activities/labels';
import { writtenDay } from '@bitacora/core/messages/dates';
import {
  andOthers,
  type DigestBlock,
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
  SUBJECT_LETTERS,
  SUBJECT_LETTERS_OF_SEVERAL,
  TOPIC_LETTERS,
  toTheList,
} from '@bitacora/core/messages/notifications/digest';
import {
  findNewsPhrases,
  isToOwner,
  type News,
  type NewsKind,
  newsActor,
  newsPhrases,
  newsTone,
  type Part,
} from '@bitacora/core/messages/notifications/news-kinds';
import {
  asWritten,
  clipped,
  daysInWords,
  greetingTo,
  joinParts,
  onOneLine,
  pluralize,
  spokenDay,
  timeLeftInWords,
} from '@bitacora/core/messages/phrases';

export interface DueActivity extends Due {
  folio: number;
  topic: string;
  deadlineOn: CalendarDate;
  standing: string;
  assignee: string;
  /** The place in the lists of the web (`urgencyKey`). */
  urgency: number;
  url: string;
  act?: Link | null;
  /** Holds what happened to it, where the same digest says so. */
  news?: readonly News[];
}

const sections: readonly { heading: string; tone: DigestTone; holds: (due: Due) => boolean }[] = [
  { heading: deadlineHeadings.overdue, tone: 'late', holds: ({ isMine, daysLeft }) => isMine && daysLeft < 0 },
  { heading: deadlineHeadings.now, tone: 'soon', holds: ({ isMine, daysLeft }) => isMine && daysLeft >= 0 && daysLeft <= 1 },
  { heading: deadlineHeadings.week, tone: 'soon', holds: ({ isMine, daysLeft }) => isMine && daysLeft > 1 },
  { heading: deadlineHeadings.assigned, tone: 'late', holds: ({ isMine, isSubstituted = false }) => !isMine && !isSubstituted },
  { heading: deadlineHeadings.substituted, tone: 'soon', holds: ({ isSubstituted = false }) => isSubstituted },
];

const dueRow = ({
  folio,
  topic,
  text,
  url,
  act = null,
  daysLeft,
  deadlineOn,
  standing,
  isMine,
  assignee,
  news = [],
}: DueActivity): DigestRow => ({
  folio,
  // In the line of the topic, because fifty lines of their own would make the mail too long for Gmail.
  topic: `${clipped(topic, TOPIC_LETTERS)} · ${standing}`,
  text: clipped(text, ROW_LETTERS),
  url,
  act,
  ...((!isMine || news.length > 0) && {
    detail: [...(isMine ? [] : [`Responsable: ${onOneLine(assignee)}`]), ...news.map(newsWithKind)].join('\n'),
  }),
  state: daysInWords(daysLeft),
  day: writtenDay(deadlineOn),
  tone: daysLeft <= 0 ? 'late' : 'soon',
});

/** A heading counts all there are, the rows are those of `visible`. */
const dueGroups = (all: readonly DueActivity[], visible: readonly DueActivity[]): DigestGroup[] =>
  sections.flatMap(({ heading, tone, holds }) => {
    const rows = visible.filter(holds).map(dueRow);
    const count = all.filter(holds).length.toLocaleString('es-MX');
    return rows.length ? [{ heading: `${heading} · ${count}`, tone, rows }] : [];
  });

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

/**
 * One person's deadlines of one reminder run, section by section, each in the order of the lists (docs/product.md, 7). Days are computed when
 * it is sent.
 */
export function deadlinesDigest(firstName: string, due: readonly DueActivity[], urls: ListUrls, others = 0): DigestContent {
  const activities = [...due].sort((a, b) => a.urgency - b.urgency || a.folio - b.folio);
  const visible = sections.flatMap(({ holds }) => activities.slice(0, MOST_ROWS).filter(holds));
  const asDrawn = [...visible, ...activities.slice(MOST_ROWS)];
  const lists = activities.map(({ isMine, isSubstituted }): List => (isMine ? 'pending' : isSubstituted ? 'substituted' : 'assigned'));
  return {
    subject: deadlinesSubject(asDrawn, others),
    preview: preview(asDrawn),
    greeting: greetingTo(firstName),
    title: `${deadlinesInWords(activities)}.`,
    blocks: [
      { kind: 'table', stateColumn: digestFrame.daysLeft, groups: dueGroups(activities, visible) },
      ...rest(lists.slice(MOST_ROWS), urls),
      toTheList(lists, urls),
    ],
    reason: reasons[inOrder.find((list) => lists.includes(list)) ?? 'assigned'],
  };
}

/** Reminders and news in one digest: news about an activity that is due stand with it. */
export function composeDigest(
  firstName: string,
  due: readonly DueActivity[],
  news: readonly News[],
  urls: ListUrls,
  today: CalendarDate,
): DigestContent {
  if (due.length === 0) return composeNews(firstName, news, urls, today);
  const ofFolio = Map.groupBy(news, ({ folio }) => folio);
  const other = news.filter(({ folio }) => due.every((one) => one.folio !== folio));
  const deadlines = deadlinesDigest(
    firstName,
    due.map((one) => ({ ...one, news: ofFolio.get(one.folio) ?? [] })),
    urls,
    new Set(other.map(({ folio }) => folio)).size,
  );
  if (other.length === 0) return deadlines;
  const rest = newsDigest(firstName, other, urls, today);
  return {
    ...deadlines,
    title: `${deadlines.title} ${rest.title}.`,
    blocks: [...deadlines.blocks, ...rest.blocks],
    reason: `${deadlines.reason} ${rest.reason}`,
  };
}

function newsFacts(news: News, today: CalendarDate): Extract<DigestBlock, { kind: 'activity' }>['facts'] {
  if (news.isLost) return [{ label: 'Folio', value: String(news.folio) }];
  const { state } = findNewsPhrases(news.kind);
  const day = spokenDay(news.deadlineOn, today);
  const isExtended = news.kind === 'extended';
  return [
    { label: 'Folio', value: String(news.folio) },
    { label: 'Tema', value: onOneLine(news.topic) },
    isToOwner(news) ? { label: 'Responsable', value: onOneLine(news.assignee) } : { label: 'Creado por', value: onOneLine(news.owner) },
    { label: 'Prioridad', value: priorityLabels[news.priority] },
    { label: 'Estado', value: news.standing },
    ...(isExtended ? [{ label: 'Fecha anterior', value: spokenDay(news.dueOn, today) }] : []),
    {
      label: isExtended ? 'Nueva fecha' : 'Fecha de entrega',
      ...(state
        ? { value: day }
        : { value: `${day} · ${timeLeftInWords(news.status, news.daysLeft).toLowerCase()}`, tone: newsTone(news) }),
    },
  ];
}

const newsList = ({ kind, inList }: News): List => inList ?? findNewsPhrases(kind).list;

/** An import gives a person one notification, about the most urgent of the activities that it brought. */
const areSeveral = ({ imported = 0 }: News): boolean => imported > 1;
const MOST_URGENT = { paragraph: 'La más urgente:', action: 'Ver la más urgente' };

/** The act if one is open, else the page. Several activities are a list. A reader who may not see the page gets a list; a boss also gets that of the late work. */
function singleAction(news: News, urls: ListUrls): DigestBlock {
  const toList = toTheList([newsList(news)], urls);
  if (news.hasPage === false) return toList;
  const page = { label: findNewsPhrases(news.kind).action, url: news.url };
  if (areSeveral(news) && toList.kind === 'action')
    return { ...toList, others: [...(toList.others ?? []), { ...page, label: MOST_URGENT.action }] };
  const lists = news.inList && toList.kind === 'action' ? [toList.link] : [];
  if (!news.act) return { kind: 'action', link: page, others: lists };
  return { kind: 'action', link: news.act, others: news.act.label === page.label ? lists : [page, ...lists] };
}

const singleReasons: Record<Part, string> = {
  assignee: 'Recibes este correo porque eres responsable de esta actividad.',
  owner: 'Recibes este correo porque eres dueño de esta actividad.',
  formerAssignee: 'Recibes este correo porque eras responsable de esta actividad.',
  commenter: 'Recibes este correo porque comentaste esta actividad.',
  substitute: 'Recibes este correo porque suples a alguien de esta actividad.',
  manager: 'Recibes este correo porque te reporta alguien de esta actividad.',
};
const severalReasons: Record<Part, string> = {
  assignee: 'de las que eres responsable',
  owner: 'de las que eres dueño',
  formerAssignee: 'de las que eras responsable',
  commenter: 'que comentaste',
  substitute: 'de alguien a quien suples',
  manager: 'de alguien que te reporta',
};
const parts = Object.keys(severalReasons) as Part[];
const either = new Intl.ListFormat('es-MX', { type: 'disjunction' });

/** One piece of news: who did what, the activity, and the words that went with it. */
function singleNews(firstName: string, news: News, urls: ListUrls, today: CalendarDate): DigestContent {
  const phrases = findNewsPhrases(news.kind);
  const words = asWritten(phrases.words?.of(news) ?? '');
  const title = phrases.title(news);
  return {
    subject: areSeveral(news) ? title : `${phrases.subject(news, today)}: ${clipped(news.text, SUBJECT_LETTERS)}`,
    preview: words ? `${title}: ${clipped(words, ROW_LETTERS)}` : `${title} · ${onOneLine(news.topic)}`,
    greeting: greetingTo(firstName),
    title,
    blocks: [
      ...(areSeveral(news) ? [{ kind: 'paragraph' as const, text: MOST_URGENT.paragraph }] : []),
      { kind: 'activity', text: asWritten(news.text), facts: newsFacts(news, today) },
      ...(phrases.words && words ? [{ kind: 'quote' as const, label: phrases.words.label, text: words }] : []),
      ...(phrases.advice ? [{ kind: 'paragraph' as const, text: phrases.advice }] : []),
      singleAction(news, urls),
    ],
    reason: areSeveral(news) ? 'Recibes este correo porque eres responsable de estas actividades.' : singleReasons[news.part],
  };
}

/** What others did to one's activities: a single piece has a digest of its own. */
export function composeNews(firstName: string, news: readonly News[], urls: ListUrls, today: CalendarDate): DigestContent {
  const [only, ...others] = news;
  return only && !others.length ? singleNews(firstName, only, urls, today) : newsDigest(firstName, news, urls, today);
}

const kindsInOrder = Object.keys(newsPhrases) as NewsKind[];
const ofKind = (kind: NewsKind, all: readonly News[]) => all.filter((news) => news.kind === kind);

/** The person and their words; acts of the system are described in full. */
function newsDetail(news: News): string {
  const { words, title } = findNewsPhrases(news.kind);
  if (news.by === null || news.imported) return title(news);
  const comment = words?.of(news);
  const who = onOneLine(newsActor(news));
  return comment ? `${who}: ${clipped(comment, ROW_LETTERS)}` : `Por ${who}`;
}

const newsWithKind = (news: News): string => `${findNewsPhrases(news.kind).counts[0]} · ${newsDetail(news)}`;

/** The news of one activity, the most urgent first. */
type OnActivity = readonly [News, ...News[]];

/** News about one activity are drawn once, in the group of the first; a further kind is named. */
function newsRow([news, ...others]: OnActivity): DigestRow {
  const further = others.map((one) => (one.kind === news.kind ? newsDetail(one) : newsWithKind(one)));
  const { state, tone } = findNewsPhrases(news.kind);
  return {
    folio: news.folio,
    topic: clipped(news.topic, TOPIC_LETTERS),
    text: clipped(news.text, ROW_LETTERS),
    url: news.url,
    detail: [newsDetail(news), ...further].join('\n'),
    act: news.act ?? null,
    ...(state
      ? { state, tone }
      : { state: timeLeftInWords(news.status, news.daysLeft), day: writtenDay(news.deadlineOn), tone: newsTone(news) }),
  };
}

/** What happened since the last digest, grouped by kind; a heading counts all there are, the rows are those of `visible`. */
const newsGroups = (all: readonly OnActivity[], visible: readonly OnActivity[]): DigestGroup[] =>
  kindsInOrder.flatMap((kind) => {
    const rows = visible.filter(([first]) => first.kind === kind).map(newsRow);
    const { heading, tone } = findNewsPhrases(kind);
    const count = all.filter(([first]) => first.kind === kind).length;
    return rows.length ? [{ heading: `${heading} · ${count.toLocaleString('es-MX')}`, tone, rows }] : [];
  });

const counts = (all: readonly News[]) =>
  kindsInOrder.flatMap((kind) => {
    const count = ofKind(kind, all).length;
    return count ? [pluralize(count, ...newsPhrases[kind].counts)] : [];
  });

function newsDigest(firstName: string, news: readonly News[], urls: ListUrls, today: CalendarDate): DigestContent {
  const ordered = kindsInOrder.flatMap((kind) => ofKind(kind, news));
  const activities = [...Map.groupBy(ordered, ({ folio }) => folio).values()] as unknown as OnActivity[];
  const ofRows = activities.map(([latest]) => newsList(latest));
  const [first] = ordered as [News];
  const firstInWords = `${findNewsPhrases(first.kind).subject(first, today)}: ${clipped(first.text, SUBJECT_LETTERS_OF_SEVERAL)}`;
  return {
    subject: `${firstInWords}${andOthers(activities.length - 1)}`,
    preview: joinParts(counts(news)),
    greeting: greetingTo(firstName),
    title: `${pluralize(news.length, 'novedad', 'novedades')} en tus actividades`,
    blocks: [
      { kind: 'table', stateColumn: digestFrame.status, groups: newsGroups(activities, activities.slice(0, MOST_ROWS)) },
      ...rest(ofRows.slice(MOST_ROWS), urls),
      toTheList(ofRows, urls),
    ],
    reason: `Recibes este correo por actividades ${either.format(parts.filter((part) => news.some((one) => one.part === part)).map((part) => severalReasons[part]))}.`,
  };
}
