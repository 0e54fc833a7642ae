/** The figures and the row in one statement, so that they are of one moment. */
export const ADD_COMPLETE = `
  insert into history_baselines (kind, through_id, facts)
  select 'complete', coalesce((select max(id) from activity_history), 0), jsonb_build_object('activities', count(*),
    'known', count(*) filter (where facts->'known' <> '[]'))
  from history_baselines where kind = 'activity'`;
