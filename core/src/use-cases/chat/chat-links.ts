import { DAY_MS, MINUTE_MS } from '../../domain/calendar.ts';
import { type ChatEntrance, type ChatIdentity, ENTRANCE_DAYS } from '../../domain/chat/chat.ts';
import { moveToChat } from '../../domain/notifications/notification.ts';
import { type Actor, fullName } from '../../domain/people/person.ts';
import { Refused } from '../../domain/refusal.ts';
import type { ChatLink, ChatLinkRequest } from '../../persistence/chat/chat-links.ts';
import { hashSecret, newAccessToken, newSecret } from '../../secrets/secrets.ts';
import { holdAccess } from '../account/lock-account.ts';
import { changePreferences } from '../notifications/preferences.ts';
import { type AdminContext, recordAdminAct } from '../record-admin-act.ts';
import type { Context, OpenUseCase, UseCase } from '../use-case.ts';

const OFFER_MS = 15 * MINUTE_MS;
const TOKEN_MS = 15 * MINUTE_MS;

/** A chat identity, and the conversation in which the chat writes to it alone. */
type ChatConversation = ChatIdentity & { conversation: string };

/** Offers a chat identity a link with a code: the person who confirms it in the web is linked. Only the code's hash is stored. */
export const offerChatLink: OpenUseCase<ChatConversation & { displayName: string }, { url: string; expiresAt: Date }> = async (context) => {
  const { repos, input, now, request } = context;
  const { service, workspace, chatUserId, conversation, displayName } = input;
  const code = newSecret();
  const expiresAt = new Date(now.getTime() + OFFER_MS);
  await repos.chatLinks.offer(hashSecret(code), { service, workspace, chatUserId, conversation, displayName, expiresAt }, now);
  const url = new URL('/Edit_Profile', request.publicUrl);
  // The code stands after the #, because neither logs nor referrers contain that part.
  url.hash = new URLSearchParams({ chat_link: code }).toString();
  return { url: url.href, expiresAt };
};

/** Reads which chat identity a code would link, for the question before the confirmation. */
export const readChatLinkOffer: UseCase<{ code: string }, Omit<ChatLinkRequest, 'conversation'>> = async ({ repos, input, now }) => {
  const offered = await repos.chatLinks.findOffer(hashSecret(input.code), now);
  if (!offered) throw new Refused({ code: 'chatLink.invalidCode' });
  const { conversation: _, ...offer } = offered;
  return { ...offer };
};

type LinkName = Pick<ChatLink, 'id' | 'service' | 'workspace' | 'displayName'>;
const linkFacts = ({ id, service, workspace, displayName }: LinkName) => ({
  subject: { kind: 'chatLink', id, name: displayName } as const,
  after: { service, workspace, displayName },
});
async function recordUnlink(context: AdminContext, link: LinkName): Promise<void> {
  const { subject, after: before } = linkFacts(link);
  await recordAdminAct(context, { act: 'chatLink.remove', subject, before });
}

/**
 * Links the identity, because the logged-in person confirms that it is theirs; email never decides it (docs/product.md, 8).
 * `isNotifiedHere` brings their notifications there instead of by email. A mail warns them of a foreign link.
 */
export const confirmChatLink: UseCase<{ code: string; isNotifiedHere?: boolean }, void> = async (context) => {
  const { repos, actor, input, now } = context;
  await holdAccess(context);
  const offered = await repos.chatLinks.take(hashSecret(input.code), now);
  if (!offered) throw new Refused({ code: 'chatLink.invalidCode' });
  const earlier = await repos.chatLinks.find(offered);
  const linkId = await repos.chatLinks.link(offered, actor.id, now);
  const { service, displayName } = offered;
  const before = earlier && earlier.userId !== actor.id ? { person: fullName(earlier) } : null;
  await recordAdminAct(context, { act: 'chatLink.add', ...linkFacts({ ...offered, id: linkId }), before });
  if (input.isNotifiedHere) await changePreferences(context, actor, moveToChat);
  const facts = { service, displayName, linkedAt: now };
  await repos.outbox.add({ key: `chatLinked:${linkId}:${now.toISOString()}`, kind: 'chatLinked', recipientId: actor.id, facts }, now);
  if (offered.conversation) await repos.chatTasks.greet(linkId, offered.conversation, now);
};

/** Lists the actor's linked chat identities, the newest first. */
export const listChatLinks: UseCase<unknown, ChatLink[]> = ({ repos, actor }) => repos.chatLinks.list(actor.id);

/** Stores where people open the bot, as the bot names it. */
export const nameChatEntrances: OpenUseCase<{ entrances: readonly ChatEntrance[] }, void> = async ({ repos, input, now }) => {
  for (const entrance of input.entrances) await repos.installation.nameChatEntrance(entrance, now);
};

/** Lists where people open the bot in the chats that it is in. */
export const listChatEntrances: UseCase<unknown, ChatEntrance[]> = ({ repos, now }) =>
  repos.installation.chatEntrances(new Date(now.getTime() - ENTRANCE_DAYS * DAY_MS));

/** Finds the chat account of the token that the request carries; a personal token belongs to none. */
export async function findCallingLink({ repos, request }: Pick<Context<unknown, Actor>, 'repos' | 'request'>): Promise<ChatLink> {
  const link = request.bearerHash && (await repos.chatLinks.findByToken(request.bearerHash));
  if (!link) throw new Refused({ code: 'chatLink.unknown' });
  return link;
}

/** Ends the link of the chat that asks. */
export const unlinkOwnChat: UseCase<unknown, void> = async (context) => {
  const link = await findCallingLink(context);
  await context.repos.chatLinks.unlink(link.id, context.actor.id);
  await recordUnlink(context, link);
};

/** Ends one of the actor's links, and what the bot may do with it. */
export const unlinkChat: UseCase<{ linkId: number }, void> = async (context) => {
  const unlinked = await context.repos.chatLinks.unlink(context.input.linkId, context.actor.id);
  if (!unlinked) throw new Refused({ code: 'chatLink.unknown' });
  await recordUnlink(context, unlinked);
};

/** Gives the bot a short-lived token of the linked person; what it does with it is that person's act, through that chat. */
export const exchangeChatIdentity: OpenUseCase<
  ChatIdentity & { conversation?: string },
  { secret: string; expiresAt: Date; name: string }
> = async (context) => {
  const { repos, input, now } = context;
  if (input.conversation) await repos.chatLinks.refresh(input, input.conversation);
  const link = await repos.chatLinks.find(input);
  if (!link) throw new Refused({ code: 'chatLink.unknown' });
  if (!link.isActive) throw new Refused({ code: 'chatLink.inactive' });
  const { secret, prefix } = newAccessToken();
  const expiresAt = new Date(now.getTime() + TOKEN_MS);
  const token = {
    userId: link.userId,
    secretHash: hashSecret(secret),
    prefix,
    name: link.displayName,
    scope: 'write' as const,
    createdAt: now,
  };
  await repos.accessTokens.addForChat(token, link, expiresAt);
  return { secret, expiresAt, name: fullName(link) };
};
