import type { Knex } from 'knex';
import type { ChatAddress, ChatIdentity } from '../../domain/chat/chat.ts';
import { AccessTokenModel } from '../account/access-tokens.ts';
import { defineModel, UserModel } from '../models.ts';

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
interface LinkOfPerson extends ChatLink {
  firstName: string;
  lastName: string;
  isActive: boolean;
}

const IDENTITY = ['service', 'workspace', 'chatUserId'] as const;
const REQUEST = [...IDENTITY, 'displayName', 'conversation', 'expiresAt'];
const ADDRESS = [...IDENTITY, 'conversation', 'chatLinks.id as chatLinkId'];

const ChatLinkModel = defineModel<ChatLink>('chatLinks', { belongsTo: { user: [UserModel, 'userId'] } });
const ChatLinkRequestModel = defineModel<ChatLinkRequest & { codeHash: Buffer; createdAt: Date }>('chatLinkRequests', { key: 'codeHash' });

/** Links of chat identities to people, and the pending one-time links. */
export const chatLinksOn = (db: Knex) => ({
  /** Lists them, the newest first. */
  async list(userId: number): Promise<ChatLink[]> {
    return ChatLinkModel.query(db).where({ userId }).orderBy('id', 'desc');
  },

  /** Finds the link of an identity, and locks it against removal until the transaction ends. */
  async find({ service, workspace, chatUserId }: ChatIdentity): Promise<LinkOfPerson | undefined> {
    return ChatLinkModel.query(db)
      .joinRelated('user')
      .where({ service, workspace, chatUserId })
      .select('chatLinks.*', 'firstName', 'lastName', 'isActive')
      .toKnexQuery<LinkOfPerson>()
      .forShare('chatLinks')
      .first();
  },

  /** Stores the conversation with this person. */
  async refresh({ service, workspace, chatUserId }: ChatIdentity, conversation: string): Promise<void> {
    await ChatLinkModel.query(db)
      .where({ service, workspace, chatUserId })
      .where((link) => link.whereNull('conversation').orWhereNot({ conversation }))
      .patch({ conversation });
  },

  /** Finds the account that was linked last and has a conversation. */
  async findAddress(userId: number): Promise<ChatAddress | undefined> {
    const newest = ChatLinkModel.query(db).where({ userId }).whereNotNull('conversation').orderBy('id', 'desc');
    return newest.select(ADDRESS).first().castTo<ChatAddress | undefined>();
  },

  async findConversation(id: number): Promise<string | undefined> {
    return (await ChatLinkModel.query(db).findById(id).select('conversation'))?.conversation ?? undefined;
  },

  /** Finds the account of a token; undefined for a personal token. */
  async findByToken(secretHash: Buffer): Promise<ChatLink | undefined> {
    const link = AccessTokenModel.query(db).where({ secretHash }).select('chatLinkId');
    return ChatLinkModel.query(db).whereIn('id', link).first();
  },

  /** Stores a pending link in place of an earlier one for the same identity. Expired ones are removed. */
  async offer(codeHash: Buffer, request: ChatLinkRequest, createdAt: Date): Promise<void> {
    await ChatLinkRequestModel.query(db).where('expiresAt', '<=', createdAt).delete();
    await ChatLinkRequestModel.query(db)
      .insert({ codeHash, ...request, createdAt })
      .onConflict([...IDENTITY])
      .merge();
  },

  async findOffer(codeHash: Buffer, now: Date): Promise<ChatLinkRequest | undefined> {
    return ChatLinkRequestModel.query(db).findById(codeHash).where('expiresAt', '>', now).select(REQUEST);
  },

  /** Removes a pending link and returns it, to one caller only. */
  async take(codeHash: Buffer, now: Date): Promise<ChatLinkRequest | undefined> {
    const [request] = await ChatLinkRequestModel.query(db).where({ codeHash }).where('expiresAt', '>', now).delete().returning(REQUEST);
    return request;
  },

  /** Links the identity to this person. An earlier link ends, with its tokens, cards and summary. Returns the link's id. */
  async link({ expiresAt: _, ...identity }: ChatLinkRequest, userId: number, linkedAt: Date): Promise<number> {
    const { service, workspace, chatUserId } = identity;
    await ChatLinkModel.query(db).where({ service, workspace, chatUserId }).whereNot({ userId }).delete();
    const { id } = await ChatLinkModel.query(db)
      .insert({ ...identity, userId, linkedAt })
      .onConflict([...IDENTITY])
      .merge()
      .returning('id');
    await AccessTokenModel.query(db).where({ chatLinkId: id }).delete();
    return id;
  },

  /** Removes one of a person's links with its tokens and returns it; undefined if they have none of that id. */
  async unlink(id: number, userId: number): Promise<ChatLink | undefined> {
    const [unlinked] = await ChatLinkModel.query(db).where({ id, userId }).delete().returning('*');
    return unlinked;
  },

  async unlinkAll(userId: number): Promise<number> {
    return ChatLinkModel.query(db).where({ userId }).delete();
  },
});
