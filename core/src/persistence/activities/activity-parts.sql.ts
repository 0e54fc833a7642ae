import type { ActivityPart } from '../../domain/activities/activity.ts';
import { literals, selectList } from '../statement.ts';
import { ACTIVITIES_WITH_NAMES, type ActivityFacts } from './activity-views.sql.ts';
import { type EncodedField, encodedColumns, encodedRows } from './encoded-rows.sql.ts';
import { IMAGES_PATH } from './images.ts';

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
export type PageFacts = Pick<ActivityFacts, (typeof pageColumns)[number] | 'topic'>;

/** These facts of an activity as JSON, and each list of its fields as a JSON object on a line of its own. */
export function encodedActivity({ activity }: EncodedPartFields, id: string): string {
  const lines = activity.map((fields, place) => `cross join lateral (select ${encodedColumns(fields)}) as line_${place}`);
  const texts = activity.map((_, place) => `row_to_json(line_${place})::text`);
  return `select row_to_json(facts) as "activityFacts", concat_ws(E'\\n', ${texts.join(', ')}) as lines, activities.id
    from ${ACTIVITIES_WITH_NAMES} cross join lateral (select ${selectList('activities', pageColumns)}, topics.name as topic) as facts
    ${lines.join(' ')} where activities.id = ${id}`;
}

/** The note of a history row, or an object whose key is the act and whose value the facts as text, where callers write it. */
const noteOf = (wordedActs: readonly string[]) =>
  `case when note is null and act in ${literals(wordedActs)} and facts is not null then json_build_object(act, facts::text) else to_json(note) end`;

/** The objects that stand in the place of notes: its act and its facts, a JSON text. No text holds one, because its quotes would be escaped. */
export const unwordedNotes = /\{"(\w+)" : ("(?:[^"\\]|\\.)*")\}/g;

export function encodedParts({ comments, evidence, history, wordedActs }: EncodedPartFields): string {
  const notes = { ...FIELDS.history, note: noteOf(wordedActs) };
  return `
    case when :hasComments::boolean then ${encodedRows(
      comments,
      FIELDS.comments,
      `comments join users on users.id = author_id where activity_id = activity.id and canceled_at is null
      order by written_at, comments.id`,
    )} end as comments,
    case when :hasEvidence::boolean then ${encodedRows(
      evidence,
      FIELDS.evidence,
      `images join users on users.id = uploaded_by_id where activity_id = activity.id and withdrawn_at is null
      order by uploaded_at, images.position, images.id`,
    )} end as evidence,
    case when :hasHistory::boolean then ${encodedRows(
      history,
      notes,
      'activity_history left join users on users.id = actor_id where activity_id = activity.id order by activity_history.id',
    )} end as history`;
}
