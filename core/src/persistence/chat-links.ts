import type { Knex } from 'knex';
import type { ChatIdentity } from '../domain/chat.ts';

export interface ChatLink extends ChatIdentity {
  id: number;
  userId: number;
  displayName: string;
  linkedAt: Date;
}
export interface ChatLinkRequest extends ChatIdentity {
  displayName: string;
  expiresAt: Date;
}

const IDENTITY = ['service', 'workspace', 'chatUserId'] as const;

/** Which chat identity is which person, and the one-time links that ask. */
export const chatLinksOn = (db: Knex) => ({
  /** The newest first. */
  async of(userId: number): Promise<ChatLink[]> {
    return db('chatLinks').where({ userId }).orderBy('id', 'desc');
  },

  /** The link of an identity, while its person is active; it stays until the transaction ends. */
  async find({ service, workspace, chatUserId }: ChatIdentity): Promise<(ChatLink & { firstName: string; lastName: string }) | undefined> {
    return db('chatLinks')
      .join('users', 'users.id', 'chatLinks.userId')
      .where({ service, workspace, chatUserId, isActive: true })
      .forShare('chatLinks')
      .first('chatLinks.*', 'firstName', 'lastName');
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
      .first(...IDENTITY, 'displayName', 'expiresAt');
  },

  /** Uses an offer up: of two at once one gets it. */
  async take(codeHash: Buffer, now: Date): Promise<ChatLinkRequest | undefined> {
    const [request] = await db('chatLinkRequests')
      .where({ codeHash })
      .where('expiresAt', '>', now)
      .delete()
      .returning([...IDENTITY, 'displayName', 'expiresAt']);
    return request;
  },

  /** Makes the identity this person's alone; tokens of whoever had it before end. */
  async link({ service, workspace, chatUserId, displayName }: ChatLinkRequest, userId: number, linkedAt: Date): Promise<void> {
    const [{ id }] = await db('chatLinks')
      .insert({ service, workspace, chatUserId, displayName, userId, linkedAt })
      .onConflict([...IDENTITY])
      .merge()
      .returning('id');
    await db('accessTokens').where({ chatLinkId: id }).delete();
  },

  /** Ends one of a person's links with its tokens; false where they have none of that id. */
  async unlink(id: number, userId: number): Promise<boolean> {
    return (await db('chatLinks').where({ id, userId }).delete()) > 0;
  },
});
