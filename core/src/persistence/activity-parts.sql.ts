import type { ActivityPart } from '../domain/activity/activity.ts';
import { ACTIVITIES_WITH_NAMES, type ActivityFacts } from './activity-views.sql.ts';
import { type EncodedField, encodedColumns, encodedObject } from './encoded-rows.sql.ts';
import { IMAGES_PATH } from './images.ts';
import { literals, selectList } from './statement.ts';

/*
 * An activity as JSON in its readers' words, and its parts as JSON arrays. Each subquery of a part refers to `activity.id` and is not
 * executed where its parameter is false.
 */

const NAME = `btrim(first_name || ' ' || last_name)`;
const URL = `'${IMAGES_PATH}' || images.id`;

const FIELDS = {
  comments: {
    id: 'comments.id',
    authorId: 'author_id',
    authorName: NAME,
    body: 'body',
    writtenAt: 'written_at',
    capturedAt: 'captured_at',
  },
  evidence: {
    id: 'images.id',
    url: URL,
    thumbnailUrl: `${URL} || '/thumbnail'`,
    name: 'name',
    sha256: 'sha256',
    width: 'width',
    height: 'height',
    uploadedAt: 'uploaded_at',
    uploadedBy: NAME,
    capturedAt: 'captured_at',
    capturedSha256: 'captured_sha256',
  },
  history: {
    id: 'activity_history.id',
    act: 'act',
    actorId: 'actor_id',
    actorName: NAME,
    at: 'at',
    from: 'from_status',
    to: 'to_status',
    channel: 'channel',
    note: 'note',
    commentId: `(facts #>> '{comment,id}')::integer`,
    imported: `case when act = 'import' then (facts #>> '{imported,ofAssignee}')::integer end`,
    capturedAt: `(facts ->> 'capturedAt')::timestamptz`,
  },
} as const satisfies Record<ActivityPart, Record<string, string>>;

/**
 * How callers know each part, the acts whose note they write themselves, of the facts of the row, and the fields of the activity. Those
 * are several lists, because callers write others between them.
 */
export type EncodedPartFields = { [Part in ActivityPart]: readonly EncodedField<keyof (typeof FIELDS)[Part] & string>[] } & {
  wordedActs: readonly string[];
  activity: readonly (readonly EncodedField[])[];
};

const pageColumns = [
  ...(['id', 'ownerId', 'assigneeId', 'status', 'batchId', 'checklist'] as const),
  ...(['description', 'priority', 'dueOn', 'repeats'] as const),
] as const satisfies (keyof ActivityFacts)[];
/** What decides who may see an activity, and what is only on its page. */
export const pageNames = [...pageColumns, 'topic'] as const satisfies (keyof ActivityFacts)[];
export type PageFacts = Pick<ActivityFacts, (typeof pageNames)[number]>;

/** These facts of an activity, and each list of its fields as a JSON object on a line of its own. */
export function encodedActivity({ activity }: EncodedPartFields, id: string): string {
  const lines = activity.map((fields) => `(select row_to_json(line) from (select ${encodedColumns(fields)}) as line)::text`);
  return `select ${selectList('activities', pageColumns)}, topics.name as topic, concat_ws(E'\\n', ${lines.join(', ')}) as lines
    from ${ACTIVITIES_WITH_NAMES} where activities.id = ${id}`;
}

const partOf = (row: string, order: string, rows: string) => `(select string_agg(${row}, ',' order by ${order}) from ${rows})`;

export function encodedParts({ comments, evidence, history, wordedActs }: EncodedPartFields): string {
  const entries = 'activity_history left join users on users.id = actor_id where activity_id = activity.id and :hasHistory::boolean';
  return `
    ${partOf(
      encodedObject(comments, FIELDS.comments),
      'written_at, comments.id',
      'comments join users on users.id = author_id where activity_id = activity.id and canceled_at is null and :hasComments::boolean',
    )} as comments,
    ${partOf(
      encodedObject(evidence, FIELDS.evidence),
      'uploaded_at, images.position, images.id',
      'images join users on users.id = uploaded_by_id where activity_id = activity.id and withdrawn_at is null and :hasEvidence::boolean',
    )} as evidence,
    ${partOf(encodedObject(history, FIELDS.history), 'activity_history.id', entries)} as history,
    (
      select json_agg(json_build_object('id', activity_history.id, 'act', act, 'facts', facts))
      from ${entries} and note is null and facts is not null and act in ${literals(wordedActs)}
    ) as unworded`;
}
