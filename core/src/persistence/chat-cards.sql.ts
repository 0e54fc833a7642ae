import { CHAT_RETRY_MS, CHAT_TRIES, HOME_MESSAGE, HOME_PAUSE_MS } from '../domain/notifications/chat.ts';
import { literals } from './statement.ts';

/* Statements of the posted cards. The builder does not do, because each of them reads the history and writes in one step. */

/** Claims the card that changed first. Changes after the claim make it stale again. */
export const TAKE = `
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

/** An act of the person through this chat does not count as a change, because the reply showed it. */
const BY_OTHERS = 'not coalesce(history.actor_id = link.user_id and history.channel = link.service, false)';

/** Marks a card stale for history rows that were not read for it. */
const missed = (isUnread: string) => `
  insert into chat_card_changes (card_id, history_id, changed_at)
  select shown.card_id, history.id, history.at
  from chat_card_activities shown
  join chat_cards card on card.id = shown.card_id
  join chat_links link on link.id = card.chat_link_id
  join activity_history history on history.activity_id = shown.activity_id
  where shown.card_id = :cardId and ${isUnread}
  on conflict do nothing`;
export const ADD_CHANGES_AFTER_ROW = missed('history.id > :seenHistoryId');
export const ADD_CHANGES_SINCE = missed(`history.at > :readSince and ${BY_OTHERS}`);

/** A card, or its new content. A claim on it ends, because its holder may draw older content over it. An App Home pauses. */
export const KEEP = `
  insert into chat_cards (chat_link_id, conversation, message, press, posted_at, next_try_at)
  values (:chatLinkId, :conversation, :message, :press, :postedAt,
    case when :message in ${literals([HOME_MESSAGE])} then :postedAt::timestamptz + ${HOME_PAUSE_MS} * interval '1 millisecond' end)
  on conflict (chat_link_id, md5(conversation), message) do update
    set press = excluded.press, claim = null, next_try_at = excluded.next_try_at, tries = 0
  returning id`;

/** Removes the changes that the person made through this chat, because the reply showed them. */
export const FORGET_OWN_CHANGES = `
  delete from chat_card_changes change using activity_history history, chat_links link
  where change.card_id = :cardId and history.id = change.history_id and link.id = :chatLinkId and not (${BY_OTHERS})`;

/** Each try comes after twice the time of the one before. */
export const RETRY = `
  update chat_cards set next_try_at = :now::timestamptz + ${CHAT_RETRY_MS} * power(2, tries - 1) * interval '1 millisecond'
  where id = :id and claim = :claim`;
