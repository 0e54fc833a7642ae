import type { Knex } from 'knex';
import { GENERAL, type Lapse, type Priority } from '../../domain/activities/activity.ts';
import type { ActivityTemplate } from '../../domain/activities/activity-template.ts';
import { type CalendarDate, DAY_MS } from '../../domain/calendar.ts';
import { type ChatService, TOPIC_NEWS_DAYS, type TopicNewsKind } from '../../domain/chat/chat.ts';
import { isPrivileged, type Person } from '../../domain/people/person.ts';
import { normalise } from '../../domain/text.ts';
import { vectorize } from '../activities/activity-words.ts';
import { execute } from '../database/statement.ts';
import { defineModel, type StoredTopic, TopicAssignmentModel, TopicModel, UserModel } from '../models.ts';
import { ADD_CHANNEL, NEWS, NOTE_LATE, PLAN_NEWS, REMOVE_ASSIGNMENT } from './topics.sql.ts';

const topicColumns = ['id', 'name', 'description', 'department'] as const satisfies (keyof StoredTopic)[];

export const topicsOn = (db: Knex) => ({
  find: async (id: number): Promise<StoredTopic | undefined> => TopicModel.query(db).select(topicColumns).findById(id),
  lock: async (id: number): Promise<StoredTopic | undefined> => TopicModel.query(db).select(topicColumns).findById(id).forNoKeyUpdate(),
  all: async (): Promise<StoredTopic[]> => TopicModel.query(db).select(topicColumns).orderBy(['name', 'id']),

  /** Returns the new id; undefined where a topic of that name exists, also in another department. */
  async add(topic: Omit<StoredTopic, 'id'>, createdAt: Date): Promise<number | undefined> {
    const row = { ...topic, nameKey: normalise(topic.name), nameWords: vectorize(topic.name), createdAt };
    return (await TopicModel.query(db).insert(row).onConflict('nameKey').ignore().returning('id'))?.id;
  },

  async update(id: number, changes: Pick<StoredTopic, 'description' | 'department'>): Promise<void> {
    await TopicModel.query(db).findById(id).patch(changes);
  },

  async departments(): Promise<string[]> {
    const topics = TopicModel.query(db).select('department').whereNot('department', GENERAL);
    const rows = await UserModel.query(db).select('department').whereNot('department', GENERAL).union(topics).orderBy('department');
    return rows.map(({ department }) => department);
  },

  /** Lists the topics for which `mayRegisterUnder` holds (`policy.ts`), by name. */
  async listRegistrable(person: Person): Promise<StoredTopic[]> {
    return TopicModel.query(db)
      .select(topicColumns)
      .where((open) => {
        if (isPrivileged(person)) return;
        const own = TopicAssignmentModel.query(db).select('topicId').where('userId', person.id);
        open.whereIn('department', [person.department, GENERAL]).orWhereIn('id', own);
      })
      .orderBy(['name', 'id']);
  },
});

export interface StoredAssignment extends Pick<Person, 'employeeNumber' | 'firstName' | 'lastName' | 'level' | 'position'> {
  id: number;
  topicId: number;
  topic: string;
  userId: number;
}

export type GivenTopic = Pick<StoredAssignment, 'userId' | 'topicId' | 'topic'>;

export const topicAssignmentsOn = (db: Knex) => ({
  async all(): Promise<StoredAssignment[]> {
    return TopicAssignmentModel.query(db)
      .joinRelated('[topic, user]')
      .orderBy(['topic.name', 'firstName', 'lastName', 'topicAssignments.id'])
      .select('topicAssignments.id', 'topicId', 'topic.name as topic', 'userId')
      .select('employeeNumber', 'firstName', 'lastName', 'level', 'position')
      .toKnexQuery<StoredAssignment>();
  },

  /** Returns the new id; undefined where there is one already. */
  async add(topicId: number, userId: number, createdAt: Date): Promise<number | undefined> {
    const row = { topicId, userId, createdAt };
    return (await TopicAssignmentModel.query(db).insert(row).onConflict(['topicId', 'userId']).ignore().returning('id'))?.id;
  },

  remove: async (id: number): Promise<GivenTopic | undefined> => (await execute<GivenTopic>(db, REMOVE_ASSIGNMENT, [id])).rows[0],
});

export type TemplateFields = ActivityTemplate<Priority, Lapse>;
export interface StoredTemplate extends TemplateFields {
  id: number;
  topicId: number;
}

interface TemplateColumns extends Omit<StoredTemplate, 'checklist'> {
  /** A read returns a list; a write needs its JSON text. */
  checklist: unknown;
  descriptionKey: string;
  createdAt: Date;
  retiredAt: Date | null;
}
const TemplateModel = defineModel<TemplateColumns>('activityTemplates', { belongsTo: { topic: [TopicModel, 'topicId'] } });
const templateColumns = [
  'id',
  'topicId',
  'description',
  'days',
  'priority',
  'repeats',
  'checklist',
  'minimumImages',
] as const satisfies (keyof StoredTemplate)[];

const templateRow = ({ description, days, priority, repeats, checklist, minimumImages }: TemplateFields) => ({
  description,
  days,
  priority,
  repeats,
  minimumImages,
  descriptionKey: normalise(description),
  checklist: JSON.stringify(checklist),
});

/** A retired template stays in the table, and nobody sees it. */
export const activityTemplatesOn = (db: Knex) => ({
  async list(topicId: number): Promise<StoredTemplate[]> {
    return TemplateModel.query(db)
      .where({ topicId })
      .whereNull('retiredAt')
      .orderBy(['description', 'id'])
      .select(templateColumns)
      .castTo();
  },

  /** Returns undefined for a retired one. */
  find: async (id: number): Promise<StoredTemplate | undefined> =>
    TemplateModel.query(db).findById(id).whereNull('retiredAt').select(templateColumns).castTo(),

  lock: async (id: number): Promise<StoredTemplate | undefined> =>
    TemplateModel.query(db).findById(id).whereNull('retiredAt').select(templateColumns).forUpdate().castTo(),

  /** Returns whether the topic has another one with this text. Call it under the lock of the topic. */
  async isTaken(topicId: number, description: string, except: number | null): Promise<boolean> {
    const others = TemplateModel.query(db)
      .where({ topicId, descriptionKey: normalise(description) })
      .whereNull('retiredAt');
    return (await (except === null ? others : others.whereNot('id', except)).resultSize()) > 0;
  },

  async add(topicId: number, template: TemplateFields, createdAt: Date): Promise<number> {
    return (
      await TemplateModel.query(db)
        .insert({ topicId, ...templateRow(template), createdAt })
        .returning('id')
    ).id;
  },

  async update(id: number, template: TemplateFields): Promise<void> {
    await TemplateModel.query(db).findById(id).patch(templateRow(template));
  },

  async retire(id: number, retiredAt: Date): Promise<void> {
    await TemplateModel.query(db).findById(id).patch({ retiredAt });
  },
});

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

const TopicChannelModel = defineModel<TopicChannelRow>('topicChannels', {
  belongsTo: { topic: [TopicModel, 'topicId'], user: [UserModel, 'userId'] },
});
const TopicNewsModel = defineModel<{ id: number; taskId: number | null; happenedAt: Date }>('topicNews');
const TopicTaskModel = defineModel<{ id: number; topicChannelId: number | null; claimedUntil: Date | null }>('chatTasks');

/** Topic channels are conversations of a chat in which the work of a topic is announced. */
export const topicChannelsOn = (db: Knex, zone: string) => {
  const channelQuery = () =>
    TopicChannelModel.query(db)
      .joinRelated('[topic, user]')
      .select('topicChannels.*', 'topic.name as topic', 'firstName', 'lastName', 'kind', 'position', 'isActive')
      .orderBy(['topic.name', 'topicChannels.id'])
      .castTo<TopicChannel[]>();

  return {
    all: async (): Promise<TopicChannel[]> => channelQuery(),

    listByConversation: async (service: ChatService, conversation: string): Promise<TopicChannel[]> =>
      channelQuery().where({ service, conversation }),

    /** Finds the channel of a message; with `claimedUntil`, only while that claim holds. */
    async findByTask(taskId: number, claimedUntil?: Date): Promise<TopicChannel | undefined> {
      const task = TopicTaskModel.query(db)
        .where({ id: taskId, ...(claimedUntil && { claimedUntil }) })
        .select('topicChannelId');
      return (await channelQuery().whereIn('topicChannels.id', task))[0];
    },

    /** Returns the new id; undefined where the topic is announced in that channel already. */
    add: async (channel: Omit<TopicChannelRow, 'id'>): Promise<number | undefined> =>
      (await execute<{ id: number }>(db, ADD_CHANNEL, { ...channel })).rows[0]?.id,

    /** Removes a channel with its news and waiting messages, and returns it; undefined if there is none of that id. */
    async remove(id: number): Promise<TopicChannel | undefined> {
      const [channel] = await channelQuery().where('topicChannels.id', id);
      return channel && (await TopicChannelModel.query(db).deleteById(id)) > 0 ? channel : undefined;
    },

    /** Plans nothing on a holiday. */
    async planNews(today: CalendarDate, now: Date): Promise<void> {
      await execute(db, PLAN_NEWS, { today, now });
    },

    listNews: async (taskId: number): Promise<TopicNews[]> => (await execute<TopicNews>(db, NEWS, { taskId })).rows,

    async noteLate(today: CalendarDate, now: Date): Promise<void> {
      await execute(db, NOTE_LATE, { today, now, zone });
    },

    /** Removes news that nobody announced in time; those of a message go with the message. */
    async forgetOld(now: Date): Promise<void> {
      const old = new Date(now.getTime() - 2 * TOPIC_NEWS_DAYS * DAY_MS);
      await TopicNewsModel.query(db).whereNull('taskId').where('happenedAt', '<', old).delete();
    },
  };
};
