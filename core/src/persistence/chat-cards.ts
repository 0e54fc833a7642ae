import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import type { CardAction, ChatAddress, ChatService, PostedCard } from '../domain/notifications/chat.ts';
import { CARD_DAYS, CHAT_TRIES, SETTLED_MS } from '../domain/notifications/chat-work.ts';
import { backoffAt } from './backoff.ts';

export interface StaleCard extends ChatAddress {
  id: number;
  message: string;
  press: CardAction;
  /** Names what had changed when it was taken. */
  claim: string;
}
/** What a card tells of is read after the newest of these, or it is stale as soon as it is kept. */
export type DrawnFrom = { seenHistoryId: number } | { readSince: Date };

const DAY_MS = 24 * 3_600_000;

/** The card that changed first and is nobody's, with what had changed until now. Later changes make it stale again. */
const TAKE = `
  with stale as (
    select card.id
    from chat_card_changes change
    join chat_cards card on card.id = change.card_id
    join chat_links link on link.id = card.chat_link_id
    join users on users.id = link.user_id
    where change.changed_at <= :settled and users.is_active and link.service = any(:services)
      and card.tries < ${CHAT_TRIES} and (card.next_try_at is null or card.next_try_at <= :now)
    order by change.history_id limit 1
    for no key update of card skip locked
  ), taken as (
    update chat_cards set claim = :claim, next_try_at = :until, tries = tries + 1
    from stale where chat_cards.id = stale.id
    returning chat_cards.*
  ), stamped as (
    update chat_card_changes set claim = :claim from taken where card_id = taken.id
  )
  select taken.id, taken.chat_link_id as "chatLinkId", service, workspace, chat_user_id as "chatUserId", taken.conversation, message, press
  from taken join chat_links link on link.id = taken.chat_link_id`;

/** What a card has to tell that was not there when it was read. What its person did through that chat, its answer showed them. */
const MISSED = (unread: string) => `
  insert into chat_card_changes (card_id, history_id, changed_at)
  select shown.card_id, history.id, history.at
  from chat_card_activities shown
  join chat_cards card on card.id = shown.card_id
  join chat_links link on link.id = card.chat_link_id
  join activity_history history on history.activity_id = shown.activity_id
  where shown.card_id = :cardId and ${unread}
  on conflict do nothing`;
const BY_OTHERS = 'not coalesce(history.actor_id = link.user_id and history.channel = link.service, false)';

/** Cards that were posted, by what draws them again, and which of them are stale. */
export const chatCardsOn = (db: Knex) => ({
  /**
   * Remembers a card, or that it was drawn anew; whoever was drawing it meanwhile may have drawn over that, so it is theirs no more. Nobody
   * changes its activities meanwhile: who was at it has finished, and who comes finds the card. A message is one of an account's
   * conversation with the bot, by whichever of its names.
   */
  async keep(chatLinkId: number, { conversation, message, press, activityIds }: PostedCard, drawn: DrawnFrom, now: Date): Promise<void> {
    const held = await db('activities')
      .whereIn('id', [...activityIds])
      .orderBy('id')
      .forShare()
      .select('id');
    const row = { chatLinkId, conversation, message, press: JSON.stringify(press), postedAt: now };
    await db('chatCards').where({ chatLinkId, message }).whereNot({ conversation }).delete();
    const { rows } = await db.raw(
      `insert into chat_cards (chat_link_id, conversation, message, press, posted_at)
       values (:chatLinkId, :conversation, :message, :press, :postedAt)
       on conflict (chat_link_id, md5(conversation), message) do update
         set press = excluded.press, claim = null, next_try_at = null, tries = 0
       returning id`,
      row,
    );
    const cardId: number = rows[0].id;
    await db('chatCardActivities').where({ cardId }).delete();
    if (held.length > 0) await db('chatCardActivities').insert(held.map(({ id }) => ({ cardId, activityId: id })));
    await db.raw(
      `delete from chat_card_changes change using activity_history history, chat_links link
       where change.card_id = :cardId and history.id = change.history_id and link.id = :chatLinkId and not (${BY_OTHERS})`,
      { cardId, chatLinkId },
    );
    if ('seenHistoryId' in drawn) await db.raw(MISSED('history.id > :seenHistoryId'), { cardId, ...drawn });
    else await db.raw(MISSED(`history.at > :readSince and ${BY_OTHERS}`), { cardId, ...drawn });
  },

  /** The newest history row of these activities, none of them being changed meanwhile. */
  async seenOf(activityIds: readonly number[]): Promise<number> {
    const ids = [...activityIds];
    await db('activities').whereIn('id', ids).orderBy('id').forShare().select('id');
    return (await db('activityHistory').whereIn('activityId', ids).max('id as id').first())?.id ?? 0;
  },

  /** A stale card of these services; its taker has it alone until then. */
  async take(services: readonly ChatService[], until: Date, now: Date): Promise<StaleCard | undefined> {
    const claim = randomUUID();
    const settled = new Date(now.getTime() - SETTLED_MS);
    const { rows } = await db.raw(TAKE, { services: [...services], claim, until, settled, now });
    return rows[0] && { ...rows[0], claim };
  },

  /** Drawn as things were when it was taken; where it stands, or nothing where another has it since. */
  async markDrawn(id: number, claim: string): Promise<{ chatLinkId: number; conversation: string; message: string } | undefined> {
    const drawn = { claim: null, nextTryAt: null, tries: 0 };
    const [card] = await db('chatCards').where({ id, claim }).update(drawn).returning(['chatLinkId', 'conversation', 'message']);
    if (card) await db('chatCardChanges').where({ cardId: id, claim }).delete();
    return card;
  },

  async retry(id: number, claim: string, now: Date): Promise<void> {
    await db('chatCards')
      .where({ id, claim })
      .update({ nextTryAt: backoffAt(db, now) });
  },

  /** It is gone from the chat. */
  async forget(id: number, claim: string): Promise<void> {
    await db('chatCards').where({ id, claim }).delete();
  },

  /** Forgets cards posted long ago, those that no chat would draw, and what changed under cards that are gone. */
  async forgetOld(now: Date): Promise<void> {
    const old = new Date(now.getTime() - CARD_DAYS * DAY_MS);
    await db('chatCards').where('postedAt', '<', old).orWhere('tries', '>=', CHAT_TRIES).delete();
    await db('chatCardChanges')
      .whereNotExists(db('chatCards').whereRaw('chat_cards.id = card_id').select(db.raw('1')))
      .delete();
  },
});
