import { maySee } from '../../domain/activity/policy.ts';
import type { PostedCard } from '../../domain/notifications/chat.ts';
import type { UseCase } from '../use-case.ts';
import { callingLink } from './chat-links.ts';

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
