import type { Knex } from 'knex';
import type { WorkRequest } from '../../domain/activities/work-request.ts';
import type { CalendarDate } from '../../domain/calendar.ts';
import { newsUntil } from '../../domain/notifications/delivery.ts';
import type { RequestKind } from '../../domain/notifications/notification.ts';
import type { Person } from '../../domain/people/person.ts';
import { execute, firstRow } from '../database/statement.ts';
import { defineModel } from '../models.ts';
import * as sql from './work-requests.sql.ts';

type Decision = Pick<WorkRequest, 'state' | 'decidedById' | 'decidedAt'> & Partial<Pick<WorkRequest, 'reason' | 'activityId'>>;
type NewRequest = Pick<WorkRequest, 'topicId' | 'requesterId' | 'text' | 'wantedOn' | 'createdAt'>;
const WorkRequestModel = defineModel<NewRequest & Decision & { id: number }>('workRequests');

/** A request as it is stored, with the department that decides who answers where its topic is open to everybody. */
export type StoredRequest = WorkRequest & { requesterDepartment: string };

type RequestQuery = { userId: number; isMine: boolean; isOpen: boolean; limit: number };

export const workRequestsOn = (db: Knex, zone: string) => ({
  add: async (request: NewRequest): Promise<number> => (await WorkRequestModel.query(db).insert(request).returning('id')).id,

  find: async (...ids: number[]): Promise<StoredRequest[]> =>
    ids.length > 0 ? (await execute<StoredRequest>(db, sql.FIND, { ids })).rows : [],

  /** Locks a request until the transaction ends. Of two answers at the same time, one sees the other. */
  async lock(id: number): Promise<StoredRequest | undefined> {
    await WorkRequestModel.query(db).findById(id).select('id').forNoKeyUpdate();
    return (await this.find(id))[0];
  },

  findByActivity: async (activityId: number): Promise<{ id: number } | undefined> =>
    WorkRequestModel.query(db).where({ activityId }).select('id').first(),

  async decide(id: number, decision: Decision): Promise<void> {
    await WorkRequestModel.query(db).findById(id).patch(decision);
  },

  /** Lists a part and counts all of it, and what is open of others. */
  async list(query: RequestQuery): Promise<{ total: number; toAnswer: number; requests: StoredRequest[] }> {
    const { rows: requests } = await execute<StoredRequest>(db, sql.LIST, { ...query });
    return { ...(await firstRow<{ total: number; toAnswer: number }>(db, sql.COUNT, { ...query })), requests };
  },

  countOpen: async (): Promise<{ open: number; oldestAt: Date | null }> => firstRow(db, sql.COUNT_OPEN),

  /** Takes those that wait since this day or longer, each once. */
  takeUnanswered: async (day: CalendarDate, now: Date): Promise<number[]> =>
    (await execute<{ id: number }>(db, sql.TAKE_UNANSWERED, { day, zone, now })).rows.map(({ id }) => id),

  listPresent: async (today: CalendarDate): Promise<Pick<Person, 'id' | 'kind' | 'position' | 'department'>[]> =>
    (await execute<Pick<Person, 'id' | 'kind' | 'position' | 'department'>>(db, sql.PRESENT, { today })).rows,

  /** Notifies people of a request, each once of each kind. */
  async notify(kind: RequestKind, id: number, recipients: readonly number[], now: Date): Promise<void> {
    await execute(db, sql.NOTIFY, { kind, id, recipients: [...recipients], now, expiresAt: newsUntil(now) });
  },
});
