import * as z from 'zod/mini';
import {
  columnRoles,
  type ImportMapping,
  importStates,
  LEFT_OUT,
  rowProblems,
  skipReasons,
} from '../../domain/activities/activity-import.ts';
import { sheetKey } from '../../domain/text.ts';
import { validation } from '../../messages/validation.ts';
import { type Endpoint, get, post, success, workbook } from '../endpoint.ts';
import { WORKBOOK_TYPE } from '../exchange.ts';
import { addedLater, day, id, mark, oneOf } from '../wire.ts';
import { renamed } from '../wire-names.ts';
import { priority } from './activity-shapes.ts';

const ANSWERS_MAX = 5_000;
const SHEET_MAX_BYTES = 5_000_000;

/** Answers by text, which is compared without case, accents and signs. */
const answers = <Answer extends z.ZodMiniType>(answer: Answer) =>
  z.codec(z.optional(z.record(z.string(), answer)), z.custom<Record<string, z.output<Answer>>>(), {
    decode: (value, { issues }) => {
      const entries = Object.entries(value ?? {}) as [string, z.output<Answer>][];
      if (entries.length > ANSWERS_MAX) issues.push({ code: 'custom', input: value, message: validation.tooManyValues(ANSWERS_MAX) });
      return Object.fromEntries(entries.map(([text, meaning]) => [sheetKey(text), meaning]));
    },
    encode: (value) => value as never,
  });

const PEOPLE_MAX = 50;
const people = z.array(id).check(z.minLength(1), z.maxLength(PEOPLE_MAX));
const columnRole = oneOf(columnRoles);
const state = oneOf(importStates);
const dayOrder = oneOf(['dmy', 'mdy']);

const mappingOnWire = z.object(
  {
    columns: answers(z.nullable(columnRole)),
    people: answers(z.union([z.literal(LEFT_OUT), people])),
    topics: answers(z.union([z.literal(['new', LEFT_OUT]), id])),
    states: answers(state),
    priorities: answers(priority),
    dates: answers(day),
    without_sheets: z.optional(z.array(z.string())),
    day_order: z.optional(z.nullable(dayOrder)),
    finished: mark,
    hidden_rows: mark,
    cells: z.optional(
      z.array(z.object({ sheet: z.string(), row: z.int(), column: z.string(), value: z.string() })).check(z.maxLength(ANSWERS_MAX)),
    ),
    default_topic: z.optional(z.nullable(id)),
    default_people: z.optional(z.nullable(people)),
    default_due_date: z.optional(z.nullable(day)),
  },
  { error: validation.unknown },
);

/** Reads the answers of a person as JSON; what is missing is guessed. Returns a sentence where it cannot be read. */
export function readImportMapping(mapping: unknown): ImportMapping | string {
  let value: unknown;
  try {
    value = typeof mapping === 'string' ? JSON.parse(mapping || '{}') : (mapping ?? {});
  } catch {
    return validation.answersUnreadable;
  }
  const read = z.safeDecode(mappingOnWire, value as never);
  if (!read.success) return validation.answersWrong(read.error.issues[0]?.path.join('.') ?? '');
  const { columns, people, topics, states, priorities, dates, ...rest } = read.data;
  return {
    columns,
    people,
    topics,
    states,
    priorities,
    dates,
    withoutSheets: rest.without_sheets ?? [],
    dayOrder: rest.day_order ?? null,
    takesFinished: rest.finished ?? false,
    takesHidden: rest.hidden_rows ?? false,
    cells: rest.cells ?? [],
    defaults: {
      topicId: rest.default_topic ?? undefined,
      assigneeIds: rest.default_people ?? undefined,
      dueOn: rest.default_due_date ?? undefined,
    },
  };
}

/** JSON in a field of a form, or the object itself; absent means that everything is guessed. */
const mapping = z.codec(z.optional(z.nullable(z.union([z.string(), z.record(z.string(), z.unknown())]))), z.custom<ImportMapping>(), {
  decode: (value, { issues }) => {
    const read = readImportMapping(value);
    if (typeof read !== 'string') return read;
    issues.push({ code: 'custom', input: value, message: read });
    return z.NEVER;
  },
  encode: ({ withoutSheets, dayOrder: order, takesFinished, takesHidden, defaults, ...answers }) =>
    JSON.stringify(
      z.encode(mappingOnWire, {
        ...answers,
        without_sheets: [...withoutSheets],
        day_order: order,
        finished: takesFinished,
        hidden_rows: takesHidden,
        default_topic: defaults.topicId ?? null,
        default_people: defaults.assigneeIds ? [...defaults.assigneeIds] : null,
        default_due_date: defaults.dueOn ?? null,
      } as never),
    ),
});

/**
 * `only_good` takes the good rows although others are wrong. `annotated` returns the workbook in the place of the reply: with folio and link,
 * or with `only_good` the wrong rows alone, each with its reason.
 */
const importRequest = renamed({
  isDryRun: ['dry_run', mark],
  isOnlyGood: ['only_good', mark],
  isAnnotated: ['annotated', mark],
  mapping: ['mapping', mapping],
});

const place = { sheet: ['sheet', z.string()], row: ['row', z.int()] } as const;
const column = renamed({
  at: ['at', z.int()],
  heading: ['heading', z.string()],
  role: ['role', z.nullable(columnRole)],
  from: ['from', z.nullable(oneOf(['person', 'heading', 'values']))],
  samples: ['samples', z.array(z.string())],
});
const table = renamed({
  sheet: ['sheet', z.string()],
  headingRow: ['heading_row', z.int()],
  columns: ['columns', z.array(column)],
  rows: ['rows', z.int()],
});
const candidate = renamed({ id: ['id', z.int()], name: ['name', z.string()] });
const option = renamed({ value: ['value', z.string()], label: ['label', z.string()] });
/** `suggestion` holds ids of people, the id of a topic or 'new', 'left_out', a state, a priority, a day or the key of a heading. */
const question = renamed({
  kind: ['kind', oneOf(['person', 'topic', 'state', 'priority', 'date', 'column'])],
  said: ['said', z.string()],
  key: ['key', z.string()],
  rows: ['rows', z.int()],
  suggestion: ['suggestion', z.array(z.union([z.string(), z.int()]))],
  candidates: ['candidates', z.array(candidate)],
  // The days that a text may name, and the headings that a role may have.
  options: ['options', z.array(option)],
});
export const wrongImportRow = renamed({
  ...place,
  column: ['column', z.string()],
  value: ['value', z.string()],
  problem: ['problem', oneOf(rowProblems)],
  error: ['error', z.string()],
});
const importedRow = renamed({
  ...place,
  description: ['objective', z.string()],
  topic: ['name_project', z.string()],
  assignee: ['user_assigned', z.string()],
  dueOn: ['due_date', day],
  priority: ['priority', priority],
  state: ['state', state],
  folio: ['activity_id', z.nullable(z.int())],
  isNew: ['new', z.boolean()],
});
const importedPerson = renamed({
  personId: ['id', z.int()],
  name: ['name', z.string()],
  activities: ['activities', z.int()],
  // True for people with open work, except the caller.
  isNotified: ['notified', z.boolean()],
});
/** `said` is the text, the sheet, or the reason in words. */
export const leftOut = renamed({
  reason: ['reason', addedLater(oneOf([...skipReasons, 'wrong', 'cut']), 'omitted')],
  kind: ['kind', oneOf(['person', 'topic', 'sheet', 'row'])],
  said: ['said', z.string()],
  rows: ['rows', z.int()],
});
const cut = renamed({
  sheet: ['sheet', z.string()],
  columns: ['columns', z.optional(z.object({ count: z.int(), first: z.string() }))],
  rows: ['rows', z.optional(z.object({ count: z.int(), first: z.int() }))],
});
const grant = renamed({
  topicId: ['topic_id', z.int()],
  topic: ['name_project', z.string()],
  rows: ['rows', z.int()],
  people: ['people', z.array(candidate)],
});
const skippedRow = renamed({ ...place, reason: ['reason', oneOf(skipReasons)] });

/**
 * Counts are of the whole file, and `wrong` is complete; `rows` and `skipped` hold the first of each. `rows_read` is the sum of `imported`,
 * `unchanged`, `left_out`, `waiting` and `wrong_rows`; the last two are 0 once the import is stored. `count` and `activities` count activities,
 * because a row for three people is three.
 */
const importReply = renamed({
  success,
  isDryRun: ['dry_run', z.boolean()],
  added: ['count', z.int()],
  activities: ['activities', addedLater(z.int(), 0)],
  rowsRead: ['rows_read', addedLater(z.int(), 0)],
  importedRows: ['imported', addedLater(z.int(), 0)],
  unchanged: ['unchanged', z.int()],
  waiting: ['waiting', z.int()],
  wrongRows: ['wrong_rows', addedLater(z.int(), 0)],
  wrongTotal: ['wrong_total', z.int()],
  isOrderDoubtful: ['day_order_doubtful', z.boolean()],
  tables: ['tables', z.array(table)],
  questions: ['questions', z.array(question)],
  // Texts that an answer about an earlier file explains: `suggestion` is that answer.
  remembered: ['remembered', z.array(question)],
  leftOut: ['left_out', z.array(leftOut)],
  wrong: ['wrong', z.array(wrongImportRow)],
  skipped: ['skipped', z.array(skippedRow)],
  // What stood right of the lists or below them.
  cut: ['cut', addedLater(z.array(cut), [])],
  // Who lacks the topic of their rows: giving it to them mends the rows.
  grants: ['grants', addedLater(z.array(grant), [])],
  newTopics: ['new_topics', z.array(z.string())],
  people: ['people', z.array(importedPerson)],
  rows: ['rows', z.array(importedRow)],
});
export type ActivityImportReply = z.output<typeof importReply>;

export const activityImportEndpoints = {
  importActivities: post(
    '/api/upload_activities',
    'assignActivities',
    'Trae las actividades de una hoja de cálculo; con dry_run solo la revisa, con only_good trae las filas correctas, con annotated la devuelve con folio y enlace (con only_good, solo las filas por corregir con su motivo)',
    {
      needs: 'request',
      body: importRequest,
      sheet: { field: 'file', maxBytes: SHEET_MAX_BYTES, missing: validation.fileMissing },
      reply: importReply,
      file: { name: 'Actividades_con_folio.xlsx', mediaType: WORKBOOK_TYPE, requestedBy: 'isAnnotated' },
    },
  ),
  downloadActivitySample: get(
    '/api/activities_sample',
    'assignActivities',
    'Una hoja de ejemplo para importar actividades, con los temas y las personas de la empresa',
    { needs: 'request', reply: workbook, file: { name: 'Ejemplo_Actividades.xlsx', mediaType: WORKBOOK_TYPE } },
  ),
} as const satisfies Record<string, Endpoint>;
