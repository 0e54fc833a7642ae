import type { Knex } from 'knex';
import type { CalendarDate } from '../domain/calendar.ts';
import type { Holiday } from '../domain/holidays.ts';
import type { TopicMembership } from '../domain/people/topic-access.ts';
import { PRECONDITIONS } from './registration-preconditions.sql.ts';
import { execute } from './statement.ts';

/** What registering work depends on. */
export interface RegistrationPreconditions {
  topic: { department: string } | undefined;
  /** Those of the people asked about who are active, by id. */
  people: ReadonlyMap<number, TopicMembership>;
  /** Of the day the work is due. */
  holiday: Holiday | undefined;
}
interface RegistrationQuery {
  topicId: number;
  dueOn: CalendarDate;
  people: readonly number[];
}
interface Row extends TopicMembership {
  id: number | null;
  topicDepartment: string | null;
  holiday: string | null;
}

export const registrationPreconditionsOn = (db: Knex) => ({
  /** The people are held: whoever is active stays so until the transaction ends. Always in the same order. */
  async hold({ topicId, dueOn, people }: RegistrationQuery): Promise<RegistrationPreconditions> {
    const query = { topicId, dueOn, people: [...people] };
    const { rows } = await execute<Row>(db, PRECONDITIONS, query, 'registrationPreconditions');
    const [{ topicDepartment, holiday }] = rows as [Row];
    return {
      topic: topicDepartment === null ? undefined : { department: topicDepartment },
      people: new Map(rows.flatMap(({ id, department, isAssigned }) => (id === null ? [] : [[id, { department, isAssigned }]]))),
      holiday: holiday === null ? undefined : { day: dueOn, name: holiday },
    };
  },
});
