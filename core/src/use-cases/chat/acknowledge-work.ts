import type { CardAction, PostedCard } from '../../domain/notifications/chat.ts';
import { CHAT_LEASE_MS, CHAT_RETRY_MS, type ChatClaim, readClaim } from '../../domain/notifications/chat-work.ts';
import type { Actor } from '../../domain/people/person.ts';
import { invalid } from '../../domain/refusal.ts';
import type { ActContext, Context, OpenUseCase } from '../use-case.ts';
import { endTopicChannel } from './topic-channels.ts';

interface AcknowledgedOutcome {
  outcome: 'done' | 'failed' | 'unknown';
  /** Trying again would not help. */
  isFinal?: boolean;
  error: string | null;
  message?: string;
  press?: CardAction;
  activityIds?: readonly number[];
}
type ClaimOf<Kind> = Extract<ChatClaim, { kind: Kind }>;

/** Stores the outcome of a piece of chat work. A claim that another one replaced changes nothing. */
export const acknowledgeWork: OpenUseCase<AcknowledgedOutcome & { claim: string }, void> = async (context) => {
  const claim = readClaim(context.input.claim);
  if (!claim) throw invalid('claim', 'unknown');
  if (claim.kind === 'letter') await acknowledgeDigest(claim, context.input, context);
  if (claim.kind === 'card') await acknowledgeCard(claim, context.input, context);
  if (claim.kind === 'task') await acknowledgeTask(claim, context.input, context);
};

/** A digest that the chat refuses for ever goes by email at once; other failures are tried again for a while. */
async function acknowledgeDigest(claim: ClaimOf<'letter'>, said: AcknowledgedOutcome, context: ActContext): Promise<void> {
  const { outbox, chatLinks, chatCards } = context.repos;
  const { outcome, isFinal, error, message, press, activityIds } = said;
  if (outcome === 'failed' && isFinal) return outbox.fallBackDigest(claim, context.now);
  if (outcome !== 'done') {
    const uncertainTries = claim.uncertainTries + (outcome === 'unknown' ? 1 : 0);
    return outbox.retryAt({ ...claim, uncertainTries }, new Date(context.now.getTime() + CHAT_RETRY_MS), error ?? outcome);
  }
  await outbox.markSent(claim, context.now);
  const conversation = await chatLinks.conversationOf(claim.chatLinkId);
  if (!conversation || !message || !press || !activityIds) return;
  const card: PostedCard = { conversation, message, press, activityIds };
  await chatCards.keep(claim.chatLinkId, card, claim, context.now);
}

/** Forgets a card that the chat no longer has. A drawn card may show other activities now. */
async function acknowledgeCard(
  { cardId, claim, claimedUntil }: ClaimOf<'card'>,
  said: AcknowledgedOutcome,
  context: ActContext,
): Promise<void> {
  const { chatCards } = context.repos;
  const { outcome, isFinal, press, activityIds } = said;
  if (outcome !== 'done') return isFinal ? chatCards.forget(cardId, claim) : chatCards.retry(cardId, claim, context.now);
  const card = await chatCards.markDrawn(cardId, claim);
  if (!card || !press || !activityIds) return;
  const readSince = new Date(claimedUntil.getTime() - CHAT_LEASE_MS);
  await chatCards.keep(card.chatLinkId, { ...card, press, activityIds }, { readSince }, context.now);
}

async function acknowledgeTask(
  { taskId, claimedUntil }: ClaimOf<'task'>,
  { outcome, isFinal, error }: AcknowledgedOutcome,
  context: Context<unknown, Actor | null>,
): Promise<void> {
  const { chatTasks, topicChannels } = context.repos;
  if (outcome === 'done') await chatTasks.clearFailureNotice(taskId, claimedUntil);
  if (outcome === 'failed' && isFinal) {
    await chatTasks.planFailureNotice(taskId, claimedUntil, context.now);
    const refused = await topicChannels.ofTask(taskId, claimedUntil);
    if (refused) return endTopicChannel(context, refused, 'refused', error);
  }
  if (outcome === 'done' || isFinal) return chatTasks.end(taskId, claimedUntil);
  await chatTasks.retry(taskId, claimedUntil, outcome === 'unknown', context.now);
}
