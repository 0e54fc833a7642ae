import { openStatuses } from '../domain/activity/activity.ts';
import { literals } from './statement.ts';

/* Whole statements, because the builder cannot put a limit into each part of a union in this order. */

const OPEN = `status in ${literals(openStatuses)}`;
const OWN = '(owner_id = :userId or assignee_id = :userId)';

/** Cut off before the words are compared, which keeps PostgreSQL from reading the index of words instead. */
const newest = (condition: string, count: string) =>
  `select id, status, created_at, description_key from activities where ${condition} order by created_at desc, id desc limit ${count}`;
const PROPOSED = 'select id, status, created_at, description_key from activities where description_key like :pattern limit :proposed';

/** The best that match. An activity in two of the sets comes twice. */
const bestOf = (...sets: string[]) => `
  select id
  from (${sets.map((set) => `select * from (${set}) as part where description_key like :pattern`).join(' union all ')}) as matching
  order by ${OPEN} desc, created_at desc, id desc limit :limit`;

export const BEST_OF_OWN = bestOf(newest(OWN, ':newest'));
export const BEST_OF_NEWEST = bestOf(newest(OPEN, ':newest'), newest('true', ':newest'));
export const BEST_BY_INDEX = bestOf(newest(OPEN, ':newest'), newest('true', ':newest'), PROPOSED);

export const BY_FOLIO = `select id from activities where id = :folio and (:seesAll or ${OWN})`;

export const HITS = `
  select activities.id, activities.description, status, owner_id as "ownerId", assignee_id as "assigneeId", topics.name as topic
  from activities join topics on topics.id = topic_id where activities.id = any(?::integer[])`;
