import { callOnWire } from '@bitacora/core/client';
import type { Endpoint } from '@bitacora/core/contract/endpoint';
import { type JsonSchema, toJsonSchema } from '@bitacora/core/contract/json-schema';
import { peopleEndpoints } from '@bitacora/core/contract/people-endpoints';
import { consultPages } from '@bitacora/core/domain/page-paths';
import { exits, Stopped } from '@bitacora/core/terminal/terminal';
import { command, type ListingColumn, wholeList } from '../command.ts';
import { readAnyFile } from '../input.ts';
import { openPage } from '../log-in.ts';
import { terminalApi } from '../messages/integrations.ts';
import { writeBlob } from '../output/output-file.ts';

const calls: Readonly<Record<string, Endpoint>> = peopleEndpoints;
const wireName = ({ path }: Endpoint) => path.split('/')[2] ?? '';

/** Finds a call by our name or by that of its address: `readActivity`, `get_activity`, `/api/get_activity`. */
function findCall(typed: string): Endpoint {
  const name = typed.replace(/^\/?api\//, '');
  const call = calls[name] ?? Object.values(calls).find((endpoint) => wireName(endpoint) === name);
  if (!call) throw new Stopped(exits.usage, terminalApi.unknown(typed), terminalApi.seeList);
  return call;
}

const FIELD = /^([\w[\]]+)(:=|=@|=)(.*)$/s;

/** `a=b` is a text, also of a number; `a:=…` is JSON; `a=@file` is a file; a repeated field makes a list. */
async function readFields(words: readonly string[], endpoint: Endpoint, signal: AbortSignal): Promise<Record<string, unknown>> {
  const upload = endpoint.uploads ?? endpoint.sheet;
  const readUpload = (name: string, place: string) => {
    if (upload?.field !== name) throw new Stopped(exits.usage, terminalApi.notAFile(name), terminalApi.textWithAt(name, place));
    return readAnyFile(place, signal, upload.maxBytes);
  };
  const fields: Record<string, unknown> = {};
  for (const word of words) {
    const [, name = '', sign, text = ''] = FIELD.exec(word) ?? [];
    if (!sign) throw new Stopped(exits.usage, terminalApi.notAField(word), terminalApi.fieldExample);
    const value = sign === '=@' ? await readUpload(name, text) : sign === ':=' ? parseJson(name, text) : text;
    const before = fields[name];
    const isList = before !== undefined || (sign === '=@' && name !== 'file');
    fields[name] = isList ? [before ?? [], value].flat() : value;
  }
  return fields;
}

function parseJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Stopped(exits.usage, terminalApi.notJson(name), terminalApi.fieldExample);
  }
}

/** Fills the parameters of the path, and takes them out of the fields. */
function takePath({ path }: Endpoint, fields: Record<string, unknown>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value = fields[name];
    if (value === undefined) throw new Stopped(exits.usage, terminalApi.missing(name), terminalApi.fieldExample);
    delete fields[name];
    return encodeURIComponent(String(value));
  });
}

const columns: readonly ListingColumn<Endpoint>[] = [
  { title: terminalApi.call, of: wireName },
  { title: terminalApi.method, of: ({ method }) => method, rank: 1 },
  { title: terminalApi.does, of: ({ summary }) => summary, isLong: true },
];

export const api = command({
  name: 'api',
  summary: terminalApi.summary,
  details: terminalApi.details,
  words: [
    { name: '[llamada]', summary: terminalApi.call },
    { name: '[campos...]', summary: terminalApi.fields },
  ],
  completes: Object.values(calls).map(wireName),
  lists: true,
  async run({ words: [name, ...words], connect, common, signal }) {
    if (name === undefined) return wholeList(columns, Object.values(calls), { empty: '' });
    const endpoint = findCall(name);
    const fields = await readFields(words, endpoint, signal);
    const path = takePath(endpoint, fields);
    const { send } = await connect();
    const reply = await callOnWire(endpoint, path, fields, send);
    if (!(reply instanceof Blob)) {
      const text = JSON.stringify(reply, null, 2);
      // A `value` would have its names rewritten, and some names of the API have capitals.
      return common.json ? { kind: 'script', text: `${text}\n` } : { kind: 'done', lines: text.split('\n'), value: reply };
    }
    return { kind: 'file', write: (sink) => writeBlob(reply, sink) };
  },
});

const { open: openTexts, schema: schemaTexts } = terminalApi;

/** Without a browser it writes the address alone. The web itself redirects to the page of the activity's status. */
export const open = command({
  name: 'open',
  summary: openTexts.summary,
  words: [{ name: '[folio]', summary: openTexts.folio }],
  async run({ words: [folio], connect, settings }) {
    if (folio !== undefined && !/^\d{1,9}$/.test(folio)) throw new Stopped(exits.usage, openTexts.notAFolio(folio));
    const { url } = await connect();
    const address = url + (folio === undefined ? '/' : consultPages.inProcess(Number(folio)));
    return { kind: 'done', lines: [openPage(settings, address) ? openTexts.opened(address) : address], value: { url: address } };
  },
});

interface AnswerPlace {
  call: keyof typeof peopleEndpoints;
  /** Names the field of the answer with the rows; null if the answer is the list. */
  rows?: string | null;
}

/** The --json of a command is the answer of this call. */
const answers: Readonly<Record<string, AnswerPlace>> = {
  'absence list': { call: 'listAbsences', rows: null },
  'activities import': { call: 'importActivities' },
  'activities reassign': { call: 'reassignActivities', rows: 'results' },
  'activities remind': { call: 'remindActivities', rows: 'results' },
  'activities show': { call: 'readActivity' },
  'activities verify': { call: 'validateActivities', rows: 'results' },
  'assignments list': { call: 'listAssignments', rows: null },
  audit: { call: 'listAdminHistory', rows: 'rows' },
  'chats channels': { call: 'listTopicChannels', rows: null },
  notifications: { call: 'listOwnNotifications', rows: 'notifications' },
  'outbox list': { call: 'listFailedNotifications', rows: 'failed' },
  'report assigned': { call: 'listAssignedByMe', rows: null },
  'report finished': { call: 'listAllActivities', rows: null },
  'report load': { call: 'readPeopleLoad', rows: 'people' },
  'report pending': { call: 'listAllActivities', rows: null },
  'report punctuality': { call: 'readPunctuality' },
  search: { call: 'searchActivities' },
  'templates list': { call: 'listTemplates', rows: null },
  'topics list': { call: 'listTopics', rows: null },
  'users list': { call: 'listUsers', rows: null },
  whoami: { call: 'readOwnData' },
};

/** Follows a reference within the document. */
function resolveReference(schema: JsonSchema, root: JsonSchema): JsonSchema {
  const name = typeof schema.$ref === 'string' ? schema.$ref.replace('#/$defs/', '') : null;
  return name === null ? schema : ((root.$defs as Record<string, JsonSchema>)[name] ?? schema);
}

/** Describes `{ total, rows }` with the rows of an answer. */
function listSchema(answer: JsonSchema, place: string | null): JsonSchema {
  const whole = resolveReference(answer, answer);
  const list = place === null ? whole : resolveReference((whole.properties as Record<string, JsonSchema>)[place] as JsonSchema, answer);
  const { $schema, $defs } = answer;
  return {
    $schema,
    type: 'object',
    required: ['total', 'rows'],
    properties: { total: { type: ['integer', 'null'] }, rows: { type: 'array', items: list.items } },
    ...($defs ? { $defs } : {}),
  };
}

/** Finds the schema of a command's --json, or the schemas of a call's request and reply. */
function findSchema(name: string): JsonSchema {
  const answer = answers[name];
  if (!answer) {
    const { method, path, body, query, reply } = findCall(name);
    const takes = body ?? query;
    return { method, path, ...(takes ? { request: toJsonSchema(takes) } : {}), reply: toJsonSchema(reply) };
  }
  const schema = toJsonSchema(peopleEndpoints[answer.call].reply);
  return answer.rows === undefined ? schema : listSchema(schema, answer.rows);
}

/** Lists the fields of a row of the command, as the API names them; empty where its --json has no rows. */
export function listRowFields(name: string): readonly string[] {
  if (!answers[name]?.rows && answers[name]?.rows !== null) return [];
  const answer = findSchema(name) as { properties: { rows: { items: JsonSchema } } };
  return Object.keys(resolveReference(answer.properties.rows.items, answer as never).properties ?? {});
}

export const schema = command({
  name: 'schema',
  summary: schemaTexts.summary,
  details: schemaTexts.details,
  words: [{ name: '<llamada...>', summary: schemaTexts.word }],
  completes: [...Object.keys(answers).filter((name) => !name.includes(' ')), ...Object.values(calls).map(wireName)],
  async run({ words }) {
    if (words.length > 1 && !answers[words.join(' ')])
      throw new Stopped(exits.usage, schemaTexts.unknown(words.join(' ')), terminalApi.seeList);
    const value = findSchema(words.join(' '));
    return { kind: 'script', text: `${JSON.stringify(value, null, 2)}\n` };
  },
});
