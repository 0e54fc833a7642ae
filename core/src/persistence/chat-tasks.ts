import type { Knex } from 'knex';
import type { CalendarDate } from '../domain/calendar.ts';
import type { ChatAddress, ChatService } from '../domain/notifications/chat.ts';
import { CHAT_TRIES, GREETING_MS } from '../domain/notifications/chat-work.ts';
import { backoffAt } from './backoff.ts';

export interface ChatTask extends ChatAddress {
  id: number;
  kind: 'greet' | 'summarize' | 'unsent';
  userId: number;
  /** Whoever had it before never said how it went. */
  isUncertain: boolean;
}
const DAY_MS = 24 * 3_600_000;

const TAKE = `
  with due as (
    select task.id
    from chat_tasks task
    join chat_links link on link.id = task.chat_link_id
    join users on users.id = link.user_id
    where task.next_try_at <= :now and task.expires_at > :now and task.tries < ${CHAT_TRIES}
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

/** Each person's summary of a week once, whoever asks and however often; who chose it after the hour waits for the next. */
const PLAN_SUMMARIES = `
  insert into chat_tasks (key, kind, chat_link_id, conversation, created_at, next_try_at, expires_at)
  select concat_ws(':', 'summarize', chosen.user_id, :today::date), 'summarize', chosen.chat_link_id, chosen.conversation, :now, :now,
    (:today::date + time '20:00') at time zone :zone
  from chat_summaries chosen join users on users.id = chosen.user_id
  where users.is_active and chosen.chosen_at < (:today::date + time '08:00') at time zone :zone
    and not exists (select from chat_tasks where key = concat_ws(':', 'summarize', chosen.user_id, :today::date))
  on conflict (key) do nothing`;

/** Once until it changes or works; not in the conversation that refused it, nor where it is no longer the chosen one. */
const TELL_UNSENT = `
  with told as (
    update chat_summaries chosen set told_unsent_at = :now
    from chat_tasks task join chat_links link on link.id = task.chat_link_id
    where task.id = :id and task.claimed_until = :claimedUntil and task.kind = 'summarize' and link.conversation <> task.conversation
      and chosen.chat_link_id = link.id and chosen.conversation = task.conversation and chosen.told_unsent_at is null
    returning task.id, link.id as link_id, link.conversation
  )
  insert into chat_tasks (key, kind, chat_link_id, conversation, created_at, next_try_at, expires_at)
  select concat_ws(':', 'unsent', id), 'unsent', link_id, conversation, :now, :now, :now::timestamptz + interval '1 day' from told`;

/** What was done where it had been said not to work. */
const WORKS_AGAIN = `
  update chat_summaries chosen set told_unsent_at = null
  from chat_tasks task
  where task.id = :id and task.claimed_until = :claimedUntil and task.kind = 'summarize'
    and chosen.chat_link_id = task.chat_link_id and chosen.conversation = task.conversation and chosen.told_unsent_at is not null`;

/** What the bot does once of its own accord: a greeting, a week's summary, that one could not go. What is over stays a while, and its key with it. */
export const chatTasksOn = (db: Knex, zone: string) => ({
  async greet(chatLinkId: number, conversation: string, now: Date): Promise<void> {
    const key = `greet:${chatLinkId}:${now.toISOString()}`;
    const expiresAt = new Date(now.getTime() + GREETING_MS);
    await db('chatTasks').insert({ key, kind: 'greet', chatLinkId, conversation, createdAt: now, nextTryAt: now, expiresAt });
  },

  async planSummaries(today: CalendarDate, now: Date): Promise<void> {
    await db.raw(PLAN_SUMMARIES, { today, zone, now });
  },

  /** A task of these services; its taker has it alone until then. */
  async take(services: readonly ChatService[], until: Date, now: Date): Promise<ChatTask | undefined> {
    return (await db.raw(TAKE, { services: [...services], until, now })).rows[0];
  },

  /** Has whoever chose its conversation told, once, that a summary could not go there, while it is its holder's. */
  async tellUnsent(id: number, claimedUntil: Date, now: Date): Promise<void> {
    await db.raw(TELL_UNSENT, { id, claimedUntil, now });
  },

  /** A summary went where one may have been said not to go. */
  async forgetUnsent(id: number, claimedUntil: Date): Promise<void> {
    await db.raw(WORKS_AGAIN, { id, claimedUntil });
  },

  /** It is over, whether or not it was done. */
  async end(id: number, claimedUntil: Date): Promise<void> {
    await db('chatTasks').where({ id, claimedUntil }).update({ claimedUntil: null, nextTryAt: null });
  },

  async retry(id: number, claimedUntil: Date, isUncertain: boolean, now: Date): Promise<void> {
    const doubt = isUncertain ? { isUncertain } : {};
    await db('chatTasks')
      .where({ id, claimedUntil })
      .update({ claimedUntil: null, nextTryAt: backoffAt(db, now), ...doubt });
  },

  async forgetOld(now: Date): Promise<void> {
    await db('chatTasks')
      .where('expiresAt', '<', new Date(now.getTime() - 30 * DAY_MS))
      .delete();
  },
});
