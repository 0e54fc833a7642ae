import type { ActivityImportReply } from '@bitacora/core/contract/activities/activity-import-endpoints';
import type { Priority } from '@bitacora/core/domain/activities/activity';
import { type ColumnRole, type ImportMapping, type ImportState, LEFT_OUT } from '@bitacora/core/domain/activities/activity-import';
import { sheetKey } from '@bitacora/core/domain/text';

/** A text that was answered in an earlier import has that answer as its suggestion. */
export type DoubtfulText = ActivityImportReply['questions'][number] & { isRemembered: boolean };
export type QuestionKind = DoubtfulText['kind'];
type TableReply = ActivityImportReply['tables'][number];

export const noAnswers: ImportMapping = {
  columns: {},
  people: {},
  topics: {},
  states: {},
  priorities: {},
  dates: {},
  withoutSheets: [],
  dayOrder: null,
  takesFinished: false,
  takesHidden: false,
  cells: [],
  defaults: {},
};

/** Picks what decides how a file is read. Its doubtful texts are then all asked, also those with an answer, so that each can be changed. */
export const pickReadingPart = ({ people, topics, states, priorities, dates, defaults, ...part }: ImportMapping): ImportMapping => ({
  ...noAnswers,
  ...part,
});

type Questions = Pick<ActivityImportReply, 'questions' | 'remembered'>;
/** A role is asked of its proposed column, so that the heading is the key of the answer and the role the suggestion. */
const askOfColumn = (question: Questions['questions'][number]) =>
  question.kind === 'column' ? { ...question, key: String(question.suggestion[0]), suggestion: [question.key] } : question;
const allQuestions = ({ questions, remembered }: Questions): readonly DoubtfulText[] => [
  ...questions.map((question) => ({ ...askOfColumn(question), isRemembered: false })),
  ...remembered.map((question) => ({ ...question, isRemembered: true })),
];
/** Lists all of a file. Those answered in an earlier import come last. */
export const doubtfulTexts = (reply: Questions) => allQuestions(reply).filter(({ kind }) => kind !== 'column');
/** Lists the roles that more than the heading must decide. */
export const doubtfulColumns = (reply: Questions) => allQuestions(reply).filter(({ kind }) => kind === 'column');
export const asksAboutColumns = (reply: ActivityImportReply) => reply.isOrderDoubtful || doubtfulColumns(reply).length > 0;

const parts = { person: 'people', topic: 'topics', state: 'states', priority: 'priorities', date: 'dates', column: 'columns' } as const;

export const answerTo = (mapping: ImportMapping, { kind, key }: DoubtfulText): readonly (string | number)[] => {
  const answer = Object.hasOwn(mapping[parts[kind]], key) ? mapping[parts[kind]][key] : undefined;
  return answer === undefined ? [] : Array.isArray(answer) ? answer : [answer as string | number];
};

/** Empty `values` remove the answer. */
export function withAnswer(mapping: ImportMapping, { kind, key }: DoubtfulText, values: readonly (string | number)[]): ImportMapping {
  const { [key]: _, ...others } = mapping[parts[kind]] as Record<string, unknown>;
  const [first] = values;
  const answer = kind === 'person' && first !== LEFT_OUT ? values.map(Number) : (first as number | 'new' | ImportState | Priority);
  return { ...mapping, [parts[kind]]: first === undefined ? others : { ...others, [key]: answer } };
}

export const withSuggestions = (mapping: ImportMapping, questions: readonly DoubtfulText[]): ImportMapping =>
  questions.reduce((answers, question) => withAnswer(answers, question, question.suggestion), mapping);

/** What the person may confirm with one press. A new topic is proposed only where no other is near. */
export const hasProposal = ({ suggestion, candidates, isRemembered }: DoubtfulText): boolean =>
  suggestion.length > 0 && !isRemembered && (suggestion[0] !== 'new' || candidates.length === 0);

export const isSuggestion = (mapping: ImportMapping, question: DoubtfulText): boolean =>
  question.suggestion.length > 0 && String(answerTo(mapping, question)) === String(question.suggestion);

export const unanswered = (questions: readonly DoubtfulText[], mapping: ImportMapping): readonly DoubtfulText[] =>
  questions.filter((question) => answerTo(mapping, question).length === 0);

const gapFields = { topicMissing: 'topicId', assigneeMissing: 'assigneeIds', dueMissing: 'dueOn' } as const;
export type Gap = { field: (typeof gapFields)[keyof typeof gapFields]; rows: number };

/** Finds the fields that rows lack and that one value can fill. */
export const findGaps = ({ wrong }: Pick<ActivityImportReply, 'wrong'>): readonly Gap[] =>
  Object.entries(gapFields).flatMap(([problem, field]) => {
    const rows = wrong.filter((row) => row.problem === problem).length;
    return rows > 0 ? [{ field, rows }] : [];
  });

/** Lists with the same headings, such as a sheet for each month. */
export interface AlikeLists {
  sheets: readonly string[];
  rows: number;
  headingRow: number;
  columns: TableReply['columns'];
}

export function alikeLists(tables: readonly TableReply[]): readonly AlikeLists[] {
  const groups = new Map<string, AlikeLists>();
  for (const { sheet, rows, headingRow, columns } of tables) {
    const key = JSON.stringify(columns.map(({ heading }) => heading));
    const group = groups.get(key);
    groups.set(key, {
      sheets: [...new Set([...(group?.sheets ?? []), sheet])],
      rows: (group?.rows ?? 0) + rows,
      headingRow: group?.headingRow ?? headingRow,
      columns: group?.columns.some(({ samples }) => samples.length > 0) ? group.columns : columns,
    });
  }
  return [...groups.values()];
}

/** Gives a column another role, and takes that role from the column that had it. */
export function columnsWith(list: AlikeLists, columns: ImportMapping['columns'], heading: string, role: ColumnRole | null) {
  const earlier = list.columns.filter((column) => column.heading !== heading && role !== null && columnRole(columns, column) === role);
  return { ...columns, ...Object.fromEntries(earlier.map((column) => [sheetKey(column.heading), null])), [sheetKey(heading)]: role };
}

export const columnRole = (columns: ImportMapping['columns'], { heading, role }: AlikeLists['columns'][number]): ColumnRole | null =>
  Object.hasOwn(columns, sheetKey(heading)) ? (columns[sheetKey(heading)] ?? null) : role;

export const leftOutRows = ({ leftOut }: Pick<ActivityImportReply, 'leftOut'>, reason: ActivityImportReply['leftOut'][number]['reason']) =>
  leftOut.find((each) => each.reason === reason)?.rows ?? 0;

/** Counts the people whom the import notifies. */
export const countNotified = ({ people }: ActivityImportReply): number => people.filter(({ isNotified }) => isNotified).length;
