import { openStatuses } from '../domain/activity/activity.ts';
import { literals } from './statement.ts';

/** In the order of what is asked. The builder has no join with arrays. The index of open duplicates answers each. */
export const OPEN_DUPLICATES = `
  select activities.id as folio, activities.due_on as "dueOn"
  from unnest(:assigneeIds::integer[], :topicIds::integer[], :keys::text[]) with ordinality as work (assignee_id, topic_id, key, place)
    left join activities on activities.assignee_id = work.assignee_id and activities.topic_id = work.topic_id
      and md5(description_key) = md5(work.key) and status in ${literals(openStatuses)}
  order by place`;
