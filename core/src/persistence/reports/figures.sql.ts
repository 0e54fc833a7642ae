import { isOpen } from '../../domain/activities/activity.ts';
import { punctualities } from '../../domain/reports/punctuality.ts';
import { IS_IMPORTED } from '../activities/encoded-rows.sql.ts';
import { IS_UNDELIVERED, urgencyMarkConditions } from '../activities/urgency.sql.ts';
import { hasMark, IS_DUE, type QueriedSelection, selectedActivities } from './selection.sql.ts';

/* Each figure is counted from the activities of a selection. */

export const countQuery = (selection: QueriedSelection): string => `
  select count(*)::int as total, (count(*) filter (where is_late))::int as late
  from ${selectedActivities(selection, { columns: (part) => `${hasMark('late', part)} as is_late` })}`;

export function urgencyQuery(selection: QueriedSelection): string {
  const { within, words } = urgencyMarkConditions;
  const counts = Object.entries(words).map(([mark, condition]) => `(count(*) filter (where ${condition}))::int as "${mark}"`);
  return `
  select ${counts.join(', ')} from ${selectedActivities({ ...selection, statuses: selection.statuses.filter(isOpen) }, { columns: () => 'activities.*', and: within })}`;
}

export const statusQuery = (selection: QueriedSelection): string => `
  select status, count(*)::int as total, (count(*) filter (where ${IS_IMPORTED}))::int as imported
  from ${selectedActivities(selection, { columns: () => 'status, is_measured' })}
  group by status`;

export const personQuery = (selection: QueriedSelection): string => `
  select counted.*, first_name || ' ' || last_name as name
  from (
    select assignee_id as id, count(*)::int as total, (count(*) filter (where is_late))::int as late,
      (count(*) filter (where is_near))::int as week
    from ${selectedActivities(selection, {
      columns: (part) => `assignee_id, ${hasMark('late', part)} as is_late, ${hasMark('week', part)} as is_near`,
    })}
    group by assignee_id
  ) as counted
  join users on users.id = counted.id`;

/** Counts by topic and then sums by department, because a join before counting would touch every activity. */
export const departmentQuery = (selection: QueriedSelection): string => `
  select department as name, status, sum(total)::int as total
  from (
    select topic_id, status, count(*) as total from ${selectedActivities(selection, { columns: () => 'topic_id, status' })} group by topic_id, status
  ) as counted
  join topics on topics.id = topic_id
  group by department, status`;

/**
 * Counts due work by deadline and status; the caller sums the days to weeks or months. `total` leaves out work without a punctuality, and
 * `imported` counts what of it an import brought as finished.
 */
export const deadlineQuery = (selection: QueriedSelection): string => `
  select deadline_on as name, status, count(punctuality)::int as total,
    (count(*) filter (where punctuality is null and status = 'verified'))::int as imported
  from ${selectedActivities(selection, { columns: () => 'deadline_on, status, punctuality', and: IS_DUE })}
  group by deadline_on, status
  order by deadline_on`;

const byPunctuality = punctualities.map((one) => `(count(*) filter (where punctuality = '${one}'))::int as "${one}"`);

/** Counts due work by topic, by responsible and by deadline in one pass. Departments, weeks and months are sums of these counts. */
export const punctualityQuery = (selection: QueriedSelection): string => `
  select topics.name as topic, topics.department, first_name || ' ' || last_name as person, counted.*
  from (
    select topic_id as "topicId", assignee_id as "assigneeId", deadline_on as "deadlineOn", ${byPunctuality.join(', ')}
    from ${selectedActivities(selection, {
      columns: () => 'topic_id, assignee_id, deadline_on, punctuality',
      and: `${IS_DUE} and activities.punctuality is not null`,
    })}
    group by grouping sets (topic_id, assignee_id, deadline_on)
  ) as counted
  left join topics on topics.id = "topicId"
  left join users on users.id = "assigneeId"`;

/** Counts due work by responsible and the days that were left at its delivery, 7 for more; -1 is late and undelivered work. */
export const deliveryQuery = (selection: QueriedSelection): string => `
  select assignee_id as "assigneeId", days_left as "daysLeft", count(*)::int as total
  from ${selectedActivities(selection, {
    columns: () =>
      `assignee_id, case when punctuality in ('late', 'undelivered') then -1 else least(greatest(deadline_on - closed_on, 0), 7) end as days_left`,
    and: `${IS_DUE} and activities.punctuality is not null`,
  })}
  group by assignee_id, days_left`;

export const undeliveredQuery = (selection: QueriedSelection): string => `
  select assignee_id as "assigneeId", deadline_on - :today::date as "daysLeft", count(*)::int as total,
    to_json((array_agg(json_build_object('id', id, 'description', description) order by id))[1:3]) as activities
  from ${selectedActivities(selection, { columns: () => 'id, assignee_id, deadline_on, description', and: IS_UNDELIVERED })}
  group by assignee_id, deadline_on`;

export const dueImportedQuery = (selection: QueriedSelection): string => `
  select count(*)::int as total
  from ${selectedActivities(selection, { columns: () => 'id', and: `${IS_DUE} and activities.punctuality is null and activities.status = 'verified'` })}`;

/**
 * Measures how long the verdicts of due work took. `lives` puts beside each completion and verdict the row before it, which for a verdict is
 * the completion that it judges. `verdicts` has the minutes between the two; own work has none. `counted` groups equal times, and rounds a day
 * or more down to hours, because the sentence on screen says hours then. `ranked` has how many verdicts took at most so long, from which the
 * percentiles of the nearest rank follow.
 */
export const verificationClockQuery = (selection: QueriedSelection): string => `
  with lives as (
    select act, at, lag(act) over life as earlier_act, lag(at) over life as earlier_at
    from ${selectedActivities(selection, { columns: () => 'id as due_id', and: IS_DUE })}
    join activity_history on activity_id = due_id and act in ('complete', 'approve', 'reject')
    window life as (partition by activity_id order by id)
  ), verdicts as (
    select act, floor(date_part('epoch', at - earlier_at) / 60)::int as minutes
    from lives where act <> 'complete' and earlier_act = 'complete'
  ), counted as (
    select case when minutes < 1440 then minutes else minutes / 60 * 60 end as minutes, count(*) as total,
      count(*) filter (where act = 'reject') as rejected
    from verdicts
    group by 1
  ), ranked as (
    select minutes, rejected, sum(total) over (order by minutes) as until, sum(total) over () as verdicts from counted
  )
  select coalesce(max(verdicts), 0)::int as verdicts, coalesce(sum(rejected), 0)::int as rejected,
    min(minutes) filter (where until >= 0.5 * verdicts) as "p50Minutes", min(minutes) filter (where until >= 0.9 * verdicts) as "p90Minutes"
  from ranked`;

export const oldestQuery = (selection: QueriedSelection): string => `
  select (min(created_at) at time zone :zone)::date as "oldestOn" from ${selectedActivities(selection, { columns: () => 'created_at' })}`;
