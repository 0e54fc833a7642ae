import type { Knex } from 'knex';
import { NEAR_DAYS } from '../domain/activity/deadline.ts';
import { addDays, type CalendarDate, laterOf } from '../domain/calendar.ts';
import { keyBy, notificationChannels } from './notification-channels.ts';
import { newsUntil } from './outbox.ts';

/**
 * Everything a day's sweep has to tell, in one statement: what `dueAnnouncements` says of each activity, to active people, by the
 * channels they chose, on working days. What has been told, by any channel, is sorted out before its rows are built: old overdue work
 * costs little.
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
    ${notificationChannels('person')}
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
        and earlier.recipient_id = told.recipient_id
    )
  )
  insert into outbox (key, kind, channel, recipient_id, activity_id, deadline_on, created_at, next_try_at, expires_at)
  select ${keyBy('channel', "concat_ws(':', kind, id, deadline_on, recipient_id)")},
    kind, channel, recipient_id, id, deadline_on, :now, :now, :expiresAt
  from untold
  order by recipient_id, deadline_on, id
  on conflict (key) do nothing`;

/** Which scheduled moments have been swept, and what a sweep writes. */
export const remindersOn = (db: Knex, zone: string) => ({
  /** The scheduled moment of the last sweep until now; one that a wrong clock dated later does not count. */
  async lastDue(now: Date): Promise<Date | undefined> {
    return (await db('sweeps').where('dueAt', '<=', now).orderBy('dueAt', 'desc').first('dueAt'))?.dueAt;
  },

  /** Where nothing was swept until now, sweeping begins after this moment. Of processes that start together one begins. */
  async begin(now: Date): Promise<void> {
    await db.transaction(async (trx) => {
      await trx.raw('lock table sweeps in share row exclusive mode');
      if (!(await trx('sweeps').where('dueAt', '<=', now).first('dueAt')))
        await trx('sweeps').insert({ dueAt: now, sweptAt: now, announcedCount: 0 });
    });
  },

  /** Sweeps of this day that told nothing have not been: a later look makes up for them. Where sweeping begins stays. */
  async forgetIdle(day: CalendarDate): Promise<void> {
    await db('sweeps')
      .where('announcedCount', 0)
      .whereRaw('(due_at at time zone ?)::date = ?', [zone, day])
      .whereExists(db('sweeps as earlier').whereRaw('earlier.due_at < sweeps.due_at').select(db.raw('1')))
      .delete();
  },

  /** False where another took the moment; whoever is on it is waited for. It is taken only when this transaction commits. */
  async take(dueAt: Date, now: Date): Promise<boolean> {
    const taken = await db('sweeps').insert({ dueAt, sweptAt: now, announcedCount: 0 }).onConflict('dueAt').ignore().returning('dueAt');
    return taken.length > 0;
  },

  /** Writes what is to be told on this day and was not; answers how many. `tomorrow` is the day until which that is told as tomorrow's. */
  async announce(today: CalendarDate, tomorrow: CalendarDate, now: Date): Promise<number> {
    const days = { today, tomorrow, farFrom: laterOf(addDays(today, NEAR_DAYS), addDays(tomorrow, 1)) };
    return (await db.raw(ANNOUNCE, { ...days, now, expiresAt: newsUntil(now) })).rowCount;
  },

  async note(dueAt: Date, announcedCount: number): Promise<void> {
    await db('sweeps').where({ dueAt }).update({ announcedCount });
  },
});
