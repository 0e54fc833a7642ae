import { writtenDay } from './dates.ts';
import { type Group, type Letter, letterFrame, type Row } from './emails-letter.ts';
import { actorOf, type News, type NewsKind, tellingOf, tellings, toneOf } from './emails-news-kinds.ts';
import { type ListUrls, MOST_ROWS, ROW_LETTERS, rest, TOPIC_LETTERS, toTheList } from './emails-rest.ts';
import { clipped, counted, greetingTo, listed, onOneLine, timeLeftInWords } from './emails-words.ts';

const kindsInOrder = Object.keys(tellings) as NewsKind[];
const ofKind = (kind: NewsKind, all: readonly News[]) => all.filter((news) => news.kind === kind);

/** Who, and the words that went with it; what the system did is told whole. */
function detailOf(news: News): string {
  const { words, title } = tellingOf(news.kind);
  if (news.by === null) return title(news);
  const said = words?.of(news);
  const who = onOneLine(actorOf(news));
  return said ? `${who}: ${clipped(said, ROW_LETTERS)}` : `Por ${who}`;
}

function rowOf(news: News): Row {
  const { state, tone } = tellingOf(news.kind);
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
const groupsOf = (all: readonly News[], shown: readonly News[]): Group[] =>
  kindsInOrder.flatMap((kind) => {
    const rows = ofKind(kind, shown).map(rowOf);
    const { heading, tone } = tellingOf(kind);
    return rows.length ? [{ heading: `${heading} · ${ofKind(kind, all).length.toLocaleString('es-MX')}`, tone, rows }] : [];
  });

const counts = (all: readonly News[]) =>
  kindsInOrder.flatMap((kind) => {
    const count = ofKind(kind, all).length;
    return count ? [counted(count, ...tellings[kind].counts)] : [];
  });

/** Several pieces of news in one letter. */
export function newsDigest(firstName: string, news: readonly News[], urls: ListUrls): Letter {
  const ordered = kindsInOrder.flatMap((kind) => ofKind(kind, news));
  const told = ordered.map(({ kind }) => tellingOf(kind).list);
  const subject = `${counted(news.length, 'novedad', 'novedades')} en tus actividades`;
  return {
    subject,
    preview: listed(counts(news)),
    greeting: greetingTo(firstName),
    title: subject,
    blocks: [
      { kind: 'table', stateColumn: letterFrame.status, groups: groupsOf(news, ordered.slice(0, MOST_ROWS)) },
      ...rest(told.slice(MOST_ROWS), urls),
      toTheList(told, urls),
    ],
    reason: 'Recibes este correo porque eres responsable o dueño de estas actividades.',
  };
}
