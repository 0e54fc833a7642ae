import { ApiError, type Client } from '@bitacora/core/client/client';
import type { ActivityView, CommentView, HistoryEntry } from '@bitacora/core/contract/activities/activity-shapes';
import { atLeast, day, maybe, oneOf, typeError } from '@bitacora/core/contract/wire';
import { fieldErrors, readWireNames, renamed } from '@bitacora/core/contract/wire-names';
import { GENERAL, priorities } from '@bitacora/core/domain/activities/activity';
import { fullName } from '@bitacora/core/domain/people/person';
import { normalise } from '@bitacora/core/domain/text';
import { statusWords } from '@bitacora/core/messages/activities/labels';
import { clipped } from '@bitacora/core/messages/phrases';
import { validation } from '@bitacora/core/messages/validation';
import * as z from 'zod/mini';
import { assistantTexts } from './assistant-texts.ts';

export interface AssistantTool {
  name: string;
  title: string;
  description: string;
  effect: 'reads' | 'writes';
  /** True for what only privileged people may do. The API refuses it to others too. */
  isForPrivileged?: boolean;
  /** Its fields under the names of the API, each with the name that the assistant knows. */
  input: z.ZodMiniType;
  /** Performs it by calls of the API with the token of its person. Returns what the assistant reads, as JSON. */
  perform(client: Client, input: unknown): Promise<unknown>;
}

/** An assistant reads no more rows than these at a time. */
const ROWS_MAX = 50;
const COMMENTS_MAX = 10;
/** A row shows at most this many letters of an activity, because fifty whole texts are more than some assistants take. */
const ROW_TEXT_MAX = 200;

const { fields } = assistantTexts;
const number = (words: string) =>
  z.int({ error: typeError(validation.notNumber) }).check(z.positive({ error: validation.notNumber }), z.describe(words));
const string = (words: string) => z.string({ error: typeError(validation.notText) }).check(z.describe(words));
const filled = (words: string) => string(words).check(atLeast(1, { error: validation.required }));
const date = (words: string) => day.check(z.describe(words));
const folio = { activityId: ['folio', number(fields.folio)] } as const;
const topic = { topicId: ['topic_id', number(fields.topicId)] } as const;
const work = {
  ...topic,
  description: ['text', filled(fields.text)],
  dueOn: ['due_on', date(fields.dueOn)],
  priority: ['priority', maybe(oneOf(priorities)).check(z.describe(fields.priority))],
} as const;
const range = { from: ['from', maybe(date(fields.from))], to: ['to', maybe(date(fields.to))] } as const;
const named = { name: ['name', maybe(string(fields.name))] } as const;
const department = { department: ['department', maybe(string(fields.department))] } as const;
const yesNo = maybe(z.boolean({ error: typeError(validation.notYesNo) })).check(z.describe(fields.assignedByMe));

type Spec = Parameters<typeof renamed>[0];

/** Fills a tool's row in from its input; the name is its key among the texts. */
function tool<const Fields extends Spec>(
  name: keyof typeof assistantTexts.tools,
  spec: Fields,
  perform: (client: Client, input: z.output<ReturnType<typeof renamed<Fields>>>) => Promise<unknown>,
  rest: Partial<Pick<AssistantTool, 'effect' | 'isForPrivileged'>> = {},
): AssistantTool {
  const input = renamed(spec);
  return { name, ...assistantTexts.tools[name], effect: 'reads', input, perform: perform as AssistantTool['perform'], ...rest };
}

/**
 * Reads what an assistant gives a tool. A field that the tool does not have is refused, because a tool that ignored it would answer or
 * write something else than was asked.
 */
export function readInput({ input }: AssistantTool, given: object): unknown {
  const known = Object.values(readWireNames(input));
  const { error, data } = z.safeParse(input, given);
  const strange = Object.keys(given).filter((name) => !known.includes(name));
  const refused = {
    ...(error && fieldErrors(error)),
    ...Object.fromEntries(strange.map((name) => [name, assistantTexts.unknownField(known)])),
  };
  if (Object.keys(refused).length > 0) throw new ApiError(400, '', null, refused);
  return data;
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
  tool('find', { text: ['words', filled(fields.words)] }, async (client, input) => {
    const { hits, people, topics } = await client.searchActivities(input);
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
  tool('read_activity', folio, async (client, { activityId }) => {
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
    { ...department, isAssignedByMe: ['assigned_by_me', yesNo] },
    async (client, { department: name, isAssignedByMe }) => {
      const query = { urgencies: ['late' as const], ...(await departmentFilter(client, name)), page: 1, pageSize: ROWS_MAX };
      const { total, rows } = isAssignedByMe ? await client.listAssignedByMe(query) : await client.listAllActivities(query);
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
    { ...topic, ...named },
    async (client, { topicId, name: words }) => {
      const people = await client.listEligibleAssignees({ topicId });
      return cutNamed(
        people.map((person) => ({ id: person.id, name: fullName(person), position: person.position, department: person.department })),
        words,
      );
    },
    { isForPrivileged: true },
  ),
  tool('start_activity', folio, (client, input) => client.startActivity(input), { effect: 'writes' }),
  tool('comment_activity', { ...folio, body: ['comment', filled(fields.comment)] }, (client, input) => client.commentActivity(input), {
    effect: 'writes',
  }),
  tool(
    'register_activity',
    work,
    (client, { priority = 'normal', ...input }) => client.registerOwnActivity({ ...input, priority, repeats: null }),
    { effect: 'writes' },
  ),
  tool(
    'assign_activity',
    { ...work, assigneeId: ['person_id', number(fields.personId)] },
    (client, { priority = 'normal', ...input }) => client.assignActivity({ ...input, priority, repeats: null }),
    { effect: 'writes', isForPrivileged: true },
  ),
  tool(
    'remind_activity',
    { ...folio, message: ['message', maybe(string(fields.message))] },
    (client, { activityId, message = null }) => client.remindActivity({ activityId, message }),
    { effect: 'writes' },
  ),
  tool(
    'request_more_time',
    { ...folio, requestedTo: ['requested_to', date(fields.requestedTo)], reason: ['reason', filled(fields.reason)] },
    (client, input) => client.requestExtension(input),
    { effect: 'writes' },
  ),
];
