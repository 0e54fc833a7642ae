import type { Knex } from 'knex';
import { addDays, type CalendarDate } from '../domain/calendar.ts';
import { NEAR_DAYS } from '../domain/deadline.ts';
import { announcementChannels } from './announcement-channels.ts';

/**
 * Everything a day's sweep has to tell, in one statement: what `dueAnnouncements` says of each activity, to active people, by the
 * channels they chose, on working days. What has been told is sorted out before its rows are built: old overdue work costs little.
 * The order makes PostgreSQL finish that before it writes, or it would look through what it is writing, again and again.
 */
const ANNOUNCE = `
  with ways as materialized (
    select person.*, channel
    from (
      select users.id as recipient_id, kinds.kind
      from users cross join (values ('dueSoon'), ('dueTomorrow'), ('overdue')) as kinds (kind)
      where is_active
    ) as person
    ${announcementChannels('person')}
  ), due as (
    select id, owner_id, assignee_id, deadline_on,
      case when deadline_on < :today then 'overdue' when deadline_on <= :tomorrow then 'dueTomorrow' else 'dueSoon' end as kind
    from activities
    where status in ('not_started', 'in_progress', 'on_pause') and deadline_on < :farFrom
      and not exists (select from holidays where day = :today)
  ), told as (
    select id, deadline_on, kind, assignee_id as recipient_id from due
    union all
    select id, deadline_on, kind, owner_id from due where kind = 'overdue' and owner_id <> assignee_id
  ), untold as materialized (
    select told.*, channel
    from told join ways using (recipient_id, kind)
    where not exists (
      select from outbox earlier
      where earlier.kind in ('dueSoon', 'dueTomorrow', 'overdue') and earlier.activity_id = told.id
        and earlier.deadline_on = told.deadline_on and earlier.kind = told.kind
        and earlier.recipient_id = told.recipient_id and earlier.channel = ways.channel
    )
  )
  insert into outbox (key, kind, channel, recipient_id, activity_id, deadline_on, created_at, next_try_at, expires_at)
  select concat_ws(':', kind, id, deadline_on, recipient_id, case when channel = 'chat' then 'chat' end),
    kind, channel, recipient_id, id, deadline_on, :now, :now, :now::timestamptz + interval '7 days'
  from untold
  order by recipient_id, deadline_on, id
  on conflict (key) do nothing`;

/** Which scheduled moments have been swept, and what a sweep writes. */
export const sweepsOn = (db: Knex) => ({
  /** The scheduled moment of the last sweep until now; one that a wrong clock dated later does not count. */
  async lastDue(now: Date): Promise<Date | undefined> {
    return (await db('sweeps').where('dueAt', '<=', now).orderBy('dueAt', 'desc').first('dueAt'))?.dueAt;
  },

  /** Where nothing was ever swept, sweeping begins after this moment. Of processes that start together one begins. */
  async begin(now: Date): Promise<void> {
    await db.transaction(async (trx) => {
      await trx.raw('lock table sweeps in share row exclusive mode');
      if (!(await trx('sweeps').first('dueAt'))) await trx('sweeps').insert({ dueAt: now, sweptAt: now, announcedCount: 0 });
    });
  },

  /** False where another took the moment; whoever is on it is waited for. It is taken only when this transaction commits. */
  async take(dueAt: Date, now: Date): Promise<boolean> {
    const taken = await db('sweeps').insert({ dueAt, sweptAt: now, announcedCount: 0 }).onConflict('dueAt').ignore().returning('dueAt');
    return taken.length > 0;
  },

  /** Writes what is to be told on this day and was not; answers how many. */
  async announce(today: CalendarDate, now: Date): Promise<number> {
    const days = { today, tomorrow: addDays(today, 1), farFrom: addDays(today, NEAR_DAYS) };
    return (await db.raw(ANNOUNCE, { ...days, now })).rowCount;
  },

  async note(dueAt: Date, announcedCount: number): Promise<void> {
    await db('sweeps').where({ dueAt }).update({ announcedCount });
  },
});
