import type { Knex } from 'knex';
import type { ChatAddress, ChatIdentity } from '../domain/notifications/chat.ts';

export interface ChatLink extends ChatIdentity {
  id: number;
  userId: number;
  displayName: string;
  linkedAt: Date;
  /** The conversation with this person alone; null until the bot reports it. */
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

/** Which chat identity is which person, and the pending one-time links. */
export const chatLinksOn = (db: Knex) => ({
  /** The newest first. */
  async of(userId: number): Promise<ChatLink[]> {
    return db('chatLinks').where({ userId }).orderBy('id', 'desc');
  },

  /** The link of an identity, locked against removal until the transaction ends. */
  async find({ service, workspace, chatUserId }: ChatIdentity): Promise<Linked | undefined> {
    return db('chatLinks')
      .join('users', 'users.id', 'chatLinks.userId')
      .where({ service, workspace, chatUserId })
      .forShare('chatLinks')
      .first('chatLinks.*', 'firstName', 'lastName', 'isActive');
  },

  /** Stores the conversation with this person. */
  async refresh({ service, workspace, chatUserId }: ChatIdentity, conversation: string): Promise<void> {
    await db('chatLinks')
      .where({ service, workspace, chatUserId })
      .whereRaw('conversation is distinct from ?', [conversation])
      .update({ conversation });
  },

  /** The account linked last that has a conversation. */
  async addressOf(userId: number): Promise<ChatAddress | undefined> {
    return db('chatLinks').where({ userId }).whereNotNull('conversation').orderBy('id', 'desc').first(ADDRESS);
  },

  async conversationOf(id: number): Promise<string | undefined> {
    return (await db('chatLinks').where({ id }).first('conversation'))?.conversation ?? undefined;
  },

  /** The account of a token; undefined for a personal token. */
  async ofToken(secretHash: Buffer): Promise<ChatLink | undefined> {
    return db('accessTokens').join('chatLinks', 'chatLinks.id', 'accessTokens.chatLinkId').where({ secretHash }).first('chatLinks.*');
  },

  /** Stores a pending link in place of an earlier one for the same identity. Expired ones are removed. */
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

  /** Removes a pending link and returns it, to one caller only. */
  async take(codeHash: Buffer, now: Date): Promise<ChatLinkRequest | undefined> {
    const [request] = await db('chatLinkRequests')
      .where({ codeHash })
      .where('expiresAt', '>', now)
      .delete()
      .returning([...IDENTITY, 'displayName', 'conversation', 'expiresAt']);
    return request;
  },

  /** Links the identity to this person. An earlier link ends, with its tokens, cards and summary. Returns the link's id. */
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

  /** Removes one of a person's links with its tokens and returns it; undefined if they have none of that id. */
  async unlink(id: number, userId: number): Promise<ChatLink | undefined> {
    const [unlinked] = await db('chatLinks').where({ id, userId }).delete().returning('*');
    return unlinked;
  },

  async unlinkAllOf(userId: number): Promise<number> {
    return db('chatLinks').where({ userId }).delete();
  },
});
