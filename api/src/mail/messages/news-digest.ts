import { writtenDay } from '@bitacora/core/messages/dates';
import { type DigestContent, type DigestGroup, type DigestRow, letterFrame } from '@bitacora/core/messages/digest';
import { type ListUrls, MOST_ROWS, ROW_LETTERS, rest, TOPIC_LETTERS, toTheList } from '@bitacora/core/messages/digest-rest';
import { actorOf, type News, type NewsKind, newsPhrasesOf, tellings, toneOf } from '@bitacora/core/messages/news-kinds';
import { clipped, greetingTo, listed, onOneLine, timeLeftInWords } from '@bitacora/core/messages/phrases';
import { pluralize } from '@bitacora/core/messages/pluralize';

const kindsInOrder = Object.keys(tellings) as NewsKind[];
const ofKind = (kind: NewsKind, all: readonly News[]) => all.filter((news) => news.kind === kind);

/** The person and their words; acts of the system are described in full. */
function detailOf(news: News): string {
  const { words, title } = newsPhrasesOf(news.kind);
  if (news.by === null) return title(news);
  const comment = words?.of(news);
  const who = onOneLine(actorOf(news));
  return comment ? `${who}: ${clipped(comment, ROW_LETTERS)}` : `Por ${who}`;
}

function rowOf(news: News): DigestRow {
  const { state, tone } = newsPhrasesOf(news.kind);
  return {
    folio: news.folio,
    topic: clipped(news.topic, TOPIC_LETTERS),
    text: clipped(news.text, ROW_LETTERS),
    url: news.url,
    detail: detailOf(news),
    ...(state
      ? { state, tone }
      : { state: timeLeftInWords(news.status, news.daysLeft), day: writtenDay(news.deadlineOn), tone: toneOf(news) }),
  };
}

/** What happened since the last letter, grouped by kind; a heading counts all there are, the rows are those of `shown`. */
const groupsOf = (all: readonly News[], visible: readonly News[]): DigestGroup[] =>
  kindsInOrder.flatMap((kind) => {
    const rows = ofKind(kind, visible).map(rowOf);
    const { heading, tone } = newsPhrasesOf(kind);
    return rows.length ? [{ heading: `${heading} · ${ofKind(kind, all).length.toLocaleString('es-MX')}`, tone, rows }] : [];
  });

const counts = (all: readonly News[]) =>
  kindsInOrder.flatMap((kind) => {
    const count = ofKind(kind, all).length;
    return count ? [pluralize(count, ...tellings[kind].counts)] : [];
  });

/** Several pieces of news in one letter. */
export function newsDigest(firstName: string, news: readonly News[], urls: ListUrls): DigestContent {
  const ordered = kindsInOrder.flatMap((kind) => ofKind(kind, news));
  const phrases = ordered.map(({ kind }) => newsPhrasesOf(kind).list);
  const subject = `${pluralize(news.length, 'novedad', 'novedades')} en tus actividades`;
  return {
    subject,
    preview: listed(counts(news)),
    greeting: greetingTo(firstName),
    title: subject,
    blocks: [
      { kind: 'table', stateColumn: letterFrame.status, groups: groupsOf(news, ordered.slice(0, MOST_ROWS)) },
      ...rest(phrases.slice(MOST_ROWS), urls),
      toTheList(phrases, urls),
    ],
    reason: 'Recibes este correo porque eres responsable o dueño de estas actividades.',
  };
}
