import type { ActivityView } from '@bitacora/core/contract/activities/activity';
import { deadlineOf, isUndelivered } from '@bitacora/core/domain/activities/deadline';
import { actsOpenTo, maySee } from '@bitacora/core/domain/activities/policy';
import { newsKey } from '@bitacora/core/domain/notifications/delivery';
import { type ChosenKind, deadlineKinds, escalationKinds } from '@bitacora/core/domain/notifications/notification';
import { assigneeName, ownerName } from '@bitacora/core/domain/people/person';
import { deadlineHeadings, deadlinesInWords, partIn } from '@bitacora/core/messages/notifications/digest';
import { actorOf, type NewsFacts, type NewsKind, newsPhrases, newsPhrasesOf } from '@bitacora/core/messages/notifications/news-kinds';
import { asWritten, clipped } from '@bitacora/core/messages/phrases';
import type { Card, CardFact, Group, Item } from '../card.ts';
import { botCards } from '../messages/bot.ts';
import { activityItem, type CardReader, consultUrl, proofFactsOf, type VerdictProof } from './activity-card.ts';

/** One notification of a digest; the actor is null for the system and for reminders. */
export interface CardNotification {
  kind: ChosenKind;
  activityId: number;
  /** Null where the reader may no longer see it: the card then has folio, actor and note. */
  activity: ActivityView | null;
  /** The act that caused it; null for reminders. */
  historyId: number | null;
  actorName: string | null;
  note: string | null;
  /** An import gave the responsible so many open activities. */
  imported?: number | undefined;
}

type NotificationWithView = CardNotification & { activity: ActivityView };
const isSeen = (notification: CardNotification): notification is NotificationWithView => notification.activity !== null;

const MAX_COMMENT = 300;
/** Slack has room for so many; Teams shows what fits. */
const MOST_ITEMS = 15;
/** A redrawn card counts at most these, because each button holds all their keys. */
export const MAX_NOTIFICATIONS = 24;
const MAX_KEY_LETTERS = 280;
/** Stands among the kinds of the keys, before the number of notifications without a key. */
export const LEFT = 'left';
const isDeadline = (kind: ChosenKind) => deadlineKinds.some((each) => each === kind);
const partOf = ({ activity }: CardNotification, { me }: CardReader) => (activity ? partIn(activity, me.id) : null);
const isMine = (one: CardNotification, reader: CardReader) => partOf(one, reader)?.isMine ?? false;
const isDue = ({ activity }: CardNotification) => activity !== null && isUndelivered(activity);
const daysLeftOf = ({ activity }: CardNotification) => activity?.daysLeft ?? Number.POSITIVE_INFINITY;

/** The groups of a digest of reminders; activities delivered since go last. */
const deadlineGroups: readonly { heading: string; holds: (notification: CardNotification, reader: CardReader) => boolean }[] = [
  { heading: deadlineHeadings.overdue, holds: (one, reader) => isDue(one) && isMine(one, reader) && daysLeftOf(one) < 0 },
  { heading: deadlineHeadings.now, holds: (one, reader) => isDue(one) && isMine(one, reader) && daysLeftOf(one) <= 1 },
  { heading: deadlineHeadings.week, holds: (one, reader) => isDue(one) && isMine(one, reader) },
  { heading: deadlineHeadings.assigned, holds: (one, reader) => isDue(one) && !partOf(one, reader)?.isSubstituted },
  { heading: deadlineHeadings.substituted, holds: isDue },
  { heading: botCards.digest.delivered, holds: () => true },
];

const newsKinds = Object.keys(newsPhrases) as NewsKind[];
const newsGroups = newsKinds.map((kind) => ({
  heading: newsPhrases[kind].heading,
  holds: ({ kind: one }: CardNotification) => one === kind,
}));

/** The facts of a notification: who did it, and their comment. */
function newsFacts(notification: NotificationWithView, reader: CardReader): CardFact[] {
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

/** Without a link, because its page would not open. */
const lostItem = ({ kind, activityId, actorName, note }: CardNotification): Item => ({
  title: botCards.activityTitle(activityId),
  facts: [
    ...(actorName ? [{ label: botCards.digest.by, value: shorten(actorName) }] : []),
    ...(note ? [{ label: newsPhrasesOf(kind as NewsKind).words?.label ?? '', value: shorten(note) }] : []),
    { label: botCards.digest.lostLabel, value: botCards.digest.lost },
  ],
  buttons: [],
});

const shorten = (text: string) => clipped(asWritten(text), MAX_COMMENT);

/** The input of the sentences that emails use too. */
function happenedOf({ activity, actorName, note, imported }: NotificationWithView, reader: CardReader): NewsFacts {
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
    imported: partIn(activity, reader.me.id).isMine ? imported : undefined,
    url: consultUrl(activity, reader),
  };
}

function titleOf(all: readonly CardNotification[], reader: CardReader): string {
  const [only, ...others] = all;
  if (!only) return botCards.digest.nothingLeft;
  if (!isDeadline(only.kind)) {
    if (others.length) return botCards.digest.news(all.length);
    const kind = only.kind as NewsKind;
    return isSeen(only) ? newsPhrases[kind].title(happenedOf(only, reader)) : newsPhrases[kind].heading;
  }
  const due = all.filter(isSeen).filter(isDue);
  if (!due.length) return botCards.digest.nothingLeft;
  return deadlinesInWords(
    due.map((one) => ({ text: one.activity.description, daysLeft: one.activity.daysLeft, ...partIn(one.activity, reader.me.id) })),
  );
}

/** Each kind once, with folios and causes, because every button holds the whole text and Teams limits its length. */
const encodeKeys = (notifications: readonly CardNotification[]): string =>
  [...Map.groupBy(notifications, ({ kind }) => kind)]
    .map(([kind, all]) =>
      [kind, ...all.map(({ activityId, historyId }) => (historyId ? `${activityId}-${historyId}` : activityId))].join('.'),
    )
    .join(',');

/** `lost` are those that an earlier card could not name. */
function keysOf(ordered: readonly CardNotification[], lost: number): string {
  let counted = ordered.slice(0, MAX_NOTIFICATIONS);
  while (encodeKeys(counted).length > MAX_KEY_LETTERS) counted = counted.slice(0, -1);
  const left = ordered.length - counted.length + lost;
  return left > 0 ? `${encodeKeys(counted)},${LEFT}.${left}` : encodeKeys(counted);
}

/** An activity has one reminder on a card, of any kind. */
const identityOf = ({ kind, activityId, historyId }: CardNotification) =>
  isDeadline(kind) ? String(activityId) : newsKey(kind, activityId, historyId);

/** A boss who may not see the activity gets its facts without link and buttons, because they would lead nowhere. */
function itemOf(one: NotificationWithView, reader: CardReader, view: string, proof: VerdictProof | null): Item {
  const facts = [...newsFacts(one, reader), ...(proof ? proofFactsOf(proof) : [])];
  const item = { ...activityItem(one.activity, reader, view, facts), ...(proof ? { images: proof.images } : {}) };
  if (!escalationKinds.some((kind) => kind === one.kind) || maySee(reader.me, one.activity)) return item;
  const { url: _, ...unlinked } = item;
  return { ...unlinked, buttons: [] };
}

/** The only activity of a digest that waits for its reader's verdict: there is room for its proof. */
export function activityToJudge(notifications: readonly CardNotification[], reader: Pick<CardReader, 'me'>): number | null {
  const [only, ...others] = notifications;
  if (!only?.activity || others.length > 0 || only.kind !== 'verificationRequested') return null;
  return actsOpenTo(reader.me, only.activity).has('approve') ? only.activityId : null;
}

interface DigestOptions {
  proof?: VerdictProof | null;
  /** Notifications that the card was posted with and cannot name any more. */
  lost?: number;
}

/** Notifications to one person with the activities as they are now. Each activity is in the first group that holds it. */
export function digestCard(
  notifications: readonly CardNotification[],
  reader: CardReader,
  { proof = null, lost = 0 }: DigestOptions = {},
): Card {
  const once = [...new Map(notifications.map((one) => [identityOf(one), one])).values()];
  const groups = once.some(({ kind }) => isDeadline(kind)) ? deadlineGroups : newsGroups;
  const placeOf = (one: CardNotification) => groups.findIndex(({ holds }) => holds(one, reader));
  const ordered = once.toSorted(
    (a, b) => placeOf(a) - placeOf(b) || Math.sign(daysLeftOf(a) - daysLeftOf(b)) || a.activityId - b.activityId,
  );
  const visible = ordered.slice(0, MOST_ITEMS);
  const view = `letter:${keysOf(ordered, lost)}`;
  return {
    title: titleOf(once, reader),
    groups: groups.flatMap(({ heading }, place): Group[] => {
      const items = visible
        .filter((one) => placeOf(one) === place)
        .map((one) => (isSeen(one) ? itemOf(one, reader, view, proof) : lostItem(one)));
      return items.length ? [{ heading: botCards.heading(heading, ordered.filter((one) => placeOf(one) === place).length), items }] : [];
    }),
    buttons: [
      ...(ordered.some((one) => isDeadline(one.kind) && isDue(one))
        ? [{ label: botCards.digest.snooze, press: { flow: 'snooze', view } }]
        : []),
      { label: botCards.mine, press: { flow: 'view', view: 'activities:1' } },
    ],
    others: { count: ordered.length - visible.length + lost, press: { flow: 'view', view: 'activities:2' } },
    activityIds: [...new Set(visible.filter(isSeen).map(({ activityId }) => activityId))],
    press: { flow: 'view', view },
  };
}
