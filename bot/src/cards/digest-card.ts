import type { ActivityView } from '@bitacora/core/contract/activities/activity-shapes';
import { effectiveDeadline, isUndelivered } from '@bitacora/core/domain/activities/deadline';
import { actsOpenTo, maySee } from '@bitacora/core/domain/activities/policy';
import { newsKey } from '@bitacora/core/domain/notifications/delivery';
import { type ChosenKind, deadlineKinds, escalationKinds } from '@bitacora/core/domain/notifications/notification';
import { assigneeName, ownerName } from '@bitacora/core/domain/people/person';
import { deadlineHeadings, deadlinesInWords, readerRoles } from '@bitacora/core/messages/notifications/digest';
import { findNewsPhrases, type NewsFacts, type NewsKind, newsActor, newsPhrases } from '@bitacora/core/messages/notifications/news-kinds';
import { asWritten, clipped } from '@bitacora/core/messages/phrases';
import type { Card, CardFact, Group, Item } from '../card.ts';
import { botCards } from '../messages/bot.ts';
import { activityItem, type CardReader, consultUrl, proofFacts, type VerdictProof } from './activity-card.ts';

/** The actor is null for the system and for reminders. */
export interface CardNotification {
  kind: ChosenKind;
  activityId: number;
  /** Null where the reader may no longer see it: the card then has folio, actor and note. */
  activity: ActivityView | null;
  /** Its text, as the reader knew it. */
  description?: string | null | undefined;
  /** The act that caused it; null for reminders. */
  historyId: number | null;
  actorName: string | null;
  note: string | null;
  /** The number of open activities that an import gave to the assignee. */
  imported?: number | undefined;
}

type NotificationWithView = CardNotification & { activity: ActivityView };
const isSeen = (notification: CardNotification): notification is NotificationWithView => notification.activity !== null;

const MAX_COMMENT = 300;
/** Slack has room for this number of items; Teams shows what fits. */
const MOST_ITEMS = 15;
/** A redrawn card counts at most these, because each button holds all their keys. */
export const MAX_NOTIFICATIONS = 24;
const MAX_KEY_LETTERS = 280;
/** In the keys of a card it takes the place of a kind, before the number of notifications without a key. */
export const LEFT = 'left';
const isDeadline = (kind: ChosenKind) => deadlineKinds.some((each) => each === kind);
const readerPart = ({ activity }: CardNotification, { me }: CardReader) => (activity ? readerRoles(activity, me.id) : null);
const isMine = (notification: CardNotification, reader: CardReader) => readerPart(notification, reader)?.isMine ?? false;
const isDue = ({ activity }: CardNotification) => activity !== null && isUndelivered(activity);
const countDaysLeft = ({ activity }: CardNotification) => activity?.daysLeft ?? Number.POSITIVE_INFINITY;

/** A digest of reminders has these groups; activities that were delivered since then go last. */
const deadlineGroups: readonly { heading: string; holds: (notification: CardNotification, reader: CardReader) => boolean }[] = [
  {
    heading: deadlineHeadings.overdue,
    holds: (notification, reader) => isDue(notification) && isMine(notification, reader) && countDaysLeft(notification) < 0,
  },
  {
    heading: deadlineHeadings.now,
    holds: (notification, reader) => isDue(notification) && isMine(notification, reader) && countDaysLeft(notification) <= 1,
  },
  { heading: deadlineHeadings.week, holds: (notification, reader) => isDue(notification) && isMine(notification, reader) },
  {
    heading: deadlineHeadings.assigned,
    holds: (notification, reader) => isDue(notification) && !readerPart(notification, reader)?.isSubstituted,
  },
  { heading: deadlineHeadings.substituted, holds: isDue },
  { heading: botCards.digest.delivered, holds: () => true },
];

const newsKinds = Object.keys(newsPhrases) as NewsKind[];
const newsGroups = newsKinds.map((kind) => ({
  heading: newsPhrases[kind].heading,
  holds: (notification: CardNotification) => notification.kind === kind,
}));

/** Names the actor, unless the activity names them as its responsible, and quotes their comment. One of several is a line with its kind. */
function newsFacts(notification: NotificationWithView, reader: CardReader, isAlone: boolean): CardFact[] {
  if (isDeadline(notification.kind)) return [];
  const kind = notification.kind as NewsKind;
  const facts = newsInput(notification, reader);
  const { words, heading } = findNewsPhrases(kind);
  const actor = newsActor({ ...facts, kind });
  const comment = words?.of(facts);
  if (!isAlone) return [{ label: words?.label ?? heading, value: shorten(comment ? `${actor}: ${comment}` : actor) }];
  return [
    ...(actor === facts.assignee && !isMine(notification, reader) ? [] : [{ label: botCards.digest.by, value: shorten(actor) }]),
    ...(words && comment ? [{ label: words.label, value: shorten(comment) }] : []),
  ];
}

/** Has no link, because its page would not open. */
const lostItem = ({ kind, activityId, description, actorName, note }: CardNotification): Item => ({
  title: description ? `${activityId} · ${shorten(description)}` : botCards.activityTitle(activityId),
  facts: [
    ...(actorName ? [{ label: botCards.digest.by, value: shorten(actorName) }] : []),
    ...(note ? [{ label: findNewsPhrases(kind as NewsKind).words?.label ?? '', value: shorten(note) }] : []),
    { label: botCards.digest.lostLabel, value: botCards.digest.lost },
  ],
  buttons: [],
});

const shorten = (text: string) => clipped(asWritten(text), MAX_COMMENT);

/** Builds the input of the sentences that emails use too. */
function newsInput({ activity, actorName, note, imported }: NotificationWithView, reader: CardReader): NewsFacts {
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
    deadlineOn: effectiveDeadline(activity),
    comment: note,
    imported: readerRoles(activity, reader.me.id).isMine ? imported : undefined,
    url: consultUrl(activity, reader),
  };
}

function digestTitle(all: readonly CardNotification[], reader: CardReader): string {
  const [only, ...others] = all;
  const news = all.filter(({ kind }) => !isDeadline(kind));
  if (only && news.length === 1 && others.length === 0) {
    const kind = only.kind as NewsKind;
    return isSeen(only) ? newsPhrases[kind].title(newsInput(only, reader)) : newsPhrases[kind].heading;
  }
  const due = all.filter((notification) => isDeadline(notification.kind) && isDue(notification)).filter(isSeen);
  const dueWords = deadlinesInWords(
    due.map((notification) => ({
      text: notification.activity.description,
      daysLeft: notification.activity.daysLeft,
      ...readerRoles(notification.activity, reader.me.id),
    })),
  );
  const parts = [...(due.length ? [dueWords] : []), ...(news.length ? [botCards.digest.news(news.length)] : [])];
  return parts.join('. ') || botCards.digest.nothingLeft;
}

/** Names each kind once, with folios and causes, because every button holds the whole text and Teams limits its length. */
const encodeKeys = (notifications: readonly CardNotification[]): string =>
  [...Map.groupBy(notifications, ({ kind }) => kind)]
    .map(([kind, all]) =>
      [kind, ...all.map(({ activityId, historyId }) => (historyId ? `${activityId}-${historyId}` : activityId))].join('.'),
    )
    .join(',');

/** `lost` counts those that an earlier card could not name. */
function digestKeys(ordered: readonly CardNotification[], lost: number): string {
  let named = ordered.slice(0, MAX_NOTIFICATIONS);
  while (encodeKeys(named).length > MAX_KEY_LETTERS) named = named.slice(0, -1);
  const left = ordered.length - named.length + lost;
  return left > 0 ? `${encodeKeys(named)},${LEFT}.${left}` : encodeKeys(named);
}

/** A card has at most one reminder of an activity, of any kind. */
const notificationIdentity = ({ kind, activityId, historyId }: CardNotification) =>
  isDeadline(kind) ? String(activityId) : newsKey(kind, activityId, historyId);

/** A boss who may not see the activity gets its facts without link and buttons, because they would lead nowhere. */
function notificationItem(
  [notification, ...others]: readonly [NotificationWithView, ...NotificationWithView[]],
  reader: CardReader,
  view: string,
  proof: VerdictProof | null,
): Item {
  const news = [notification, ...others].flatMap((one) => newsFacts(one, reader, others.length === 0));
  const facts = [...news, ...(proof ? proofFacts(proof) : [])];
  const item = { ...activityItem(notification.activity, reader, view, facts), ...(proof ? { images: proof.images } : {}) };
  if (!escalationKinds.some((kind) => kind === notification.kind) || maySee(reader.me, notification.activity)) return item;
  const { url: _, ...unlinked } = item;
  return { ...unlinked, buttons: [] };
}

/** Finds the activity that waits for its reader's verdict where a digest has only this one, because there is room for its proof. */
export function activityToJudge(notifications: readonly CardNotification[], reader: Pick<CardReader, 'me'>): number | null {
  const [only, ...others] = notifications;
  if (!only?.activity || others.length > 0 || only.kind !== 'verificationRequested') return null;
  return actsOpenTo(reader.me, only.activity).has('approve') ? only.activityId : null;
}

interface DigestOptions {
  proof?: VerdictProof | null;
  /** Counts the notifications that the card was posted with and cannot name any more. */
  lost?: number;
}

/** Draws the notifications of one person with the activities as they are now. Each activity is drawn once, in the first group that holds it. */
export function digestCard(
  notifications: readonly CardNotification[],
  reader: CardReader,
  { proof = null, lost = 0 }: DigestOptions = {},
): Card {
  const once = [...new Map(notifications.map((notification) => [notificationIdentity(notification), notification])).values()];
  const groups = [
    ...deadlineGroups.map((group) => ({ ...group, isDue: true })),
    ...newsGroups.map((group) => ({ ...group, isDue: false })),
  ];
  const findGroup = (notification: CardNotification) =>
    groups.findIndex(({ isDue, holds }) => isDue === isDeadline(notification.kind) && holds(notification, reader));
  const ordered = once.toSorted(
    (a, b) => findGroup(a) - findGroup(b) || Math.sign(countDaysLeft(a) - countDaysLeft(b)) || a.activityId - b.activityId,
  );
  const activities = [...Map.groupBy(ordered, ({ activityId }) => activityId).values()] as [CardNotification, ...CardNotification[]][];
  const visible = activities.slice(0, MOST_ITEMS);
  const view = `letter:${digestKeys(ordered, lost)}`;
  return {
    title: digestTitle(once, reader),
    groups: groups.flatMap(({ heading }, index): Group[] => {
      const items = visible
        .filter(([first]) => findGroup(first) === index)
        .map(([first, ...others]) =>
          isSeen(first) ? notificationItem([first, ...others.filter(isSeen)], reader, view, proof) : lostItem(first),
        );
      const count = activities.filter(([first]) => findGroup(first) === index).length;
      return items.length ? [{ heading: botCards.heading(heading, count), items }] : [];
    }),
    buttons: [
      ...(ordered.some((notification) => isDeadline(notification.kind) && isDue(notification))
        ? [{ label: botCards.digest.snooze, press: { flow: 'snooze', view } }]
        : []),
      { label: botCards.mine, press: { flow: 'view', view: 'activities:1' } },
    ],
    others: { count: activities.length - visible.length + lost, press: { flow: 'view', view: 'activities:2' } },
    activityIds: visible.flatMap(([first]) => (isSeen(first) ? first.activityId : [])),
    press: { flow: 'view', view },
  };
}
