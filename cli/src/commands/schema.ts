import { peopleCalls } from '@bitacora/core/client/create-client';
import { type JsonSchema, jsonSchemaOf } from '@bitacora/core/contract/json-schema';
import { exits, Stopped } from '@bitacora/core/terminal/terminal';
import { command } from '../command.ts';
import { terminalApi } from '../messages/api.ts';
import { callNamed, calls, wireNameOf } from './api.ts';

const { schema: texts } = terminalApi;

interface AnswerPlace {
  call: keyof typeof peopleCalls;
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
  'webhooks deliveries': { call: 'listWebhookDeliveries', rows: 'rows' },
  'webhooks list': { call: 'listWebhooks', rows: null },
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
  const schema = jsonSchemaOf(peopleCalls[answer.call].reply);
  return answer.rows === undefined ? schema : listSchema(schema, answer.rows);
}

export const schema = command({
  name: 'schema',
  summary: texts.summary,
  details: texts.details,
  words: [{ name: '<llamada...>', summary: texts.word }],
  completes: [...Object.keys(answers).filter((name) => !name.includes(' ')), ...Object.values(calls).map(wireNameOf)],
  flags: {},
  async run({ words }) {
    if (words.length > 1 && !answers[words.join(' ')]) throw new Stopped(exits.usage, texts.unknown(words.join(' ')), terminalApi.seeList);
    const value = schemaNamed(words.join(' '));
    return { kind: 'script', text: `${JSON.stringify(value, null, 2)}\n` };
  },
});
