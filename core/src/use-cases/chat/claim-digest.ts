import type { ChatAddress, ChatService } from '../../domain/notifications/chat.ts';
import { CHAT_LEASE_MS, CHAT_LETTER_MS } from '../../domain/notifications/chat-work.ts';
import { newsKinds } from '../../domain/notifications/notification.ts';
import { quietHours } from '../../domain/notifications/quiet-hours.ts';
import type { Privileges } from '../../domain/people/person.ts';
import type { ClaimedDigest } from '../../persistence/outbox.ts';
import { latestPerKind, type NotifiedActivity, notificationRefOf, onePerActivity, readNotified } from '../notifications/read-notified.ts';
import type { OpenUseCase } from '../use-case.ts';

export interface ChatDigest {
  address: ChatAddress;
  recipient: Privileges & { firstName: string };
  told: NotifiedActivity[];
  /** The newest history row of the activities told of; what happens to them later is not in the letter. */
  seenHistoryId: number;
}

/** Takes a letter that one of these services can deliver, by the rules of the mail: at its hours, whole, nobody else's meanwhile. */
export const claimDigest: OpenUseCase<{ services: readonly ChatService[]; zone: string }, ClaimedDigest | null> = async ({
  repos,
  input,
  now,
}) => {
  const { services, zone } = input;
  const resting = (await repos.holidays.all()).map(({ day }) => day);
  const reach = { services, dueSince: new Date(now.getTime() - CHAT_LETTER_MS) };
  return repos.outbox.claim({ channel: 'chat', leaseMs: CHAT_LEASE_MS, quiet: quietHours(zone, now, resting), reach }, now);
};

/**
 * What a claimed letter says now. Null where nothing of it holds any more or its person left, and it ends; or where the account was
 * unlinked meanwhile, and it goes by email. In a transaction of its own: it waits for whoever changes its activities, which nobody does
 * who holds a person.
 */
export const composeChatDigest: OpenUseCase<ClaimedDigest, ChatDigest | null> = async (context) => {
  const { repos, input: claimed, now } = context;
  const { recipient, announcements } = claimed;
  const seenHistoryId = await repos.chatCards.seenOf(announcements.flatMap(({ activityId }) => activityId ?? []));
  const input = { recipientId: recipient.id, announced: announcements.map(notificationRefOf) };
  const [told, person, address] = [
    await readNotified({ ...context, input }),
    await repos.users.find(recipient.id),
    await repos.chatLinks.addressOf(recipient.id),
  ];
  const [first] = told;
  if (!first || !person?.isActive) {
    await repos.outbox.discard(claimed, now);
    return null;
  }
  if (!address) {
    await repos.outbox.fallBackLetter(claimed, now);
    return null;
  }
  const held = new Set(told.map(({ id }) => id));
  const omitted = announcements.flatMap(({ id }) => (held.has(id) ? [] : [id]));
  if (omitted.length > 0) await repos.outbox.omit(claimed, omitted);
  const isNews = newsKinds.some((kind) => kind === first.kind);
  return { address, recipient: person, told: isNews ? latestPerKind(told) : onePerActivity(told), seenHistoryId };
};
