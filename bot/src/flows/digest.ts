import { ApiError } from '@bitacora/core/client';
import type { HistoryEntry } from '@bitacora/core/contract/activities/activity-shapes';
import { type ChosenKind, chosenKinds, deadlineKinds } from '@bitacora/core/domain/notifications/notification';
import { readProof } from '../cards/activity-card.ts';
import { activityToJudge, type CardNotification, digestCard, LEFT, MAX_NOTIFICATIONS } from '../cards/digest-card.ts';
import type { CardSource, FlowContext } from '../flow.ts';

/** These acts of the history cause each kind; reminders of a deadline have no cause. A comment can come with any act. */
const causes: Partial<Record<ChosenKind, readonly string[]>> = {
  assigned: ['register', 'repeat', 'import', 'reassign'],
  verificationRequested: ['complete'],
  verified: ['approve', 'complete'],
  rejected: ['reject'],
  canceled: ['cancel'],
  extended: ['extend'],
  extensionRequested: ['requestExtension', 'reassign'],
  extensionDeclined: ['declineExtension'],
  reminded: ['remind'],
  amended: ['amend'],
  reassigned: ['reassign'],
  seriesStopped: ['stopSeries'],
};

/** Redraws a posted digest from its kinds, folios and causes, as `digestCard` encoded them. */
export const notificationDigest: CardSource = async (context, detail) => {
  const keys = decodeKeys(detail).slice(0, MAX_NOTIFICATIONS);
  const notifications = await Promise.all(keys.map((key) => readNotification(context, key)));
  const present = notifications.filter((notification) => notification !== null);
  const lost = Number(new RegExp(`,${LEFT}\\.(\\d{1,6})$`).exec(detail)?.[1] ?? 0);
  const toJudge = activityToJudge(present, context);
  return digestCard(present, context, {
    proof: toJudge === null ? null : await readProof(context.client, toJudge, context.publicUrl),
    lost,
  });
};

/** Returns the activities of the deadline reminders in a digest. */
export const readReminderIds = (detail: string): number[] => {
  const reminders = decodeKeys(detail).filter(({ kind }) => deadlineKinds.some((deadlineKind) => deadlineKind === kind));
  return [...new Set(reminders.map(({ activityId }) => activityId))];
};

interface NotificationKey {
  kind: ChosenKind;
  activityId: number;
  /** Null for reminders. */
  historyId: number | null;
}

const isId = (number: number) => Number.isSafeInteger(number) && number > 0;

/** Reads `overdue.7.12,commented.9-120.9-121`. Unknown kinds are left out, because a newer server may send them. */
const decodeKeys = (detail: string): NotificationKey[] =>
  detail.split(',').flatMap((group) => {
    const [word = '', ...rest] = group.split('.');
    const kind = chosenKinds.find((chosenKind) => chosenKind === word);
    return rest.flatMap((key) => {
      const [activityId = 0, historyId = 0] = key.split('-').map(Number);
      return kind && isId(activityId) ? [{ kind, activityId, historyId: isId(historyId) ? historyId : null }] : [];
    });
  });

/** Reads the notification with its activity as it is now; null where nothing of it is left for this reader. */
async function readNotification(context: FlowContext, key: NotificationKey): Promise<CardNotification | null> {
  try {
    const [activity, cause] = await Promise.all([context.client.readActivity(key), readCause(context, key)]);
    const note = key.kind === 'commented' ? await readComment(context, key, cause) : (cause?.note ?? null);
    // The comment was withdrawn.
    if (key.kind === 'commented' && note === null) return null;
    return { ...key, activity, actorName: cause?.actorName ?? null, note, imported: cause?.imported };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return key.kind === 'reassigned' ? readLost(context, key) : null;
    throw error;
  }
}

async function readCause({ client }: FlowContext, { kind, activityId, historyId }: NotificationKey): Promise<HistoryEntry | undefined> {
  const acts = causes[kind];
  if (!acts && !historyId) return undefined;
  const entries = await client.listHistory({ activityId });
  if (historyId) return entries.find(({ id }) => id === historyId);
  return entries
    .filter(({ act }) => acts?.includes(act))
    .toSorted((a, b) => a.id - b.id)
    .at(-1);
}

/** Reads the comment that came with an act; null once its author withdrew it. */
async function readComment(
  { client }: FlowContext,
  { activityId }: NotificationKey,
  cause: HistoryEntry | undefined,
): Promise<string | null> {
  const comments = cause ? await client.listComments({ activityId }) : [];
  return comments.find(({ id }) => id === cause?.commentId)?.body ?? null;
}

/** Reads what an earlier assignee may still learn of an activity that they may no longer see: their own list keeps it for 30 days. */
async function readLost({ client }: FlowContext, key: NotificationKey): Promise<CardNotification | null> {
  const { notifications } = await client.listOwnNotifications();
  for (const { kind, actorName, note, others = [], ...own } of notifications) {
    const work = [own, ...others].find(({ activityId }) => activityId === key.activityId);
    if (work && kind === key.kind) return { ...key, activity: null, description: work.description, actorName, note };
  }
  return null;
}
