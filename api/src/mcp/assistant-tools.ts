import { ApiError, type Client } from '@bitacora/core/client/client';
import type { ActivityView, CommentView, HistoryEntry } from '@bitacora/core/contract/activities/activity-shapes';
import { GENERAL, priorities } from '@bitacora/core/domain/activities/activity';
import type { CalendarDate } from '@bitacora/core/domain/calendar';
import { fullName } from '@bitacora/core/domain/people/person';
import { normalise } from '@bitacora/core/domain/text';
import { statusWords } from '@bitacora/core/messages/activities/labels';
import { clipped } from '@bitacora/core/messages/phrases';
import * as z from 'zod';
import { assistantTexts } from './assistant-texts.ts';

export interface AssistantTool {
  name: string;
  title: string;
  description: string;
  effect: 'reads' | 'writes';
  /** True for what only privileged people may do. The API refuses it to others too. */
  isForPrivileged?: boolean;
  input: z.ZodObject;
  /** Performs it by calls of the API with the token of its person. Returns what the assistant reads, as JSON. */
  perform(client: Client, input: Record<string, unknown>): Promise<unknown>;
}

/** An assistant reads no more rows than these at a time. */
const ROWS_MAX = 50;
const COMMENTS_MAX = 10;
/** A row shows at most this many letters of an activity, because fifty whole texts are more than some assistants take. */
const ROW_TEXT_MAX = 200;

const { fields } = assistantTexts;
const day = (words: string) =>
  z.iso
    .date()
    .describe(words)
    .transform((text) => text as CalendarDate);
const folio = { folio: z.int().positive().describe(fields.folio) };
const work = {
  topic_id: z.int().positive().describe(fields.topicId),
  text: z.string().min(1).describe(fields.text),
  due_on: day(fields.dueOn),
  priority: z.enum(priorities).default('normal').describe(fields.priority),
};
const range = { from: day(fields.from).optional(), to: day(fields.to).optional() };
const named = { name: z.string().describe(fields.name).optional() };
const department = { department: z.string().describe(fields.department).optional() };

/** Fills a tool's row in from its input; the name is its key among the texts. */
function tool<Shape extends z.ZodRawShape>(
  name: keyof typeof assistantTexts.tools,
  shape: Shape,
  perform: (client: Client, input: z.output<z.ZodObject<Shape>>) => Promise<unknown>,
  rest: Partial<Pick<AssistantTool, 'effect' | 'isForPrivileged'>> = {},
): AssistantTool {
  // A field that a tool does not know is refused, because a tool that ignored it would answer or write something else than was asked.
  const input = z.strictObject(shape) as z.ZodObject;
  return { name, ...assistantTexts.tools[name], effect: 'reads', input, perform: perform as AssistantTool['perform'], ...rest };
}

/** Returns an activity as a row: days are of the business calendar, and `days_left` below 0 is late. */
const activityRow = (activity: ActivityView) => ({
  folio: activity.id,
  text: clipped(activity.description, ROW_TEXT_MAX),
  topic: activity.topic,
  department: activity.department,
  status: statusWords(activity),
  priority: activity.priority,
  due_on: activity.extendedTo ?? activity.dueOn,
  days_left: activity.daysLeft,
  owner: `${activity.ownerFirstName} ${activity.ownerLastName}`,
  responsible: `${activity.assigneeFirstName} ${activity.assigneeLastName}`,
});
const cut = <Row>(rows: readonly Row[]) => ({ total: rows.length, rows: rows.slice(0, ROWS_MAX) });
const firstRows = (rows: readonly ActivityView[]) => cut(rows.map(activityRow));
/** Cuts a list to the rows whose name has these words. */
const cutNamed = <Row extends { name: string }>(rows: readonly Row[], words = '') =>
  cut(rows.filter(({ name }) => normalise(name).includes(normalise(words))));

/**
 * Returns the filter of a department by its name as the company writes it, case and accents aside. An unknown name is refused, because no
 * rows would read as no work.
 */
async function departmentFilter(client: Client, name: string | undefined): Promise<{ departments?: string[] }> {
  if (name === undefined) return {};
  const names = [...(await client.listDepartments()).map(({ department: known }) => known), GENERAL];
  const department = names.find((known) => normalise(known) === normalise(name));
  if (department === undefined) throw new ApiError(404, '', null, { department: assistantTexts.unknownDepartment(names) });
  return { departments: [department] };
}

const commentRow = ({ authorName, writtenAt, body }: CommentView) => ({ by: authorName, at: writtenAt, text: body });
const historyRow = ({ act, actorName, at, channel, note }: HistoryEntry) => ({ act, by: actorName, at, channel, ...(note && { note }) });

/** The tools of assistants, by job. None verifies, rejects, cancels, extends or administers. */
export const assistantTools: readonly AssistantTool[] = [
  tool('list_my_work', {}, async (client) => firstRows(await client.listMyPending())),
  tool('find', { words: z.string().min(1).describe(fields.words) }, async (client, { words }) => {
    const { hits, people, topics } = await client.searchActivities({ text: words });
    return {
      activities: hits.map(({ id, description, topic, found, ...hit }) => ({
        folio: id,
        text: clipped(description, ROW_TEXT_MAX),
        topic,
        status: statusWords(hit),
        found: found?.snippet,
      })),
      people,
      topics,
    };
  }),
  tool('read_activity', folio, async (client, { folio: activityId }) => {
    const activity = await client.readActivity({ activityId, include: ['comments', 'evidence', 'documents', 'history'] });
    const {
      resolution,
      startedAt,
      closedAt,
      verifiedAt,
      canceledAt,
      requestedTo,
      comments = [],
      evidence,
      documents,
      history = [],
    } = activity;
    return {
      ...activityRow(activity),
      text: activity.description,
      ...{ resolution, started_at: startedAt, delivered_at: closedAt, verified_at: verifiedAt, canceled_at: canceledAt },
      requested_deadline: requestedTo,
      images: evidence?.length ?? 0,
      documents: documents?.length ?? 0,
      comments_total: comments.length,
      latest_comments: comments.slice(-COMMENTS_MAX).map(commentRow),
      history: history.slice(-ROWS_MAX).map(historyRow),
    };
  }),
  tool(
    'list_late_work',
    { ...department, assigned_by_me: z.boolean().default(false).describe(fields.assignedByMe) },
    async (client, { department: name, assigned_by_me }) => {
      const query = { urgencies: ['late' as const], ...(await departmentFilter(client, name)), page: 1, pageSize: ROWS_MAX };
      const { total, rows } = assigned_by_me ? await client.listAssignedByMe(query) : await client.listAllActivities(query);
      return { total, rows: rows.map(activityRow) };
    },
    { isForPrivileged: true },
  ),
  tool('list_delivered_work', {}, async (client) => firstRows(await client.listAwaitingVerification()), { isForPrivileged: true }),
  tool(
    'read_figures',
    range,
    async (client, given) => {
      const { from, to, total: due, departments, verification } = await client.readPunctuality(given);
      // Without dates, punctuality counts the last month and the totals everything, so the totals get the days of punctuality.
      const { total, pending, finished } = await client.readCompanyFigures({ from, to });
      return { from, to, registered: { total, pending, finished }, punctuality: { total: due, departments, verification } };
    },
    { isForPrivileged: true },
  ),
  tool(
    'list_people_load',
    department,
    async (client, { department: name }) => cut((await client.readPeopleLoad(await departmentFilter(client, name))).people),
    { isForPrivileged: true },
  ),
  tool('list_topics', named, async (client, { name: words }) =>
    cutNamed(
      (await client.listMyTopics()).map(({ id, name, department: of }) => ({ id, name, department: of })),
      words,
    ),
  ),
  tool(
    'list_people_of_topic',
    { topic_id: work.topic_id, ...named },
    async (client, { topic_id, name: words }) => {
      const people = await client.listEligibleAssignees({ topicId: topic_id });
      return cutNamed(
        people.map((person) => ({ id: person.id, name: fullName(person), position: person.position, department: person.department })),
        words,
      );
    },
    { isForPrivileged: true },
  ),
  tool('start_activity', folio, (client, { folio: activityId }) => client.startActivity({ activityId }), { effect: 'writes' }),
  tool(
    'comment_activity',
    { ...folio, comment: z.string().min(1).describe(fields.comment) },
    (client, { folio: activityId, comment }) => client.commentActivity({ activityId, body: comment }),
    { effect: 'writes' },
  ),
  tool(
    'register_activity',
    work,
    (client, { topic_id, text, due_on, priority }) =>
      client.registerOwnActivity({ topicId: topic_id, description: text, dueOn: due_on, priority, repeats: null }),
    { effect: 'writes' },
  ),
  tool(
    'assign_activity',
    { ...work, person_id: z.int().positive().describe(fields.personId) },
    (client, { topic_id, text, due_on, priority, person_id }) =>
      client.assignActivity({ topicId: topic_id, description: text, dueOn: due_on, priority, repeats: null, assigneeId: person_id }),
    { effect: 'writes', isForPrivileged: true },
  ),
  tool(
    'remind_activity',
    { ...folio, message: z.string().optional().describe(fields.message) },
    (client, { folio: activityId, message }) => client.remindActivity({ activityId, message: message ?? null }),
    { effect: 'writes' },
  ),
  tool(
    'request_more_time',
    { ...folio, requested_to: day(fields.requestedTo), reason: z.string().min(1).describe(fields.reason) },
    (client, { folio: activityId, requested_to, reason }) => client.requestExtension({ activityId, requestedTo: requested_to, reason }),
    { effect: 'writes' },
  ),
];
