import { maySee } from '../../domain/activity/policy.ts';
import type { ChatService, PostedCard } from '../../domain/notifications/chat.ts';
import { CHAT_LEASE_MS } from '../../domain/notifications/chat-work.ts';
import type { StaleCard } from '../../persistence/chat-cards.ts';
import type { OpenUseCase, UseCase } from '../use-case.ts';
import { callingLink } from './chat-links.ts';

/** Takes a card that shows what is so no longer. */
export const claimCard: OpenUseCase<{ services: readonly ChatService[] }, (StaleCard & { claimedUntil: Date }) | null> = async (
  context,
) => {
  const { repos, input, now } = context;
  const claimedUntil = new Date(now.getTime() + CHAT_LEASE_MS);
  const card = await repos.chatCards.take(input.services, claimedUntil, now);
  return card ? { ...card, claimedUntil } : null;
};

/** The longest time between reading a card's content and storing it; changes in that time make it stale. */
const DRAWING_MS = 60_000;

/** Follows a card that the chat that asks has shown to the actor, by what of it they may see. */
export const keepChatCard: UseCase<PostedCard, void> = async (context) => {
  const { repos, actor, input: card, now } = context;
  const link = await callingLink(context);
  const views = await repos.activityViews.of(card.activityIds);
  const activityIds = views.filter((activity) => maySee(actor, activity)).map(({ id }) => id);
  const claim = { readSince: new Date(now.getTime() - DRAWING_MS) };
  await repos.chatCards.keep(link.id, { ...card, activityIds }, claim, now);
};
