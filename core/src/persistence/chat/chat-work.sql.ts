import { CHAT_RETRY_MS, CHAT_TRIES, HOME_MESSAGE, HOME_PAUSE_MS } from '../../domain/chat/chat.ts';
import { literals } from '../database/statement.ts';

/* Statements of the posted cards. They are whole texts, because each of them reads the history and writes in one step. */

/** Claims the card that changed first. Changes after the claim make it stale again. */
export const TAKE_CARD = `
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

/** Stores a card or its new content. A claim on it ends, because its holder may draw older content over it. An App Home pauses. */
export const KEEP_CARD = `
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

/** Each pause is twice as long as the one before. */
export const RETRY_CARD = `
  update chat_cards set next_try_at = :now::timestamptz + ${CHAT_RETRY_MS} * power(2, tries - 1) * interval '1 millisecond'
  where id = :id and claim = :claim`;

/* Statements of the chat tasks. They are whole texts, because each of them reads other tables and writes in one step. */

/** Claims the task that is due first. News of a topic have no other way than their channel, so they are tried until they expire. */
export const TAKE_TASK = `
  with due as (
    select task.id
    from chat_tasks task
    join chat_links link on link.id = task.chat_link_id
    join users on users.id = link.user_id
    where task.next_try_at <= :now and task.expires_at > :now and (task.kind = 'topicNews' or task.tries < ${CHAT_TRIES})
      and users.is_active and link.service = any(:services)
    order by task.next_try_at limit 1
    for no key update of task skip locked
  ), taken as (
    update chat_tasks task set claimed_until = :until, next_try_at = :until, tries = tries + 1,
      is_uncertain = is_uncertain or claimed_until is not null
    from due where task.id = due.id
    returning task.*
  )
  select taken.id, taken.kind, taken.is_uncertain as "isUncertain", taken.chat_link_id as "chatLinkId", link.user_id as "userId",
    service, workspace, chat_user_id as "chatUserId", taken.conversation
  from taken join chat_links link on link.id = taken.chat_link_id`;

/** Plans each person's summary of the week once. A person who chose it after the hour gets the next one. */
export const PLAN_SUMMARIES = `
  insert into chat_tasks (key, kind, chat_link_id, conversation, created_at, next_try_at, expires_at)
  select concat_ws(':', 'summarize', chosen.user_id, :today::date), 'summarize', chosen.chat_link_id, chosen.conversation, :now, :now,
    (:today::date + time '20:00') at time zone :zone
  from chat_summaries chosen join users on users.id = chosen.user_id
  where users.is_active and chosen.chosen_at < (:today::date + time '08:00') at time zone :zone
    and not exists (select from chat_tasks where key = concat_ws(':', 'summarize', chosen.user_id, :today::date))
  on conflict (key) do nothing`;

/** Plans the notice for the newest account of each of these people that has a conversation. */
export const PLAN_MAIL_STOP = `
  insert into chat_tasks (key, kind, chat_link_id, conversation, created_at, next_try_at, expires_at)
  select distinct on (user_id) concat_ws(':', 'mailStopped', user_id, :now::timestamptz), 'mailStopped', id, conversation, :now::timestamptz,
    :now, :now::timestamptz + interval '1 day'
  from chat_links where user_id = any(:people) and conversation is not null
  order by user_id, id desc
  on conflict (key) do nothing`;

/** Plans one notice until the choice changes or a summary succeeds. It goes to another conversation than the one that refused. */
export const PLAN_FAILURE_NOTICE = `
  with noticed as (
    update chat_summaries chosen set told_unsent_at = :now
    from chat_tasks task join chat_links link on link.id = task.chat_link_id
    where task.id = :id and task.claimed_until = :claimedUntil and task.kind = 'summarize' and link.conversation <> task.conversation
      and chosen.chat_link_id = link.id and chosen.conversation = task.conversation and chosen.told_unsent_at is null
    returning task.id, link.id as link_id, link.conversation
  )
  insert into chat_tasks (key, kind, chat_link_id, conversation, created_at, next_try_at, expires_at)
  select concat_ws(':', 'unsent', id), 'unsent', link_id, conversation, :now, :now, :now::timestamptz + interval '1 day' from noticed`;

/** Clears the mark, because a summary succeeded in that conversation. */
export const CLEAR_FAILURE_NOTICE = `
  update chat_summaries chosen set told_unsent_at = null
  from chat_tasks task
  where task.id = :id and task.claimed_until = :claimedUntil and task.kind = 'summarize'
    and chosen.chat_link_id = task.chat_link_id and chosen.conversation = task.conversation and chosen.told_unsent_at is not null`;

/** Each pause is twice as long as the one before, up to the one before the last of `CHAT_TRIES`. */
export const RETRY_TASK = `
  update chat_tasks set claimed_until = null, is_uncertain = is_uncertain or :isUncertain,
    next_try_at = :now::timestamptz + ${CHAT_RETRY_MS} * power(2, least(tries, ${CHAT_TRIES - 1}) - 1) * interval '1 millisecond'
  where id = :id and claimed_until = :claimedUntil`;
