import type { Knex } from 'knex';
import type { Priority } from '../domain/activity/activity.ts';
import type { ActivityTemplate } from '../domain/activity/activity-template.ts';
import type { Lapse } from '../domain/activity/repetition.ts';
import { normalise } from '../domain/text.ts';
import { modelOf, TopicModel } from './models.ts';

export type TemplateFields = ActivityTemplate<Priority, Lapse>;
export interface StoredTemplate extends TemplateFields {
  id: number;
  topicId: number;
}

interface TemplateColumns extends Omit<StoredTemplate, 'checklist'> {
  /** Read as a list; writes take its text. */
  checklist: unknown;
  descriptionKey: string;
  createdAt: Date;
  retiredAt: Date | null;
}
const TemplateModel = modelOf<TemplateColumns>('activityTemplates', { belongsTo: { topic: [TopicModel, 'topicId'] } });
const columns = [
  'id',
  'topicId',
  'description',
  'days',
  'priority',
  'repeats',
  'checklist',
  'minimumImages',
] as const satisfies (keyof StoredTemplate)[];

const rowOf = ({ description, days, priority, repeats, checklist, minimumImages }: TemplateFields) => ({
  description,
  days,
  priority,
  repeats,
  minimumImages,
  descriptionKey: normalise(description),
  checklist: JSON.stringify(checklist),
});

/** Templates of topics. A retired one stays, and nobody sees it. */
export const activityTemplatesOn = (db: Knex) => ({
  /** By text. */
  async of(topicId: number): Promise<StoredTemplate[]> {
    return TemplateModel.query(db).where({ topicId }).whereNull('retiredAt').orderBy(['description', 'id']).select(columns).castTo();
  },

  /** Undefined for one that is retired. */
  async find(id: number): Promise<StoredTemplate | undefined> {
    return TemplateModel.query(db).findById(id).whereNull('retiredAt').select(columns).castTo();
  },

  /** Locked until the transaction ends. */
  async lock(id: number): Promise<StoredTemplate | undefined> {
    return TemplateModel.query(db).findById(id).whereNull('retiredAt').select(columns).forUpdate().castTo();
  },

  /** Whether the topic has another one with this text. Call it under the lock of the topic. */
  async isTaken(topicId: number, description: string, except: number | null): Promise<boolean> {
    const others = TemplateModel.query(db)
      .where({ topicId, descriptionKey: normalise(description) })
      .whereNull('retiredAt');
    return (await (except === null ? others : others.whereNot('id', except)).resultSize()) > 0;
  },

  async add(topicId: number, template: TemplateFields, createdAt: Date): Promise<number> {
    return (
      await TemplateModel.query(db)
        .insert({ topicId, ...rowOf(template), createdAt })
        .returning('id')
    ).id;
  },

  async update(id: number, template: TemplateFields): Promise<void> {
    await TemplateModel.query(db).findById(id).patch(rowOf(template));
  },

  async retire(id: number, retiredAt: Date): Promise<void> {
    await TemplateModel.query(db).findById(id).patch({ retiredAt });
  },
});
