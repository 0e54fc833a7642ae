import type { Knex } from 'knex';
import type { CalendarDate } from '../domain/calendar.ts';
import { type ChatService, TOPIC_NEWS_DAYS, type TopicNewsKind } from '../domain/notifications/chat.ts';
import { modelOf, TopicModel, UserModel } from './models.ts';
import { execute } from './statement.ts';
import { ADD, NEWS_OF, NOTE_LATE, PLAN_NEWS } from './topic-channels.sql.ts';

interface TopicChannelRow {
  id: number;
  topicId: number;
  userId: number;
  /** Null once the account from which it was asked for is unlinked. */
  chatLinkId: number | null;
  service: ChatService;
  conversation: string;
  displayName: string;
  startedAt: Date;
}
/** With the topic, and the person who asked for it. */
export interface TopicChannel extends TopicChannelRow {
  topic: string;
  firstName: string;
  lastName: string;
  kind: string;
  position: string;
  isActive: boolean;
}
export interface TopicNews {
  activityId: number;
  kind: TopicNewsKind;
}

const TopicChannelModel = modelOf<TopicChannelRow>('topicChannels', {
  belongsTo: { topic: [TopicModel, 'topicId'], user: [UserModel, 'userId'] },
});
const TopicNewsModel = modelOf<{ id: number; taskId: number | null; happenedAt: Date }>('topicNews');
const TaskModel = modelOf<{ id: number; topicChannelId: number | null; claimedUntil: Date | null }>('chatTasks');
const DAY_MS = 24 * 3_600_000;

/** In which channels of a chat the work of which topics is announced, and what is to be said there. */
export const topicChannelsOn = (db: Knex, zone: string) => {
  const channelQuery = () =>
    TopicChannelModel.query(db)
      .joinRelated('[topic, user]')
      .select('topicChannels.*', 'topic.name as topic', 'firstName', 'lastName', 'kind', 'position', 'isActive')
      .orderBy(['topic.name', 'topicChannels.id'])
      .castTo<TopicChannel[]>();

  return {
    all: async (): Promise<TopicChannel[]> => channelQuery(),

    async inConversation(service: ChatService, conversation: string): Promise<TopicChannel[]> {
      return channelQuery().where({ service, conversation });
    },

    /** Of a message, while its claim holds if that is named. */
    async ofTask(taskId: number, claimedUntil?: Date): Promise<TopicChannel | undefined> {
      const task = TaskModel.query(db)
        .where({ id: taskId, ...(claimedUntil && { claimedUntil }) })
        .select('topicChannelId');
      return (await channelQuery().whereIn('topicChannels.id', task))[0];
    },

    /** Its id, or undefined where the topic is announced in that channel already. */
    async add(channel: Omit<TopicChannelRow, 'id'>): Promise<number | undefined> {
      return (await execute<{ id: number }>(db, ADD, { ...channel })).rows[0]?.id;
    },

    /** With its news and the messages that are on their way; undefined if there is none of that id. */
    async remove(id: number): Promise<TopicChannel | undefined> {
      const [channel] = await channelQuery().where('topicChannels.id', id);
      return channel && (await TopicChannelModel.query(db).deleteById(id)) > 0 ? channel : undefined;
    },

    /** Plans the messages that are due. */
    async planNews(now: Date): Promise<void> {
      await execute(db, PLAN_NEWS, { now });
    },

    async newsOf(taskId: number): Promise<TopicNews[]> {
      return (await execute<TopicNews>(db, NEWS_OF, { taskId })).rows;
    },

    async noteLate(today: CalendarDate, now: Date): Promise<void> {
      await execute(db, NOTE_LATE, { today, now, zone });
    },

    /** News that nobody announced in time; those of a message go with it. */
    async forgetOld(now: Date): Promise<void> {
      const old = new Date(now.getTime() - 2 * TOPIC_NEWS_DAYS * DAY_MS);
      await TopicNewsModel.query(db).whereNull('taskId').where('happenedAt', '<', old).delete();
    },
  };
};
