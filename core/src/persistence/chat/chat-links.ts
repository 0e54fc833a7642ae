import type { Knex } from 'knex';
import type { CalendarDate } from '../../domain/calendar.ts';
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
  /** The number of a WhatsApp account; null where it is hidden, and in other chats. */
  phone: string | null;
}
/** An account that is to be linked. */
export interface ChatAccount extends ChatIdentity {
  displayName: string;
  conversation: string | null;
  phone?: string | undefined;
}
export interface ChatLinkRequest extends ChatAccount {
  expiresAt: Date;
}
export interface ChatLinkCode {
  userId: number;
  codeHash: Buffer;
  isNotifiedHere: boolean;
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

const ChatLinkModel = defineModel<ChatLink & { templateOn: CalendarDate | null }>('chatLinks', {
  belongsTo: { user: [UserModel, 'userId'] },
});
const ChatLinkRequestModel = defineModel<ChatLinkRequest & { codeHash: Buffer; createdAt: Date }>('chatLinkRequests', { key: 'codeHash' });
const ChatLinkCodeModel = defineModel<ChatLinkCode>('chatLinkCodes', { key: 'userId' });

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

  /** Ends the link of an account whose number is another by now, and returns it. A number that was hidden is stored. */
  async endOtherPhone({ service, workspace, chatUserId }: ChatIdentity, phone: string): Promise<ChatLink | undefined> {
    const account = { service, workspace, chatUserId };
    await ChatLinkModel.query(db).where(account).whereNull('phone').patch({ phone });
    const [endedLink] = await ChatLinkModel.query(db).where(account).whereNot({ phone }).delete().returning('*');
    return endedLink;
  },

  /** Takes the one template of this day; false where it was sent already, and without a link. */
  async takeTemplate({ service, workspace, chatUserId }: ChatIdentity, today: CalendarDate): Promise<boolean> {
    const link = ChatLinkModel.query(db).where({ service, workspace, chatUserId });
    return (await link.where((one) => one.whereNull('templateOn').orWhere('templateOn', '<', today)).patch({ templateOn: today })) > 0;
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

  /** Stores a person's code in place of their earlier one. */
  async storeCode(code: ChatLinkCode): Promise<void> {
    await ChatLinkCodeModel.query(db).insert(code).onConflict('userId').merge();
  },

  async findCode(codeHash: Buffer, now: Date): Promise<ChatLinkCode | undefined> {
    return ChatLinkCodeModel.query(db).where({ codeHash }).where('expiresAt', '>', now).first();
  },

  async removeCode(userId: number): Promise<void> {
    await ChatLinkCodeModel.query(db).deleteById(userId);
  },

  /** Removes a code, for one caller only; false for the others. */
  async takeCode({ codeHash }: ChatLinkCode): Promise<boolean> {
    return (await ChatLinkCodeModel.query(db).where({ codeHash }).delete()) > 0;
  },

  /** Links the identity to this person. An earlier link ends, with its tokens, cards and summary. Returns the link's id. */
  async link(identity: ChatAccount, userId: number, linkedAt: Date): Promise<number> {
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

  /** Removes a person's links and their code; returns the number of links. */
  async unlinkAll(userId: number): Promise<number> {
    await this.removeCode(userId);
    return ChatLinkModel.query(db).where({ userId }).delete();
  },
});
