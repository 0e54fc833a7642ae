import type { Knex } from 'knex';
import type { CalendarDate } from '../domain/calendar.ts';
import type { Holiday } from '../domain/holidays.ts';
import type { TopicMembership } from '../domain/people/topic-access.ts';
import { prepared } from './prepared.ts';

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

const PRECONDITIONS = `
  with held as materialized (
    select id, department from users where id = any(:people::integer[]) and is_active order by id for share
  )
  select held.id, held.department, topics.department as "topicDepartment", holidays.name as holiday, exists (
    select from topic_assignments where topic_id = topics.id and user_id = held.id
  ) as "isAssigned"
  from (select :topicId::integer as topic_id, :dueOn::date as day) as asked
    left join topics on topics.id = asked.topic_id
    left join holidays on holidays.day = asked.day
    left join held on true`;

export const registrationPreconditionsOn = (db: Knex) => ({
  /** The people are held: whoever is active stays so until the transaction ends. Always in the same order. */
  async hold({ topicId, dueOn, people }: RegistrationQuery): Promise<RegistrationPreconditions> {
    const asked = { topicId, dueOn, people: [...people] };
    const { rows }: { rows: Row[] } = await db.raw(PRECONDITIONS, asked).options(prepared(db, 'groundsToRegister'));
    const [{ topicDepartment, holiday }] = rows as [Row];
    return {
      topic: topicDepartment === null ? undefined : { department: topicDepartment },
      people: new Map(rows.flatMap(({ id, department, isAssigned }) => (id === null ? [] : [[id, { department, isAssigned }]]))),
      holiday: holiday === null ? undefined : { day: dueOn, name: holiday },
    };
  },
});
