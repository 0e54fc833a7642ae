import type { ActivityView } from '@bitacora/core/contract/activity';
import { deadlineOf, isUndelivered } from '@bitacora/core/domain/activity/deadline';
import { deadlineKinds } from '@bitacora/core/domain/notifications/notification';
import type { ChosenKind } from '@bitacora/core/domain/notifications/preference';
import { assigneeName, ownerName } from '@bitacora/core/domain/people/person';
import { deadlinesInWords } from '@bitacora/core/messages/deadline-subject';
import { actorOf, type Happened, type NewsKind, newsPhrasesOf, tellings } from '@bitacora/core/messages/news-kinds';
import { asWritten, clipped } from '@bitacora/core/messages/phrases';
import type { Card, CardFact, Group } from '../card.ts';
import { botCards } from '../messages/cards.ts';
import { activityItem, type CardReader, consultUrl } from './activity-card.ts';
import { MOST_ITEMS } from './list-card.ts';

/** One notification of a digest; the actor is null for the system and for reminders. */
export interface CardNotification {
  kind: ChosenKind;
  activity: ActivityView;
  actorName: string | null;
  note: string | null;
}

const MAX_COMMENT = 300;
/** A redrawn card counts at most these, because each button holds all their keys. */
export const MAX_NOTIFICATIONS = 24;
const isDeadline = (kind: ChosenKind) => deadlineKinds.some((each) => each === kind);
const isMine = ({ activity }: CardNotification, { me }: CardReader) => activity.assigneeId === me.id;

/** The groups of a digest of reminders; activities delivered since go last. */
const deadlineGroups: readonly { heading: string; holds: (notification: CardNotification, reader: CardReader) => boolean }[] = [
  {
    heading: botCards.digest.overdue,
    holds: (one, reader) => isUndelivered(one.activity) && isMine(one, reader) && one.activity.daysLeft < 0,
  },
  {
    heading: botCards.digest.now,
    holds: (one, reader) => isUndelivered(one.activity) && isMine(one, reader) && one.activity.daysLeft <= 1,
  },
  { heading: botCards.digest.week, holds: (one, reader) => isUndelivered(one.activity) && isMine(one, reader) },
  { heading: botCards.digest.assigned, holds: (one) => isUndelivered(one.activity) },
  { heading: botCards.digest.delivered, holds: () => true },
];

const newsKinds = Object.keys(tellings) as NewsKind[];
const newsGroups = newsKinds.map((kind) => ({ heading: tellings[kind].heading, holds: ({ kind: one }: CardNotification) => one === kind }));

/** The facts of a notification: who did it, and their comment. */
function newsFacts(notification: CardNotification, reader: CardReader): CardFact[] {
  if (isDeadline(notification.kind)) return [];
  const kind = notification.kind as NewsKind;
  const happened = happenedOf(notification, reader);
  const { words } = newsPhrasesOf(kind);
  const comment = words?.of(happened);
  return [
    { label: botCards.digest.by, value: shorten(actorOf({ ...happened, kind })) },
    ...(words && comment ? [{ label: words.label, value: shorten(comment) }] : []),
  ];
}
const shorten = (text: string) => clipped(asWritten(text), MAX_COMMENT);

/** The input of the sentences that emails use too. */
function happenedOf({ activity, actorName, note }: CardNotification, reader: CardReader): Happened {
  const { id, topic, description, priority, status, dueOn, daysLeft, resolution, extensionReason } = activity;
  return {
    folio: id,
    topic,
    text: description,
    priority,
    status,
    dueOn,
    daysLeft,
    resolution,
    extensionReason,
    owner: ownerName(activity),
    assignee: assigneeName(activity),
    by: actorName,
    deadlineOn: deadlineOf(activity),
    comment: note,
    url: consultUrl(activity, reader),
  };
}

function titleOf(all: readonly CardNotification[], reader: CardReader): string {
  const [only, ...others] = all;
  if (!only) return botCards.digest.nothingLeft;
  if (!isDeadline(only.kind)) {
    if (!others.length) return tellings[only.kind as NewsKind].title(happenedOf(only, reader));
    return botCards.digest.news(all.length);
  }
  const due = all.filter(({ activity }) => isUndelivered(activity));
  if (!due.length) return botCards.digest.nothingLeft;
  return deadlinesInWords(
    due.map((one) => ({ text: one.activity.description, daysLeft: one.activity.daysLeft, isMine: isMine(one, reader) })),
  );
}

/** Each kind once, with its folios, because every button holds the whole text and Teams limits its length. */
const encodeKeys = (notifications: readonly CardNotification[]): string =>
  [...Map.groupBy(notifications, ({ kind }) => kind)]
    .map(([kind, all]) => [kind, ...all.map(({ activity }) => activity.id)].join('.'))
    .join(',');

/** Notifications to one person with the activities as they are now. Each activity is in the first group that holds it. */
export function digestCard(notifications: readonly CardNotification[], reader: CardReader): Card {
  const once = [...new Map(notifications.map((one) => [`${isDeadline(one.kind) ? '' : one.kind} ${one.activity.id}`, one])).values()];
  const groups = once.some(({ kind }) => isDeadline(kind)) ? deadlineGroups : newsGroups;
  const placeOf = (one: CardNotification) => groups.findIndex(({ holds }) => holds(one, reader));
  const ordered = once.toSorted(
    (a, b) => placeOf(a) - placeOf(b) || a.activity.daysLeft - b.activity.daysLeft || a.activity.id - b.activity.id,
  );
  const visible = ordered.slice(0, MOST_ITEMS);
  const view = `letter:${encodeKeys(ordered.slice(0, MAX_NOTIFICATIONS))}`;
  return {
    title: titleOf(once, reader),
    groups: groups.flatMap(({ heading }, place): Group[] => {
      const items = visible
        .filter((one) => placeOf(one) === place)
        .map((one) => activityItem(one.activity, reader, view, newsFacts(one, reader)));
      return items.length ? [{ heading: botCards.heading(heading, ordered.filter((one) => placeOf(one) === place).length), items }] : [];
    }),
    ...(ordered.length > visible.length ? { note: botCards.left(ordered.length - visible.length) } : {}),
    buttons: [{ label: botCards.mine, press: { flow: 'view', view: 'activities:1' } }],
    activityIds: [...new Set(visible.map(({ activity }) => activity.id))],
    press: { flow: 'view', view },
  };
}
