import type { CalendarDate } from '@bitacora/core/domain/calendar';
import { SUBJECT_LETTERS } from '@bitacora/core/messages/deadline-subject';
import type { DigestBlock, DigestContent } from '@bitacora/core/messages/digest';
import { type ListUrls, ROW_LETTERS } from '@bitacora/core/messages/digest-rest';
import { priorityLabels } from '@bitacora/core/messages/labels';
import { isToOwner, type News, newsPhrasesOf, toneOf } from '@bitacora/core/messages/news-kinds';
import { asWritten, clipped, greetingTo, onOneLine, spokenDay, timeLeftInWords } from '@bitacora/core/messages/phrases';
import { newsDigest } from './news-digest.ts';

function factsOf(news: News, today: CalendarDate): Extract<DigestBlock, { kind: 'activity' }>['facts'] {
  const { state } = newsPhrasesOf(news.kind);
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
function singleNews(firstName: string, news: News, today: CalendarDate): DigestContent {
  const phrases = newsPhrasesOf(news.kind);
  const words = asWritten(phrases.words?.of(news) ?? '');
  const title = phrases.title(news);
  return {
    subject: `${phrases.subject(news, today)}: ${clipped(news.text, SUBJECT_LETTERS)}`,
    preview: words ? `${title}: ${clipped(words, ROW_LETTERS)}` : `${title} · ${onOneLine(news.topic)}`,
    greeting: greetingTo(firstName),
    title,
    blocks: [
      { kind: 'activity', text: asWritten(news.text), facts: factsOf(news, today) },
      ...(phrases.words && words ? [{ kind: 'quote' as const, label: phrases.words.label, text: words }] : []),
      ...(phrases.advice ? [{ kind: 'paragraph' as const, text: phrases.advice }] : []),
      { kind: 'action', link: { label: phrases.action, url: news.url } },
    ],
    reason: `Recibes este correo porque eres ${isToOwner(news) ? 'dueño' : 'responsable'} de esta actividad.`,
  };
}

/** What others did to one's activities: a single piece has a letter of its own. */
export function composeNews(firstName: string, news: readonly News[], urls: ListUrls, today: CalendarDate): DigestContent {
  const [only, ...others] = news;
  return only && !others.length ? singleNews(firstName, only, today) : newsDigest(firstName, news, urls);
}
