import type { ChatService } from '../../domain/notifications/chat.ts';
import { CHAT_LEASE_MS } from '../../domain/notifications/chat-work.ts';
import type { StaleCard } from '../../persistence/chat-cards.ts';
import type { OpenUseCase } from '../use-case.ts';

/** Takes a card that shows what is so no longer. */
export const claimCard: OpenUseCase<{ services: readonly ChatService[] }, (StaleCard & { claimedUntil: Date }) | null> = async (
  context,
) => {
  const { repos, input, now } = context;
  const claimedUntil = new Date(now.getTime() + CHAT_LEASE_MS);
  const card = await repos.chatCards.take(input.services, claimedUntil, now);
  return card ? { ...card, claimedUntil } : null;
};
