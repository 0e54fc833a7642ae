import { maySee } from '../../domain/activities/policy.ts';
import { type CalendarDate, MINUTE_MS } from '../../domain/calendar.ts';
import {
  type CardAction,
  CHAT_DIGEST_MS,
  CHAT_LEASE_MS,
  CHAT_RETRY_MS,
  type ChatAddress,
  type ChatClaim,
  type ChatService,
  type PostedCard,
  readClaim,
  weekToSummarize,
} from '../../domain/chat/chat.ts';
import { completePreferences, isRequestKind, moveToChat } from '../../domain/notifications/notification.ts';
import { quietHours } from '../../domain/notifications/notification-rules.ts';
import { type Actor, adminPolicy, fullName, isDeveloper, type Person, type Privileges } from '../../domain/people/person.ts';
import { invalid } from '../../domain/refusal.ts';
import { nextOpening } from '../../domain/work-time.ts';
import type { ChatTask, StaleCard } from '../../persistence/chat/chat-work.ts';
import type { ClaimedDigest } from '../../persistence/notifications/outbox.ts';
import type { TopicNews } from '../../persistence/topics/topics.ts';
import { type NotifiedRequest, readNotifiedRequests } from '../activities/work-requests.ts';
import { type NotifiedActivity, notificationRef, onePerNews, readNotified } from '../notifications/read-notified.ts';
import { readRest } from '../notifications/read-rest.ts';
import type { ActContext, Context, OpenUseCase, UseCase } from '../use-case.ts';
import { findCallingLink } from './chat-links.ts';
import { endLostTopicChannels, endTopicChannel } from './topic-channels.ts';

export interface ChatDigest {
  address: ChatAddress;
  recipient: Privileges & { firstName: string };
  notified: NotifiedActivity[];
  /** In the place of activities, because news of requests are digests of their own. */
  requests: NotifiedRequest[];
  /** The newest history row of the activities; later acts are not in the digest. */
  seenHistoryId: number;
}

/** Claims a digest that one of these services can deliver, by the same rules as mail. */
export const claimDigest: OpenUseCase<{ services: readonly ChatService[] }, ClaimedDigest | null> = async (context) => {
  const { repos, input, now } = context;
  const { services } = input;
  const reach = { services, dueSince: new Date(now.getTime() - CHAT_DIGEST_MS) };
  const terms = { channel: 'chat', leaseMs: CHAT_LEASE_MS, reach } as const;
  // Working hours are read only when something is due, because bots poll every few seconds.
  if (!(await repos.outbox.hasDue(terms, now))) return null;
  return repos.outbox.claim({ ...terms, quiet: quietHours(await readRest(context), now) }, now);
};

/**
 * Composes the current content of a claimed digest. Returns null if nothing of it holds or its person left, and the digest ends; also null
 * if the account was unlinked, and the digest goes by email. It runs in its own transaction, because it waits on activity locks; taking
 * them while holding a user row could deadlock.
 */
export const composeChatDigest: OpenUseCase<ClaimedDigest, ChatDigest | null> = async (context) => {
  const { repos, input: claimed, now } = context;
  const { recipient, notifications } = claimed;
  const seenHistoryId = await repos.chatCards.lockNewestRow(notifications.flatMap(({ activityId }) => activityId ?? []));
  const input = { recipientId: recipient.id, notifications: notifications.map(notificationRef) };
  const isOfRequests = notifications.some(({ kind }) => isRequestKind(kind));
  const [notified, requests, person, address] = [
    isOfRequests ? [] : await readNotified({ ...context, input }),
    isOfRequests ? await readNotifiedRequests({ ...context, input: { recipientId: recipient.id, notifications } }) : [],
    await repos.users.find(recipient.id),
    await repos.chatLinks.findAddress(recipient.id),
  ];
  if (notified.length + requests.length === 0 || !person?.isActive) {
    await repos.outbox.discard(claimed, now);
    return null;
  }
  if (!address) {
    await repos.outbox.fallBackDigest(claimed, now);
    return null;
  }
  const currentIds = new Set([...notified, ...requests].map(({ id }) => id));
  const omitted = notifications.flatMap(({ id }) => (currentIds.has(id) ? [] : [id]));
  if (omitted.length > 0) await repos.outbox.omit(claimed, omitted);
  const recipientNow = { ...person, substitutesFor: await repos.absences.listRepresented(person.id, context.today) };
  return { address, recipient: recipientNow, notified: onePerNews(notified), requests, seenHistoryId };
};

type Week = { from: CalendarDate; to: CalendarDate };
/**
 * `unsent`: a summary could not be posted to the conversation of that name. `mailStopped`: the mail server refuses everything with this
 * answer.
 */
type About =
  | { kind: 'greet'; isNotifiedHere: boolean }
  | { kind: 'mailStopped'; answer: string | null }
  | { kind: 'summarize'; week: Week }
  | { kind: 'unsent'; displayName: string }
  | { kind: 'topicNews'; channelId: number; topic: string; subscriber: string; news: readonly TopicNews[] };

export interface ClaimedTask extends ChatTask {
  claimedUntil: Date;
  person: Person;
  about: About;
}

/**
 * Claims a task: a greeting, a week's summary, the notice that a summary or all mail could not be sent, or news of a topic. The right of
 * its person to read it is checked now, at the sending.
 */
export const claimTask: OpenUseCase<{ services: readonly ChatService[]; zone: string }, ClaimedTask | null> = async (context) => {
  const { repos, input, now, today, zone, workTime } = context;
  const week = weekToSummarize(input.zone, now, today);
  if (week) await repos.chatTasks.planSummaries(today, now);
  await endLostTopicChannels(context);
  if (!nextOpening(zone, now, workTime, [])) await repos.topicChannels.planNews(today, now);
  const claimedUntil = new Date(now.getTime() + CHAT_LEASE_MS);
  for (;;) {
    const task = await repos.chatTasks.take(input.services, claimedUntil, now);
    if (!task) return null;
    const person = (await repos.users.find(task.userId)) as Person;
    const about = await readSubject(task, { person, week, repos });
    if (about) return { ...task, claimedUntil, person, about };
    await repos.chatTasks.end(task.id, claimedUntil);
  }
};

/** Returns null where there is nothing to say any more. */
async function readSubject(
  { id, kind, userId }: ChatTask,
  { person, week, repos }: Pick<ActContext, 'repos'> & { person: Person; week: Week | null },
): Promise<About | null> {
  if (kind === 'greet') {
    const preferences = completePreferences(await repos.notificationPreferences.list(userId));
    return { kind, isNotifiedHere: moveToChat(preferences).length === 0 };
  }
  if (kind === 'topicNews') return readTopicNews(id, repos);
  if (kind === 'mailStopped') {
    const stop = isDeveloper(person) ? await repos.installation.mailStop() : null;
    return stop && { kind, answer: stop.answer };
  }
  if (kind === 'summarize') return week && adminPolicy.readGlobalReports(person) ? { kind, week } : null;
  const summaryChoice = await repos.chatSummaries.find(userId);
  return summaryChoice ? { kind, displayName: summaryChoice.displayName } : null;
}

async function readTopicNews(taskId: number, repos: ActContext['repos']): Promise<About | null> {
  const channel = await repos.topicChannels.findByTask(taskId);
  const news = await repos.topicChannels.listNews(taskId);
  if (!channel || news.length === 0) return null;
  return { kind: 'topicNews', channelId: channel.id, topic: channel.topic, subscriber: fullName(channel), news };
}

/** Claims a card whose content is out of date. */
export const claimCard: OpenUseCase<{ services: readonly ChatService[] }, (StaleCard & { claimedUntil: Date }) | null> = async (
  context,
) => {
  const { repos, input, now } = context;
  const claimedUntil = new Date(now.getTime() + CHAT_LEASE_MS);
  const card = await repos.chatCards.take(input.services, claimedUntil, now);
  return card ? { ...card, claimedUntil } : null;
};

/** The longest time between reading a card's content and storing it; changes in that time make it stale. */
const DRAWING_MS = MINUTE_MS;

/** Follows a card that the calling chat has shown to the actor, so that it is drawn again when what they may see of it changes. */
export const keepChatCard: UseCase<PostedCard, void> = async (context) => {
  const { repos, actor, input: card, now } = context;
  const link = await findCallingLink(context);
  const views = await repos.activityViews.list(card.activityIds);
  const activityIds = views.filter((activity) => maySee(actor, activity)).map(({ id }) => id);
  const claim = { readSince: new Date(now.getTime() - DRAWING_MS) };
  await repos.chatCards.keep(link.id, { ...card, activityIds }, claim, now);
};

interface AcknowledgedOutcome {
  outcome: 'done' | 'failed' | 'unknown';
  /** True when another try would not help. */
  isFinal?: boolean;
  error: string | null;
  message?: string;
  press?: CardAction;
  activityIds?: readonly number[];
}
type ClaimOfKind<Kind> = Extract<ChatClaim, { kind: Kind }>;

/** Stores the outcome of a piece of chat work. A claim that another one replaced changes nothing. */
export const acknowledgeWork: OpenUseCase<AcknowledgedOutcome & { claim: string }, void> = async (context) => {
  const claim = readClaim(context.input.claim);
  if (!claim) throw invalid('claim', 'unknown');
  if (claim.kind === 'digest') await acknowledgeDigest(claim, context.input, context);
  if (claim.kind === 'card') await acknowledgeCard(claim, context.input, context);
  if (claim.kind === 'task') await acknowledgeTask(claim, context.input, context);
};

/** Stores the outcome of a digest. One that the chat refuses for ever goes by email at once; other failures are tried again for a while. */
async function acknowledgeDigest(claim: ClaimOfKind<'digest'>, outcomeInput: AcknowledgedOutcome, context: ActContext): Promise<void> {
  const { outbox, chatLinks, chatCards } = context.repos;
  const { outcome, isFinal, error, message, press, activityIds } = outcomeInput;
  if (outcome === 'failed' && isFinal) return outbox.fallBackDigest(claim, context.now);
  if (outcome !== 'done') {
    const uncertainTries = claim.uncertainTries + (outcome === 'unknown' ? 1 : 0);
    return outbox.retryAt({ ...claim, uncertainTries }, new Date(context.now.getTime() + CHAT_RETRY_MS), error ?? outcome);
  }
  await outbox.markSent(claim, context.now);
  const conversation = await chatLinks.findConversation(claim.chatLinkId);
  if (!conversation || !message || !press || !activityIds) return;
  const card: PostedCard = { conversation, message, press, activityIds };
  await chatCards.keep(claim.chatLinkId, card, claim, context.now);
}

/** Moves a digest to email that the chat took and could not bring, whether its outcome is stored yet or not. */
export const returnChatDigest: OpenUseCase<{ digest: string }, void> = ({ repos, input, now }) =>
  repos.outbox.returnDigest(input.digest, now);

/** Stores the outcome of a card. A card that the chat no longer has is forgotten. A drawn card may show other activities now. */
async function acknowledgeCard(
  { cardId, claim, claimedUntil }: ClaimOfKind<'card'>,
  outcomeInput: AcknowledgedOutcome,
  context: ActContext,
): Promise<void> {
  const { chatCards } = context.repos;
  const { outcome, isFinal, press, activityIds } = outcomeInput;
  if (outcome !== 'done') return isFinal ? chatCards.forget(cardId, claim) : chatCards.retry(cardId, claim, context.now);
  const card = await chatCards.markDrawn(cardId, claim);
  if (!card || !press || !activityIds) return;
  const readSince = new Date(claimedUntil.getTime() - CHAT_LEASE_MS);
  await chatCards.keep(card.chatLinkId, { ...card, press, activityIds }, { readSince }, context.now);
}

async function acknowledgeTask(
  { taskId, claimedUntil }: ClaimOfKind<'task'>,
  { outcome, isFinal, error }: AcknowledgedOutcome,
  context: Context<unknown, Actor | null>,
): Promise<void> {
  const { chatTasks, topicChannels } = context.repos;
  if (outcome === 'done') await chatTasks.clearFailureNotice(taskId, claimedUntil);
  if (outcome === 'failed' && isFinal) {
    await chatTasks.planFailureNotice(taskId, claimedUntil, context.now);
    const refused = await topicChannels.findByTask(taskId, claimedUntil);
    if (refused) return endTopicChannel(context, refused, 'refused', error);
  }
  if (outcome === 'done' || isFinal) return chatTasks.end(taskId, claimedUntil);
  await chatTasks.retry(taskId, claimedUntil, outcome === 'unknown', context.now);
}
