import { TOPIC_NEWS_DAYS, TOPIC_NEWS_GATHER_MS } from '../../domain/chat/chat.ts';

/** Deletes and names the topic in one statement; the builder's `delete` cannot join. */
export const REMOVE_ASSIGNMENT = `
  delete from topic_assignments using topics where topic_assignments.id = ? and topics.id = topic_id
  returning user_id as "userId", topic_id as "topicId", topics.name as topic`;

/* Statements of the channels that announce topics. They are whole texts, because each of them reads other tables and writes in one step. */

const SINCE = `:now::timestamptz - interval '${TOPIC_NEWS_DAYS} days'`;
const UNSAID = `news.topic_channel_id = channel.id and news.task_id is null and news.happened_at > ${SINCE}`;

/** Answers no row where the topic is announced in that channel already. */
export const ADD_CHANNEL = `
  insert into topic_channels (topic_id, user_id, chat_link_id, service, conversation, display_name, started_at)
  values (:topicId, :userId, :chatLinkId, :service, :conversation, :displayName, :startedAt)
  on conflict (topic_id, service, md5(conversation)) do nothing
  returning id`;

/**
 * Plans one message for each channel whose oldest news have waited long enough. News that come while a message is on its way wait for the next.
 * The row of the channel is locked, so that two processes do not plan the same news.
 */
export const PLAN_NEWS = `
  with due as (
    select channel.id, channel.chat_link_id, channel.conversation
    from topic_channels channel
    where not exists (select from holidays where day = :today) and exists (
      select from topic_news news where ${UNSAID} and news.happened_at <= :now::timestamptz - ${TOPIC_NEWS_GATHER_MS} * interval '1 ms'
    ) and not exists (
      select from chat_tasks task
      where task.topic_channel_id = channel.id and task.next_try_at is not null and task.expires_at > :now
    )
    for no key update of channel skip locked
  ), planned as (
    insert into chat_tasks (key, kind, topic_channel_id, chat_link_id, conversation, created_at, next_try_at, expires_at)
    select concat_ws(':', 'topicNews', channel.id, (select max(news.id) from topic_news news where ${UNSAID})), 'topicNews', channel.id,
      channel.chat_link_id, channel.conversation, :now, :now, :now::timestamptz + interval '${TOPIC_NEWS_DAYS} days'
    from due channel
    on conflict (key) do nothing
    returning id, topic_channel_id
  )
  update topic_news news set task_id = channel.task_id
  from (select topic_channel_id as id, id as task_id from planned) channel
  where ${UNSAID}`;

/** Reads the last news of each activity that still belongs to the topic. Late work whose deadline was moved is left out. */
export const NEWS = `
  select distinct on (news.activity_id) news.activity_id as "activityId", news.kind
  from topic_news news
  join topic_channels channel on channel.id = news.topic_channel_id
  join activities on activities.id = news.activity_id and activities.topic_id = channel.topic_id
  where news.task_id = :taskId and (news.kind <> 'late' or activities.deadline_on = news.deadline_on)
  order by news.activity_id, news.id desc`;

/**
 * Notes work that became late since its topic is announced, once for each deadline. It looks back some days, because the reminder job may
 * have missed them.
 */
export const NOTE_LATE = `
  insert into topic_news (topic_channel_id, activity_id, kind, deadline_on, happened_at)
  select channel.id, activities.id, 'late', deadline_on, :now
  from topic_channels channel join activities on activities.topic_id = channel.topic_id
  where is_open and closed_at is null and deadline_on < :today
    and deadline_on >= greatest(:today::date - ${TOPIC_NEWS_DAYS}, (channel.started_at at time zone :zone)::date)
    and not exists (select from holidays where day = :today)
  order by activities.id, channel.id
  on conflict (topic_channel_id, activity_id, deadline_on) where kind = 'late' do nothing`;
