import { callOnWire } from '@bitacora/core/client';
import type { Endpoint } from '@bitacora/core/contract/endpoint';
import { type JsonSchema, jsonSchemaOf } from '@bitacora/core/contract/json-schema';
import { peopleEndpoints } from '@bitacora/core/contract/people-endpoints';
import { consultPages } from '@bitacora/core/domain/page-paths';
import { exits, Stopped } from '@bitacora/core/terminal/terminal';
import { command, type ListingColumn, wholeList } from '../command.ts';
import { readAnyFile } from '../input.ts';
import { openPage } from '../log-in.ts';
import { terminalApi } from '../messages/integrations.ts';
import { writeBlob } from '../output/output-file.ts';

const calls: Readonly<Record<string, Endpoint>> = peopleEndpoints;
const wireNameOf = ({ path }: Endpoint) => path.split('/')[2] ?? '';

/** By our name or by that of its address: `readActivity`, `get_activity`, `/api/get_activity`. */
function callNamed(typed: string): Endpoint {
  const name = typed.replace(/^\/?api\//, '');
  const call = calls[name] ?? Object.values(calls).find((endpoint) => wireNameOf(endpoint) === name);
  if (!call) throw new Stopped(exits.usage, terminalApi.unknown(typed), terminalApi.seeList);
  return call;
}

const FIELD = /^([\w[\]]+)(:=|=@|=)(.*)$/s;

/** `a=b` is a text, also of a number; `a:=…` is JSON; `a=@file` is a file; a field given again makes a list. */
async function readFields(words: readonly string[], endpoint: Endpoint, signal: AbortSignal): Promise<Record<string, unknown>> {
  const upload = endpoint.uploads ?? endpoint.sheet;
  const fileOf = (name: string, place: string) => {
    if (upload?.field !== name) throw new Stopped(exits.usage, terminalApi.notAFile(name), terminalApi.textWithAt(name, place));
    return readAnyFile(place, signal, upload.maxBytes);
  };
  const fields: Record<string, unknown> = {};
  for (const word of words) {
    const [, name = '', sign, text = ''] = FIELD.exec(word) ?? [];
    if (!sign) throw new Stopped(exits.usage, terminalApi.notAField(word), terminalApi.fieldExample);
    const value = sign === '=@' ? await fileOf(name, text) : sign === ':=' ? jsonOf(name, text) : text;
    const before = fields[name];
    const isList = before !== undefined || (sign === '=@' && name !== 'file');
    fields[name] = isList ? [before ?? [], value].flat() : value;
  }
  return fields;
}

function jsonOf(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Stopped(exits.usage, terminalApi.notJson(name), terminalApi.fieldExample);
  }
}

/** The path with its parameters, which are taken out of the fields. */
function pathOf({ path }: Endpoint, fields: Record<string, unknown>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value = fields[name];
    if (value === undefined) throw new Stopped(exits.usage, terminalApi.missing(name), terminalApi.fieldExample);
    delete fields[name];
    return encodeURIComponent(String(value));
  });
}

const columns: readonly ListingColumn<Endpoint>[] = [
  { title: terminalApi.call, of: wireNameOf },
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
  completes: Object.values(calls).map(wireNameOf),
  flags: {},
  lists: true,
  async run({ words: [name, ...words], connect, common, signal }) {
    if (name === undefined) return wholeList(columns, Object.values(calls), { empty: '' });
    const endpoint = callNamed(name);
    const fields = await readFields(words, endpoint, signal);
    const path = pathOf(endpoint, fields);
    const { send } = await connect();
    const reply = await callOnWire(endpoint, path, fields, send);
    if (!(reply instanceof Blob)) {
      const text = JSON.stringify(reply, null, 2);
      // Not as `value`, whose names would be rewritten: some names of the API have capitals.
      return common.json ? { kind: 'script', text: `${text}\n` } : { kind: 'done', lines: text.split('\n'), value: reply };
    }
    return { kind: 'file', write: (sink) => writeBlob(reply, sink) };
  },
});

const { open: openTexts, schema: schemaTexts } = terminalApi;

/** Where no browser can be opened, it writes the address alone. The web itself leads on to the page of the activity's status. */
export const open = command({
  name: 'open',
  summary: openTexts.summary,
  words: [{ name: '[folio]', summary: openTexts.folio }],
  flags: {},
  async run({ words: [folio], connect, settings }) {
    if (folio !== undefined && !/^\d{1,9}$/.test(folio)) throw new Stopped(exits.usage, openTexts.notAFolio(folio));
    const { url } = await connect();
    const address = url + (folio === undefined ? '/' : consultPages.inProcess(Number(folio)));
    return { kind: 'done', lines: [openPage(settings, address) ? openTexts.opened(address) : address], value: { url: address } };
  },
});

interface AnswerPlace {
  call: keyof typeof peopleEndpoints;
  /** Where the rows of a list stand in the answer; null if the answer is the list. */
  rows?: string | null;
}

/** The call whose answer is the --json of a command. */
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

/** What a reference within the document stands for. */
function resolved(schema: JsonSchema, root: JsonSchema): JsonSchema {
  const name = typeof schema.$ref === 'string' ? schema.$ref.replace('#/$defs/', '') : null;
  return name === null ? schema : ((root.$defs as Record<string, JsonSchema>)[name] ?? schema);
}

/** `{ total, rows }` with the rows of an answer. */
function listSchema(answer: JsonSchema, place: string | null): JsonSchema {
  const whole = resolved(answer, answer);
  const list = place === null ? whole : resolved((whole.properties as Record<string, JsonSchema>)[place] as JsonSchema, answer);
  const { $schema, $defs } = answer;
  return {
    $schema,
    type: 'object',
    required: ['total', 'rows'],
    properties: { total: { type: ['integer', 'null'] }, rows: { type: 'array', items: list.items } },
    ...($defs ? { $defs } : {}),
  };
}

/** The schema of a command's --json, or of what a call takes and answers. */
function schemaNamed(name: string): JsonSchema {
  const answer = answers[name];
  if (!answer) {
    const { method, path, body, query, reply } = callNamed(name);
    const takes = body ?? query;
    return { method, path, ...(takes ? { request: jsonSchemaOf(takes) } : {}), reply: jsonSchemaOf(reply) };
  }
  const schema = jsonSchemaOf(peopleEndpoints[answer.call].reply);
  return answer.rows === undefined ? schema : listSchema(schema, answer.rows);
}

export const schema = command({
  name: 'schema',
  summary: schemaTexts.summary,
  details: schemaTexts.details,
  words: [{ name: '<llamada...>', summary: schemaTexts.word }],
  completes: [...Object.keys(answers).filter((name) => !name.includes(' ')), ...Object.values(calls).map(wireNameOf)],
  flags: {},
  async run({ words }) {
    if (words.length > 1 && !answers[words.join(' ')])
      throw new Stopped(exits.usage, schemaTexts.unknown(words.join(' ')), terminalApi.seeList);
    const value = schemaNamed(words.join(' '));
    return { kind: 'script', text: `${JSON.stringify(value, null, 2)}\n` };
  },
});
