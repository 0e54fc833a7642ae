import { ApiError } from '@bitacora/core/client';
import type { HistoryEntry } from '@bitacora/core/contract/activity';
import { type ChosenKind, chosenKinds } from '@bitacora/core/domain/notifications/preference';
import { type CardNotification, digestCard, MAX_NOTIFICATIONS } from '../cards/digest-card.ts';
import type { CardSource, FlowContext } from '../flow.ts';

/** The acts of the history that cause each kind; reminders have no cause. */
const causes: Partial<Record<ChosenKind, readonly string[]>> = {
  assigned: ['register', 'repeat', 'reassign'],
  verificationRequested: ['complete'],
  verified: ['approve'],
  rejected: ['reject'],
  canceled: ['cancel'],
  extended: ['extend'],
};

/** Redraws a posted digest from its kinds and folios, as `digestCard` encoded them. */
export const notificationDigest: CardSource = async (context, detail) => {
  const keys = decodeKeys(detail).slice(0, MAX_NOTIFICATIONS);
  const notifications = await Promise.all(keys.map((key) => readNotification(context, key)));
  return digestCard(
    notifications.filter((one) => one !== null),
    context,
  );
};

interface NotificationKey {
  kind: string;
  folio: string;
}

/** `overdue.7.12,dueSoon.9`; cards of earlier releases repeat the kind beside each folio. */
const decodeKeys = (detail: string): NotificationKey[] =>
  detail.split(',').flatMap((group) => {
    const [kind = '', ...folios] = group.split('.');
    return folios.map((folio) => ({ kind, folio }));
  });

/** The notification with its activity as it is now; null where the person may not see the activity. */
async function readNotification(context: FlowContext, { kind: word, folio }: NotificationKey): Promise<CardNotification | null> {
  const kind = chosenKinds.find((one) => one === word);
  const activityId = Number(folio);
  if (!kind || !Number.isSafeInteger(activityId) || activityId < 1) return null;
  try {
    const [activity, cause] = await Promise.all([context.client.readActivity({ activityId }), readCause(context, kind, activityId)]);
    return { kind, activity, actorName: cause?.actorName ?? null, note: cause?.note ?? null };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

async function readCause({ client }: FlowContext, kind: ChosenKind, activityId: number): Promise<HistoryEntry | undefined> {
  const acts = causes[kind];
  if (!acts) return undefined;
  const entries = (await client.listHistory({ activityId })).filter(({ act }) => acts.includes(act));
  return entries.toSorted((one, other) => one.id - other.id).at(-1);
}
