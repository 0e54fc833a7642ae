import { type Activity, type ReportField, reportFields } from '../../domain/activities/activity.ts';
import { selectList } from '../database/statement.ts';
import { activityColumns } from '../models.ts';
import { asJson, CHECKLIST_TICKED, CHECKLIST_TOTAL, type EncodedField, encodedColumns, IS_IMPORTED } from './encoded-rows.sql.ts';

/*
 * Statements that read activities with the names of their topic and people. They are whole texts, because the builder would quote each word
 * at every call.
 */

/** An activity with the names of its topic and people, for lists and consult pages. */
export interface ActivityFacts extends Omit<Activity, 'checklist'> {
  /** Lists do not read it. */
  checklist?: Activity['checklist'];
  checklistTotal: number;
  checklistTicked: number;
  isImported: boolean;
  topic: string;
  topicDescription: string | null;
  department: string;
  ownerFirstName: string;
  ownerLastName: string;
  assigneeFirstName: string;
  assigneeLastName: string;
}

const NAMES = `topics.name as topic, topics.department, owners.first_name as "ownerFirstName", owners.last_name as "ownerLastName",
  assignees.first_name as "assigneeFirstName", assignees.last_name as "assigneeLastName"`;
/** Lists read only the numbers of a checklist, because its texts would be most of a row. */
export const FACTS = `${selectList(
  'activities',
  activityColumns.filter((column) => column !== 'checklist'),
)}, ${NAMES}, topics.description as "topicDescription",
  ${CHECKLIST_TOTAL} as "checklistTotal", ${CHECKLIST_TICKED} as "checklistTicked",
  ${IS_IMPORTED} as "isImported"`;

/** A line of a report has fewer columns than a consult page, because a hundred thousand lines are read at once. */
type LineColumn = Extract<(typeof activityColumns)[number], ReportField | 'verifiedAt' | 'canceledAt' | 'rejectedAt' | 'requestedTo'>;
const isLineColumn = (column: string): column is LineColumn =>
  [...reportFields, 'verifiedAt', 'canceledAt', 'rejectedAt', 'requestedTo'].includes(column);
type FactNames = Pick<
  ActivityFacts,
  'isImported' | 'topic' | 'department' | 'ownerFirstName' | 'ownerLastName' | 'assigneeFirstName' | 'assigneeLastName'
>;
export type ActivityLine = Pick<Activity, LineColumn> & FactNames;
export const LINE = `${selectList('activities', activityColumns.filter(isLineColumn))}, ${IS_IMPORTED} as "isImported", ${NAMES}`;

export const ACTIVITIES_WITH_NAMES = `activities join topics on topics.id = activities.topic_id
  join users as owners on owners.id = activities.owner_id join users as assignees on assignees.id = activities.assignee_id`;

export const ACTIVITY = `select ${FACTS}, activities.checklist from ${ACTIVITIES_WITH_NAMES} where activities.id = ?`;
export const ACTIVITIES = `select ${FACTS} from ${ACTIVITIES_WITH_NAMES} where activities.id = any(?::integer[])`;
/** Reads activities in the order of their folios. */
const inOrder = (columns: string) => `
  select ${columns} from ${ACTIVITIES_WITH_NAMES} join unnest(:ids::integer[]) with ordinality as page (id, place) on page.id = activities.id
  order by place`;
export const ACTIVITIES_IN_ORDER = inOrder(FACTS);
export const encodedPageQuery = (fields: readonly EncodedField[]) => asJson(inOrder(encodedColumns(fields)));

const OPEN = 'activities.assignee_id = :userId and activities.is_open';
const pending = (after: string, columns = FACTS) => `
  select ${columns} from ${ACTIVITIES_WITH_NAMES} where ${OPEN} ${after}
  order by activities.own_urgency, activities.id limit :limit`;
export const PENDING = pending('');
export const PENDING_AFTER = pending(`and (activities.own_urgency, activities.id) > (:afterUrgency::integer, :after::integer)`);

export const encodedPendingQuery = (fields: readonly EncodedField[]) => asJson(pending('', encodedColumns(fields)));

export const AWAITING_VERIFICATION = `
  select ${FACTS} from ${ACTIVITIES_WITH_NAMES}
  where activities.owner_id = :ownerId and activities.is_open and activities.closed_at is not null and activities.owner_id <> activities.assignee_id
  order by activities.closed_at, activities.id limit :limit`;

export const NEAREST = `
  select ${FACTS}, coalesce((select max(at) from activity_history where activity_id = activities.id), activities.created_at) as "changedAt"
  from ${ACTIVITIES_WITH_NAMES} where ${OPEN}
  order by abs(activities.deadline_on - :today::date), activities.id limit :limit`;

export const HISTORY = `
  select ${FACTS} from ${ACTIVITIES_WITH_NAMES}
  where activities.assignee_id = :userId and not activities.is_open and (:before::integer is null or activities.id < :before)
  order by activities.id desc limit :limit`;
