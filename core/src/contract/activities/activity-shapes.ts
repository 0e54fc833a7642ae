import * as z from 'zod/mini';
import { type Lapse, lapses } from '../../domain/activities/activity.ts';
import { searchPlaces } from '../../domain/activities/search.ts';
import { requestStates } from '../../domain/activities/work-request.ts';
import { channels } from '../../domain/people/person.ts';
import { statusWords } from '../../messages/activities/labels.ts';
import { success } from '../endpoint.ts';
import { addedLater, day, instant, orOther, wireWord } from '../wire.ts';
import { renamed } from '../wire-names.ts';

export const status = wireWord({
  'Not started': 'not_started',
  'In progress': 'in_progress',
  'On pause': 'on_pause',
  Completed: 'completed',
  Verified: 'verified',
  Canceled: 'canceled',
} as const);

export const priority = wireWord({ Normal: 'normal', High: 'high', Critical: 'critical' } as const);

/** An empty text where the activity does not repeat (docs/product.md, 12). */
export const lapseOrEmpty = z.codec(z.string(), z.nullable(z.custom<Lapse | 'other'>()), {
  decode: (text) => (text === '' ? null : (lapses.find((lapse) => lapse === text) ?? 'other')),
  encode: (lapse) => lapse ?? '',
});

/** Where a search found an activity. Marks are UTF-16 units of the snippet, the second one after the last. */
export const matchPlace = renamed({
  where: ['where', orOther(z.enum(searchPlaces))],
  snippet: ['snippet', z.string()],
  marks: ['marks', z.array(z.tuple([z.int(), z.int()]))],
});
export type MatchPlace = z.output<typeof matchPlace>;

/** One thing to tick before the activity is completed; places count from 1. */
export const checklistItem = renamed({
  place: ['place', z.int()],
  text: ['text', z.string()],
  tickedById: ['ticked_by', z.nullable(z.int())],
  tickedByName: ['ticked_by_name', z.nullable(z.string())],
  tickedAt: ['ticked_at', z.nullable(instant)],
});
export type ChecklistEntry = z.output<typeof checklistItem>;

/** What somebody probably meant whose search found nothing: at most three searches that find something for them. */
export const suggestions = ['suggestions', z.optional(z.array(z.string()))] as const;

export const comment = renamed({
  id: ['id_comment', z.int()],
  authorId: ['id_user', z.int()],
  authorName: ['responsible', z.string()],
  body: ['comment', z.string()],
  writtenAt: ['date', instant],
  /** Set when a device without network wrote it and sent it later. */
  capturedAt: ['captured_at', z.optional(instant)],
});
export type CommentView = z.output<typeof comment>;

/** `url` and `thumbnailUrl` are addresses under /api/, for those who may see the activity. */
export const image = renamed({
  id: ['id', z.string()],
  url: ['path', z.string()],
  thumbnailUrl: ['thumbnail_path', z.string()],
  name: ['image_name', z.string()],
  sha256: ['sha256', z.string()],
  width: ['width', z.int()],
  height: ['height', z.int()],
  uploadedAt: ['date', instant],
  uploadedBy: ['responsible', z.string()],
  /** The time at which a device without network took it, and the SHA-256 of its bytes then; the server stores a new encoding. */
  capturedAt: ['captured_at', z.optional(instant)],
  capturedSha256: ['captured_sha256', z.optional(z.string())],
});
export type ImageView = z.output<typeof image>;

/** `url` answers the PDF as a download, and `thumbnailUrl` a picture of its first page. */
export const document = renamed({
  id: ['id', z.string()],
  url: ['path', z.string()],
  thumbnailUrl: ['thumbnail_path', z.string()],
  name: ['document_name', z.string()],
  sha256: ['sha256', z.string()],
  pages: ['pages', z.int()],
  sizeBytes: ['size', z.int()],
  uploadedAt: ['date', instant],
  uploadedBy: ['responsible', z.string()],
  capturedAt: ['captured_at', z.optional(instant)],
});
export type DocumentView = z.output<typeof document>;

/** One row of the append-only history ('Historial'): who did what, when, through which client, from and to which status. */
export const historyEntry = renamed({
  id: ['id', z.int()],
  act: ['act', z.string()],
  actorId: ['actor_id', z.nullable(z.int())],
  actorName: ['actor', z.nullable(z.string())],
  at: ['date', instant],
  from: ['from_status', z.nullable(orOther(status))],
  to: ['to_status', z.nullable(orOther(status))],
  channel: ['channel', orOther(z.enum(channels))],
  note: ['note', z.nullable(z.string())],
  /** The comment that came with the act, also where it was withdrawn later. */
  commentId: ['comment_id', z.optional(z.int())],
  imported: ['imported', z.optional(z.int())],
  /** The time at which a device without network did it, which sent it later. */
  capturedAt: ['captured_at', z.optional(instant)],
});
export type HistoryEntry = z.output<typeof historyEntry>;

export const requestImage = renamed({
  id: ['id', z.string()],
  name: ['image_name', z.string()],
  url: ['path', z.string()],
  thumbnailUrl: ['thumbnail_path', z.string()],
});
/** Work that somebody asks for, with what came of it. */
export const workRequest = renamed({
  id: ['id', z.int()],
  topicId: ['id_project', z.int()],
  topicName: ['name_project', z.string()],
  department: ['department', z.string()],
  text: ['objective', z.string()],
  wantedOn: ['requested_date', day],
  requesterId: ['id_requester', z.int()],
  requesterName: ['requester', z.string()],
  createdAt: ['created_at', instant],
  state: ['state', orOther(z.enum(requestStates))],
  // Who accepted, declined or withdrew it; null while it is open.
  decidedById: ['decided_by', z.nullable(z.int())],
  decidedByName: ['decided_by_name', z.nullable(z.string())],
  decidedAt: ['decided_at', z.nullable(instant)],
  reason: ['reason', z.nullable(z.string())],
  activityId: ['activity_id', z.nullable(z.int())],
  activityStatus: ['status_project', z.nullable(orOther(status))],
  images: ['images', z.array(requestImage)],
});
export type WorkRequestView = z.output<typeof workRequest>;

const activityFields = {
  id: ['id', z.int()],
  description: ['objetive_project', z.string()],
  topicId: ['id_project', z.int()],
  topic: ['project_name', z.string()],
  topicDescription: ['description_project', z.nullable(z.string())],
  department: ['department', z.string()],
  ownerId: ['id_user_owner', z.int()],
  ownerFirstName: ['owner_user_name', z.string()],
  ownerLastName: ['owner_user_last_name', z.string()],
  assigneeId: ['id_user_assigned', z.int()],
  assigneeFirstName: ['assigned_user_name', z.string()],
  assigneeLastName: ['assigned_user_last_name', z.string()],
  status: ['status_project', orOther(status)],
  priority: ['priority', orOther(priority)],
  createdAt: ['created_at', instant],
  dueOn: ['expected_closing_date', day],
  extendedTo: ['extension_date', z.nullable(day)],
  extensionReason: ['motive_extension', z.nullable(z.string())],
  requestedTo: ['requested_extension_date', addedLater(z.nullable(day), null)],
  requestReason: ['requested_extension_motive', addedLater(z.nullable(z.string()), null)],
  requestedById: ['requested_extension_by', addedLater(z.nullable(z.int()), null)],
  startedAt: ['date_started', z.nullable(instant)],
  closedAt: ['closing_date', z.nullable(instant)],
  verifiedAt: ['verification_date', z.nullable(instant)],
  canceledAt: ['cancellation_date', z.nullable(instant)],
  resolution: ['resolution', z.nullable(z.string())],
  repeats: ['time_lapse', lapseOrEmpty],
  repeatUntil: ['repeat_until', addedLater(z.nullable(day), null)],
  daysLeft: ['days_remaining', z.int()],
  rejectedAt: ['rejected_at', z.nullable(instant)],
  batchId: ['batch_id', z.nullable(z.string())],
  // Who asked for it, where it came of a request.
  requesterId: ['id_requester', addedLater(z.nullable(z.int()), null)],
  daysIdle: ['days_idle', z.nullable(z.int())],
  // Replies have it for completed work on its page and where it waits for a verdict: nobody verifies what they completed for another.
  delivererId: ['delivered_by', z.optional(z.nullable(z.int()))],
  imageCount: ['images', z.optional(z.int())],
  // The numbers of its checklist, and how many images it demands.
  checklistTotal: ['checklist_total', z.int()],
  checklistTicked: ['checklist_ticked', z.int()],
  minimumImages: ['minimum_images', z.int()],
  // True when an import brought it as finished.
  isImported: ['imported', z.boolean()],
  // One activity has these, lists do not: its checklist, how many were assigned together, and what an amendment sends back.
  checklist: ['checklist', z.optional(z.array(checklistItem))],
  batchTotal: ['batch_total', z.optional(z.int())],
  requesterName: ['requester', z.optional(z.string())],
  version: ['version', z.optional(z.string())],
  // Lists with a search have it where the words are not all in the description.
  found: ['found', z.optional(matchPlace)],
} as const;

/** Fields that repeat others in the words of the first version. */
const derivedFields = {
  name_project: [z.string(), ({ topic }: { topic: string }) => topic],
  assignor: [z.string(), (owner: { ownerFirstName: string; ownerLastName: string }) => `${owner.ownerFirstName} ${owner.ownerLastName}`],
  responsible: [
    z.string(),
    (assignee: { assigneeFirstName: string; assigneeLastName: string }) => `${assignee.assigneeFirstName} ${assignee.assigneeLastName}`,
  ],
  repeatable: [z.enum(['SI', 'NO']), ({ repeats }: { repeats: unknown }) => (repeats ? 'SI' : 'NO')],
  status_text: [z.string(), statusWords],
} as const;

/** An activity as every list and consult shows it. `daysLeft` is computed by the server, in the business calendar. */
export const activity = renamed(activityFields, derivedFields);
export type ActivityView = z.output<typeof activity>;

export const activityWithParts = renamed(
  {
    ...activityFields,
    comments: ['comments', z.optional(z.array(comment))],
    evidence: ['evidence', z.optional(z.array(image))],
    documents: ['documents', z.optional(z.array(document))],
    history: ['history', z.optional(z.array(historyEntry))],
  },
  derivedFields,
);

export const outcome = renamed({
  activityId: ['id', z.int()],
  success: ['success', z.boolean()],
  error: ['error', z.optional(z.string())],
  code: ['code', z.optional(z.string())],
});
export type Outcome = z.output<typeof outcome>;
/** Results come in the order of the input. */
export const outcomes = renamed({ success, results: ['results', z.array(outcome)] });
