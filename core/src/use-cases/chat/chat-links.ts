import { DAY_MS, MINUTE_MS } from '../../domain/calendar.ts';
import { type ChatEntrance, type ChatIdentity, ENTRANCE_DAYS } from '../../domain/chat/chat.ts';
import { moveToChat } from '../../domain/notifications/notification.ts';
import { type Actor, fullName } from '../../domain/people/person.ts';
import { Refused } from '../../domain/refusal.ts';
import { chatLinkTexts } from '../../messages/account/profile.ts';
import type { ChatAccount, ChatLink, ChatLinkRequest } from '../../persistence/chat/chat-links.ts';
import { hashSecret, newAccessToken, newSecret, newTypedCode, plainCode } from '../../secrets/secrets.ts';
import { holdAccess } from '../account/lock-account.ts';
import { changePreferences } from '../notifications/preferences.ts';
import { type AdminContext, recordAdminAct } from '../record-admin-act.ts';
import type { Context, OpenContext, OpenUseCase, UseCase } from '../use-case.ts';

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

/** The hash has a key, because a fast hash of ten letters can be guessed by somebody who reads the table. */
const linkCodeHash = ({ resetToken }: Pick<OpenContext, 'resetToken'>, typed: string): Buffer =>
  hashSecret(resetToken(`chat-link-code:${plainCode(typed)}`));

/** Makes the code that the actor sends from WhatsApp, where the account cannot open a link of ours with their session. */
export const createChatLinkCode: UseCase<{ isNotifiedHere?: boolean }, { code: string; expiresAt: Date; url: string }> = async (
  context,
) => {
  const { repos, actor, input, now } = context;
  await holdAccess(context);
  const entrance = (await listChatEntrances(context)).find(({ service }) => service === 'whatsapp');
  if (!entrance) throw new Refused({ code: 'chatLink.noWhatsApp' });
  const code = newTypedCode(2);
  const expiresAt = new Date(now.getTime() + OFFER_MS);
  const { isNotifiedHere = false } = input;
  await repos.chatLinks.storeCode({ userId: actor.id, codeHash: linkCodeHash(context, code), isNotifiedHere, expiresAt });
  return { code, expiresAt, url: `${entrance.url}?text=${encodeURIComponent(chatLinkTexts.codeMessage(code))}` };
};

type LinkName = Pick<ChatLink, 'id' | 'service' | 'workspace' | 'displayName'>;
const linkFacts = ({ id, service, workspace, displayName }: LinkName) => ({
  subject: { kind: 'chatLink', id, name: displayName } as const,
  after: { service, workspace, displayName },
});
async function recordUnlink(context: AdminContext, link: LinkName, reason?: 'numberChanged'): Promise<void> {
  const { subject, after: before } = linkFacts(link);
  await recordAdminAct(context, { act: 'chatLink.remove', subject, before, after: reason ? { reason } : null });
}

/** Links the account to the actor. `isNotifiedHere` brings their notifications there instead of by email. A mail warns them of a foreign link. */
async function linkAccount(
  context: Context<unknown, Actor>,
  account: ChatAccount,
  { isNotifiedHere, consent }: { isNotifiedHere?: boolean | undefined; consent?: string },
): Promise<void> {
  const { repos, actor, now } = context;
  const earlier = await repos.chatLinks.find(account);
  const linkId = await repos.chatLinks.link(account, actor.id, now);
  const { service, displayName, conversation } = account;
  const before = earlier && earlier.userId !== actor.id ? { person: fullName(earlier) } : null;
  const { subject, after } = linkFacts({ ...account, id: linkId });
  await recordAdminAct(context, { act: 'chatLink.add', subject, before, after: consent ? { ...after, consent } : after });
  if (isNotifiedHere) await changePreferences(context, actor, moveToChat);
  const facts = { service, displayName, linkedAt: now };
  await repos.outbox.add({ key: `chatLinked:${linkId}:${now.toISOString()}`, kind: 'chatLinked', recipientId: actor.id, facts }, now);
  if (conversation) await repos.chatTasks.greet(linkId, conversation, now);
}

/** Links the identity, because the logged-in person confirms that it is theirs; email never decides it (docs/product.md, 8). */
export const confirmChatLink: UseCase<{ code: string; isNotifiedHere?: boolean }, void> = async (context) => {
  const { repos, input, now } = context;
  await holdAccess(context);
  const offered = await repos.chatLinks.take(hashSecret(input.code), now);
  if (!offered) throw new Refused({ code: 'chatLink.invalidCode' });
  const { expiresAt: _, ...account } = offered;
  await linkAccount(context, account, { isNotifiedHere: input.isNotifiedHere });
};

/** Links the account from which the code of a person arrived, and records what they agreed to by sending it. */
export const linkChatByCode: OpenUseCase<
  ChatConversation & Omit<ChatAccount, 'conversation'> & { code: string },
  { name: string }
> = async (context) => {
  const { repos, input, now } = context;
  const { service, workspace, chatUserId, conversation, displayName, phone } = input;
  const code = await repos.chatLinks.findCode(linkCodeHash(context, input.code), now);
  // The person is locked first, as where their access ends, because the other order could deadlock.
  const person = code && (await repos.users.hold(code.userId)) && (await repos.users.find(code.userId));
  if (!person || !(await repos.chatLinks.takeCode(code))) throw new Refused({ code: 'chatLink.invalidCode' });
  const actor: Actor = { ...person, substitutesFor: [], channel: service };
  const account = { service, workspace, chatUserId, conversation, displayName, phone };
  await linkAccount({ ...context, actor }, account, { isNotifiedHere: code.isNotifiedHere, consent: chatLinkTexts.consent });
  return { name: fullName(person) };
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

/** Tells whether this account's one template of the day is still to be sent, and counts it as sent. */
export const takeChatTemplate: OpenUseCase<ChatIdentity, { isFirst: boolean }> = async ({ repos, input, today }) => ({
  isFirst: await repos.chatLinks.takeTemplate(input, today),
});

/**
 * Gives the bot a short-lived token of the linked person; what it does with it is that person's act, through that chat. Another `phone` than
 * before ends the link, because the number may be somebody else's now; the answer is then null, so that this is stored.
 */
export const exchangeChatIdentity: OpenUseCase<
  ChatIdentity & { conversation?: string; phone?: string },
  { secret: string; expiresAt: Date; name: string } | null
> = async (context) => {
  const { repos, input, now } = context;
  const endedLink = input.phone && (await repos.chatLinks.endOtherPhone(input, input.phone));
  if (endedLink) {
    await recordUnlink({ ...context, actor: (await repos.users.find(endedLink.userId)) ?? null }, endedLink, 'numberChanged');
    return null;
  }
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
