import type { ActivityView } from '@bitacora/core/contract/activity';
import { isUndelivered } from '@bitacora/core/domain/activity/deadline';
import { deadlineKinds } from '@bitacora/core/domain/notifications/notification';
import type { ChosenKind } from '@bitacora/core/domain/notifications/preference';
import { deadlinesInWords } from '@bitacora/core/messages/deadline-subject';
import { type NewsKind, tellings } from '@bitacora/core/messages/news-kinds';
import { asWritten, clipped } from '@bitacora/core/messages/phrases';
import type { Card, Fact, Group } from '../card.ts';
import { botCards } from '../messages/cards.ts';
import { activityItem } from './activity-item.ts';
import { MOST_ITEMS } from './list-card.ts';
import { happenedOf, newsInWords } from './news-words.ts';
import type { Reader } from './reader.ts';

/** What a person is told of one activity; who did it is null for the system and for deadlines. */
export interface Announced {
  kind: ChosenKind;
  activity: ActivityView;
  actorName: string | null;
  note: string | null;
}

const WORDS_LETTERS = 300;
/** What a card drawn anew still counts, though it shows fewer: more would not fit into its buttons. */
export const MOST_TOLD = 24;
const isDeadline = (kind: ChosenKind) => deadlineKinds.some((each) => each === kind);
const isMine = ({ activity }: Announced, { me }: Reader) => activity.assigneeId === me.id;

/** The groups of a letter about deadlines; what was done since it was posted goes last. */
const deadlineGroups: readonly { heading: string; holds: (announced: Announced, reader: Reader) => boolean }[] = [
  {
    heading: botCards.letter.overdue,
    holds: (one, reader) => isUndelivered(one.activity) && isMine(one, reader) && one.activity.daysLeft < 0,
  },
  {
    heading: botCards.letter.now,
    holds: (one, reader) => isUndelivered(one.activity) && isMine(one, reader) && one.activity.daysLeft <= 1,
  },
  { heading: botCards.letter.week, holds: (one, reader) => isUndelivered(one.activity) && isMine(one, reader) },
  { heading: botCards.letter.assigned, holds: (one) => isUndelivered(one.activity) },
  { heading: botCards.letter.delivered, holds: () => true },
];

const newsKinds = Object.keys(tellings) as NewsKind[];
const newsGroups = newsKinds.map((kind) => ({ heading: tellings[kind].heading, holds: (announced: Announced) => announced.kind === kind }));

/** The words that went with a piece of news, and whose they were. */
function wordsOf(announced: Announced, reader: Reader): Fact[] {
  if (isDeadline(announced.kind)) return [];
  const words = newsInWords(announced.kind as NewsKind, happenedOf(announced, reader));
  return words.map(({ label, value }) => ({ label, value: clipped(asWritten(value), WORDS_LETTERS) }));
}

function titleOf(all: readonly Announced[], reader: Reader): string {
  const [only, ...others] = all;
  if (!only) return botCards.letter.nothingLeft;
  if (!isDeadline(only.kind)) {
    if (!others.length) return tellings[only.kind as NewsKind].title(happenedOf(only, reader));
    return botCards.letter.news(all.length);
  }
  const due = all.filter(({ activity }) => isUndelivered(activity));
  if (!due.length) return botCards.letter.nothingLeft;
  return deadlinesInWords(
    due.map((one) => ({ text: one.activity.description, daysLeft: one.activity.daysLeft, isMine: isMine(one, reader) })),
  );
}

/** Each kind once, with its folios: all of it stands in every button, and Teams has little room. */
const toldIn = (announced: readonly Announced[]): string =>
  [...Map.groupBy(announced, ({ kind }) => kind)]
    .map(([kind, all]) => [kind, ...all.map(({ activity }) => activity.id)].join('.'))
    .join(',');

/** Announcements to one person, drawn with the activities as they are now. An activity is shown once, under the first group that has it. */
export function letterCard(announced: readonly Announced[], reader: Reader): Card {
  const once = [...new Map(announced.map((one) => [`${isDeadline(one.kind) ? '' : one.kind} ${one.activity.id}`, one])).values()];
  const groups = once.some(({ kind }) => isDeadline(kind)) ? deadlineGroups : newsGroups;
  const placeOf = (one: Announced) => groups.findIndex(({ holds }) => holds(one, reader));
  const ordered = once.toSorted(
    (a, b) => placeOf(a) - placeOf(b) || a.activity.daysLeft - b.activity.daysLeft || a.activity.id - b.activity.id,
  );
  const shown = ordered.slice(0, MOST_ITEMS);
  const view = `letter:${toldIn(ordered.slice(0, MOST_TOLD))}`;
  return {
    title: titleOf(once, reader),
    groups: groups.flatMap(({ heading }, place): Group[] => {
      const items = shown
        .filter((one) => placeOf(one) === place)
        .map((one) => activityItem(one.activity, reader, view, wordsOf(one, reader)));
      return items.length ? [{ heading: botCards.heading(heading, ordered.filter((one) => placeOf(one) === place).length), items }] : [];
    }),
    ...(ordered.length > shown.length ? { note: botCards.left(ordered.length - shown.length) } : {}),
    buttons: [{ label: botCards.mine, press: { flow: 'view', view: 'activities:1' } }],
    activityIds: [...new Set(shown.map(({ activity }) => activity.id))],
    press: { flow: 'view', view },
  };
}
