import { writtenDay } from './dates.ts';
import { type Block, type Letter, letterFrame, type Row } from './emails-letter.ts';
import { isMine, type News, type NewsKind, tellingOf, tellings, toneOf } from './emails-news-kinds.ts';
import { type Lists, MOST_ROWS, ROW_LETTERS, rest, toTheList } from './emails-rest.ts';
import { clipped, counted, daysInWords, greetingTo, listed, onOneLine } from './emails-words.ts';

const kindsInOrder = Object.keys(tellings) as NewsKind[];

function rowOf(news: News): Row {
  const { state, tone, words, title } = tellingOf(news.kind);
  const said = words?.of(news);
  return {
    folio: news.folio,
    topic: clipped(news.topic, ROW_LETTERS),
    text: clipped(news.text, ROW_LETTERS),
    url: news.url,
    detail: said
      ? `${onOneLine(isMine(news) ? (news.by ?? news.owner) : news.assignee)}: ${clipped(said, ROW_LETTERS)}`
      : onOneLine(title(news)),
    state: state ?? daysInWords(news.daysLeft),
    day: writtenDay(news.deadlineOn),
    tone: state ? tone : toneOf(news.daysLeft),
  };
}

/** What happened since the last letter, grouped by kind. */
export function newsDigest(firstName: string, all: readonly News[], lists: Lists): Letter {
  const ordered = kindsInOrder.flatMap((kind) => all.filter((news) => news.kind === kind));
  const shown = ordered.slice(0, MOST_ROWS);
  const left = ordered.slice(MOST_ROWS);
  const groups = kindsInOrder.flatMap((kind) => {
    const count = all.filter((news) => news.kind === kind).length;
    return count ? [{ kind, count, rows: shown.filter((news) => news.kind === kind).map(rowOf) }] : [];
  });
  const subject = `${counted(all.length, 'novedad', 'novedades')} en tus actividades`;
  return {
    subject,
    preview: listed(groups.map(({ kind, count }) => counted(count, ...tellings[kind].counts))),
    greeting: greetingTo(firstName),
    title: subject,
    blocks: [
      ...groups
        .filter(({ rows }) => rows.length)
        .map(({ kind, count, rows }): Block => {
          const { heading, tone, state } = tellingOf(kind);
          const stateColumn = state ? letterFrame.status : letterFrame.daysLeft;
          return { kind: 'table', heading: `${heading} · ${count.toLocaleString('es-MX')}`, stateColumn, tone, rows };
        }),
      ...rest(
        left.map((news) => ({ isMine: isMine(news) })),
        lists,
      ),
      toTheList(
        ordered.map((news) => ({ isMine: isMine(news) })),
        lists,
      ),
    ],
    reason: 'Recibes este correo porque eres responsable o dueño de estas actividades.',
  };
}
