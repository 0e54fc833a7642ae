import { isOpen } from '../../domain/activities/activity.ts';
import { IS_IMPORTED } from '../activities/encoded-rows.sql.ts';
import { urgencyMarkConditions } from '../activities/urgency.sql.ts';
import { activitiesIn, hasMark, IS_DUE, type QueriedSelection } from './selection.sql.ts';

/* Figures of a selection, each counted from its activities. */

export const countOf = (selection: QueriedSelection): string => `
  select count(*)::int as total, (count(*) filter (where is_late))::int as late
  from ${activitiesIn(selection, { columns: (part) => `${hasMark('late', part)} as is_late` })}`;

/** How much open work has each mark. Closed work has none. */
export function urgencyCountsOf(selection: QueriedSelection): string {
  const { within, words } = urgencyMarkConditions;
  const counts = Object.entries(words).map(([mark, condition]) => `(count(*) filter (where ${condition}))::int as "${mark}"`);
  return `
  select ${counts.join(', ')} from ${activitiesIn({ ...selection, statuses: selection.statuses.filter(isOpen) }, { and: within })}`;
}

export const statusCountsOf = (selection: QueriedSelection): string => `
  select status, count(*)::int as total, (count(*) filter (where ${IS_IMPORTED}))::int as imported
  from ${activitiesIn(selection)}
  group by status`;

/** By responsible, with the numbers of late work and of work due within the week. */
export const personCountsOf = (selection: QueriedSelection): string => `
  select counted.*, first_name || ' ' || last_name as name
  from (
    select assignee_id as id, count(*)::int as total, (count(*) filter (where is_late))::int as late,
      (count(*) filter (where is_near))::int as week
    from ${activitiesIn(selection, {
      columns: (part) => `assignee_id, ${hasMark('late', part)} as is_late, ${hasMark('week', part)} as is_near`,
    })}
    group by assignee_id
  ) as counted
  join users on users.id = counted.id`;

/** By the topic's department: counted by topic, of which there are few, and then summed. */
export const departmentCountsOf = (selection: QueriedSelection): string => `
  select department as name, status, sum(total)::int as total
  from (select topic_id, status, count(*) as total from ${activitiesIn(selection)} group by topic_id, status) as counted
  join topics on topics.id = topic_id
  group by department, status`;

/**
 * Due work by deadline: a day has few statuses, and its week and month are computed outside. Work without a punctuality is only counted as
 * imported.
 */
export const deadlineCountsOf = (selection: QueriedSelection): string => `
  select deadline_on as name, status, count(punctuality)::int as total,
    (count(*) filter (where punctuality is null and status = 'verified'))::int as imported
  from ${activitiesIn(selection, { and: IS_DUE })}
  group by deadline_on, status
  order by deadline_on`;

/** Due work by topic, by responsible and by deadline. Departments, weeks and months of punctuality are sums of these counts. */
export const punctualityCountsOf = (selection: QueriedSelection): string => `
  select topic_id as "topicId", topics.name as topic, topics.department, assignee_id as "assigneeId",
    first_name || ' ' || last_name as person, deadline_on as "deadlineOn", punctuality, counted.total
  from (
    select topic_id, assignee_id, deadline_on, punctuality, count(*)::int as total
    from ${activitiesIn(selection, { and: `${IS_DUE} and activities.punctuality is not null` })}
    group by grouping sets ((topic_id, punctuality), (assignee_id, punctuality), (deadline_on, punctuality))
  ) as counted
  left join topics on topics.id = topic_id
  left join users on users.id = assignee_id`;

/** Counts the due work that an import brought as finished; it has no punctuality. */
export const dueImportedCountOf = (selection: QueriedSelection): string => `
  select count(*)::int as total
  from ${activitiesIn(selection, { and: `${IS_DUE} and activities.punctuality is null and activities.status = 'verified'` })}`;

/**
 * How long the verdicts of due work took. Between two verdicts of an activity lies a completion, so the row before a verdict is the completion
 * that it judges. Own work has no verdicts. Minutes of a day or more are whole hours, as a sentence says them. Percentiles are those of the
 * nearest rank.
 */
export const verificationClockOf = (selection: QueriedSelection): string => `
  with lives as (
    select act, floor(extract(epoch from at - lag(at) over life) / 60)::int as minutes, lag(act) over life as before
    from activity_history
    where act in ('complete', 'approve', 'reject')
      and activity_id in (select id from ${activitiesIn(selection, { and: IS_DUE })})
    window life as (partition by activity_id order by id)
  ), counted as (
    select case when minutes < 1440 then minutes else minutes / 60 * 60 end as minutes, count(*) as total,
      count(*) filter (where act = 'reject') as rejected
    from lives where act <> 'complete' and before = 'complete'
    group by 1
  ), ranked as (
    select minutes, rejected, sum(total) over (order by minutes) as until, sum(total) over () as verdicts from counted
  )
  select coalesce(max(verdicts), 0)::int as verdicts, coalesce(sum(rejected), 0)::int as rejected,
    min(minutes) filter (where until >= 0.5 * verdicts) as "p50Minutes", min(minutes) filter (where until >= 0.9 * verdicts) as "p90Minutes"
  from ranked`;

export const oldestOf = (selection: QueriedSelection): string => `
  select (min(created_at) at time zone :zone)::date as "oldestOn" from ${activitiesIn(selection)}`;
