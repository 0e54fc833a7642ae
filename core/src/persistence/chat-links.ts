import type { Knex } from 'knex';
import type { ChatAddress, ChatIdentity } from '../domain/notifications/chat.ts';

export interface ChatLink extends ChatIdentity {
  id: number;
  userId: number;
  displayName: string;
  linkedAt: Date;
  /** Where the chat writes to this person alone; null until the bot has said so. */
  conversation: string | null;
}
export interface ChatLinkRequest extends ChatIdentity {
  displayName: string;
  conversation: string | null;
  expiresAt: Date;
}
interface Linked extends ChatLink {
  firstName: string;
  lastName: string;
  isActive: boolean;
}

const IDENTITY = ['service', 'workspace', 'chatUserId'] as const;
const ADDRESS = [...IDENTITY, 'conversation', 'chatLinks.id as chatLinkId'];

/** Which chat identity is which person, and the one-time links that ask. */
export const chatLinksOn = (db: Knex) => ({
  /** The newest first. */
  async of(userId: number): Promise<ChatLink[]> {
    return db('chatLinks').where({ userId }).orderBy('id', 'desc');
  },

  /** The link of an identity; it stays until the transaction ends. */
  async find({ service, workspace, chatUserId }: ChatIdentity): Promise<Linked | undefined> {
    return db('chatLinks')
      .join('users', 'users.id', 'chatLinks.userId')
      .where({ service, workspace, chatUserId })
      .forShare('chatLinks')
      .first('chatLinks.*', 'firstName', 'lastName', 'isActive');
  },

  /** Where the chat writes to this person from now on. */
  async refresh({ service, workspace, chatUserId }: ChatIdentity, conversation: string): Promise<void> {
    await db('chatLinks')
      .where({ service, workspace, chatUserId })
      .whereRaw('conversation is distinct from ?', [conversation])
      .update({ conversation });
  },

  /** Where a person is written to by chat: at the account linked last that says where. */
  async addressOf(userId: number): Promise<ChatAddress | undefined> {
    return db('chatLinks').where({ userId }).whereNotNull('conversation').orderBy('id', 'desc').first(ADDRESS);
  },

  async conversationOf(id: number): Promise<string | undefined> {
    return (await db('chatLinks').where({ id }).first('conversation'))?.conversation ?? undefined;
  },

  /** The account whose token this is; none for a personal token. */
  async ofToken(secretHash: Buffer): Promise<ChatLink | undefined> {
    return db('accessTokens').join('chatLinks', 'chatLinks.id', 'accessTokens.chatLinkId').where({ secretHash }).first('chatLinks.*');
  },

  /** Offers a link for an identity; the one offered before no longer holds. Those that expired go. */
  async offer(codeHash: Buffer, request: ChatLinkRequest, createdAt: Date): Promise<void> {
    await db('chatLinkRequests').where('expiresAt', '<=', createdAt).delete();
    await db('chatLinkRequests')
      .insert({ codeHash, ...request, createdAt })
      .onConflict([...IDENTITY])
      .merge();
  },

  async offered(codeHash: Buffer, now: Date): Promise<ChatLinkRequest | undefined> {
    return db('chatLinkRequests')
      .where({ codeHash })
      .where('expiresAt', '>', now)
      .first(...IDENTITY, 'displayName', 'conversation', 'expiresAt');
  },

  /** Uses an offer up: of two at once one gets it. */
  async take(codeHash: Buffer, now: Date): Promise<ChatLinkRequest | undefined> {
    const [request] = await db('chatLinkRequests')
      .where({ codeHash })
      .where('expiresAt', '>', now)
      .delete()
      .returning([...IDENTITY, 'displayName', 'conversation', 'expiresAt']);
    return request;
  },

  /** Makes the identity this person's alone; tokens of whoever had it before end, and all that was theirs in that chat. Answers the link's id. */
  async link({ expiresAt: _, ...identity }: ChatLinkRequest, userId: number, linkedAt: Date): Promise<number> {
    const { service, workspace, chatUserId } = identity;
    await db('chatLinks').where({ service, workspace, chatUserId }).whereNot({ userId }).delete();
    const [{ id }] = await db('chatLinks')
      .insert({ ...identity, userId, linkedAt })
      .onConflict([...IDENTITY])
      .merge()
      .returning('id');
    await db('accessTokens').where({ chatLinkId: id }).delete();
    return id;
  },

  /** Ends one of a person's links with its tokens, and answers it; undefined where they have none of that id. */
  async unlink(id: number, userId: number): Promise<ChatLink | undefined> {
    const [unlinked] = await db('chatLinks').where({ id, userId }).delete().returning('*');
    return unlinked;
  },

  async unlinkAllOf(userId: number): Promise<number> {
    return db('chatLinks').where({ userId }).delete();
  },
});
