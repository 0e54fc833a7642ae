import type { ActivityPart } from '../domain/activity/activity.ts';
import { type EncodedField, encodedObject } from './encoded-rows.sql.ts';
import { IMAGES_PATH } from './images.ts';
import { literals } from './statement.ts';

/*
 * The parts of an activity as JSON arrays in their readers' words. Each subquery refers to `activity.id` and is not executed where its
 * parameter is false.
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

/** How callers know each part, and the acts whose note they write themselves, of the facts of the row. */
export type EncodedPartFields = { [Part in ActivityPart]: readonly EncodedField<keyof (typeof FIELDS)[Part] & string>[] } & {
  wordedActs: readonly string[];
};

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
