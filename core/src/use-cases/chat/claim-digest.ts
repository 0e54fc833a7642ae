import type { ChatAddress, ChatService } from '../../domain/notifications/chat.ts';
import { CHAT_DIGEST_MS, CHAT_LEASE_MS } from '../../domain/notifications/chat-work.ts';
import { newsKinds } from '../../domain/notifications/notification.ts';
import { quietHours } from '../../domain/notifications/quiet-hours.ts';
import type { Privileges } from '../../domain/people/person.ts';
import type { ClaimedDigest } from '../../persistence/outbox.ts';
import { latestPerKind, type NotifiedActivity, notificationRefOf, onePerActivity, readNotified } from '../notifications/read-notified.ts';
import type { OpenUseCase } from '../use-case.ts';

export interface ChatDigest {
  address: ChatAddress;
  recipient: Privileges & { firstName: string };
  notified: NotifiedActivity[];
  /** The newest history row of the activities; later acts are not in the digest. */
  seenHistoryId: number;
}

/** Claims a digest that one of these services can deliver, by the same rules as mail. */
export const claimDigest: OpenUseCase<{ services: readonly ChatService[]; zone: string }, ClaimedDigest | null> = async ({
  repos,
  input,
  now,
}) => {
  const { services, zone } = input;
  const resting = (await repos.holidays.all()).map(({ day }) => day);
  const reach = { services, dueSince: new Date(now.getTime() - CHAT_DIGEST_MS) };
  return repos.outbox.claim({ channel: 'chat', leaseMs: CHAT_LEASE_MS, quiet: quietHours(zone, now, resting), reach }, now);
};

/**
 * The current content of a claimed digest. Null if nothing of it holds or its person left, and it ends; also null if the account was
 * unlinked, and it goes by email. Runs in its own transaction, because it waits on activity locks; taking them while holding a user
 * row could deadlock.
 */
export const composeChatDigest: OpenUseCase<ClaimedDigest, ChatDigest | null> = async (context) => {
  const { repos, input: claimed, now } = context;
  const { recipient, notifications } = claimed;
  const seenHistoryId = await repos.chatCards.seenOf(notifications.flatMap(({ activityId }) => activityId ?? []));
  const input = { recipientId: recipient.id, notifications: notifications.map(notificationRefOf) };
  const [notified, person, address] = [
    await readNotified({ ...context, input }),
    await repos.users.find(recipient.id),
    await repos.chatLinks.addressOf(recipient.id),
  ];
  const [first] = notified;
  if (!first || !person?.isActive) {
    await repos.outbox.discard(claimed, now);
    return null;
  }
  if (!address) {
    await repos.outbox.fallBackDigest(claimed, now);
    return null;
  }
  const currentIds = new Set(notified.map(({ id }) => id));
  const omitted = notifications.flatMap(({ id }) => (currentIds.has(id) ? [] : [id]));
  if (omitted.length > 0) await repos.outbox.omit(claimed, omitted);
  const isNews = newsKinds.some((kind) => kind === first.kind);
  const recipientNow = { ...person, substitutesFor: await repos.absences.representedBy(person.id, context.today) };
  return { address, recipient: recipientNow, notified: isNews ? latestPerKind(notified) : onePerActivity(notified), seenHistoryId };
};
