import type { CalendarDate } from '../domain/calendar.ts';
import { SUBJECT_LETTERS } from './emails-deadline-subject.ts';
import type { Block, Letter } from './emails-letter.ts';
import { newsDigest } from './emails-news-digest.ts';
import { isToOwner, type News, tellingOf, toneOf } from './emails-news-kinds.ts';
import { type ListUrls, ROW_LETTERS } from './emails-rest.ts';
import { asWritten, clipped, greetingTo, onOneLine, spokenDay, timeLeftInWords } from './emails-words.ts';
import { priorityLabels } from './labels.ts';

function factsOf(news: News, today: CalendarDate): Extract<Block, { kind: 'activity' }>['facts'] {
  const { state } = tellingOf(news.kind);
  const day = spokenDay(news.deadlineOn, today);
  const isExtended = news.kind === 'extended';
  return [
    { label: 'Folio', value: String(news.folio) },
    { label: 'Tema', value: onOneLine(news.topic) },
    isToOwner(news) ? { label: 'Responsable', value: onOneLine(news.assignee) } : { label: 'Asignada por', value: onOneLine(news.owner) },
    { label: 'Prioridad', value: priorityLabels[news.priority] },
    ...(isExtended ? [{ label: 'Fecha anterior', value: spokenDay(news.dueOn, today) }] : []),
    {
      label: isExtended ? 'Nueva fecha' : 'Fecha de entrega',
      ...(state ? { value: day } : { value: `${day} · ${timeLeftInWords(news.status, news.daysLeft).toLowerCase()}`, tone: toneOf(news) }),
    },
  ];
}

/** One piece of news: who did what, the activity, and the words that went with it. */
function oneLetter(firstName: string, news: News, today: CalendarDate): Letter {
  const telling = tellingOf(news.kind);
  const words = asWritten(telling.words?.of(news) ?? '');
  const title = telling.title(news);
  return {
    subject: `${telling.subject(news, today)}: ${clipped(news.text, SUBJECT_LETTERS)}`,
    preview: words ? `${title}: ${clipped(words, ROW_LETTERS)}` : `${title} · ${onOneLine(news.topic)}`,
    greeting: greetingTo(firstName),
    title,
    blocks: [
      { kind: 'activity', text: asWritten(news.text), facts: factsOf(news, today) },
      ...(telling.words && words ? [{ kind: 'quote' as const, label: telling.words.label, text: words }] : []),
      ...(telling.advice ? [{ kind: 'paragraph' as const, text: telling.advice }] : []),
      { kind: 'action', link: { label: telling.action, url: news.url } },
    ],
    reason: `Recibes este correo porque eres ${isToOwner(news) ? 'dueño' : 'responsable'} de esta actividad.`,
  };
}

/** What others did to one's activities: a single piece has a letter of its own. */
export function newsLetter(firstName: string, news: readonly News[], urls: ListUrls, today: CalendarDate): Letter {
  const [only, ...others] = news;
  return only && !others.length ? oneLetter(firstName, only, today) : newsDigest(firstName, news, urls);
}
