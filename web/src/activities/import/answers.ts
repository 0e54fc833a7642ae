import type { ActivityImportReply } from '@bitacora/core/contract/activities/activity-import-endpoints';
import type { Priority } from '@bitacora/core/domain/activities/activity';
import { type ColumnRole, type ImportMapping, type ImportState, LEFT_OUT } from '@bitacora/core/domain/activities/activity-import';

/** The suggestion is the answer of an earlier import, if there is one. */
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
export const pickReadingPart = ({ columns, withoutSheets, dayOrder, takesFinished }: ImportMapping): ImportMapping => ({
  ...noAnswers,
  columns,
  withoutSheets,
  dayOrder,
  takesFinished,
});

/** Lists all of a file. Those answered in an earlier import come last. */
export const doubtfulTexts = ({
  questions,
  remembered,
}: Pick<ActivityImportReply, 'questions' | 'remembered'>): readonly DoubtfulText[] => [
  ...questions.map((question) => ({ ...question, isRemembered: false })),
  ...remembered.map((question) => ({ ...question, isRemembered: true })),
];

const mappingParts = { person: 'people', topic: 'topics', state: 'states', priority: 'priorities', date: 'dates' } as const;

export const answerTo = (mapping: ImportMapping, { kind, key, options }: DoubtfulText): readonly (string | number)[] => {
  if (kind === 'column') return options.flatMap(({ value }) => (mapping.columns[value] === key ? value : []));
  const answer = Object.hasOwn(mapping[mappingParts[kind]], key) ? mapping[mappingParts[kind]][key] : undefined;
  return answer === undefined ? [] : Array.isArray(answer) ? answer : [answer as string | number];
};

/** Empty `values` remove the answer. */
export function withAnswer(
  mapping: ImportMapping,
  { kind, key, options }: DoubtfulText,
  values: readonly (string | number)[],
): ImportMapping {
  if (kind === 'column') {
    const chosen = options.map(({ value }) => [value, values.includes(value) ? (key as ColumnRole) : null]);
    return { ...mapping, columns: { ...mapping.columns, ...Object.fromEntries(chosen) } };
  }
  const { [key]: _, ...others } = mapping[mappingParts[kind]] as Record<string, unknown>;
  const [first] = values;
  const answer = kind === 'person' && first !== LEFT_OUT ? values.map(Number) : (first as number | 'new' | ImportState | Priority);
  return { ...mapping, [mappingParts[kind]]: first === undefined ? others : { ...others, [key]: answer } };
}

/** A suggestion that nothing else competes with is an answer until somebody changes it. */
const isOnlySuggestion = ({ kind, suggestion, candidates, options, isRemembered }: DoubtfulText) =>
  isRemembered ||
  (suggestion.length > 0 &&
    options.length === 0 &&
    (kind === 'person' ? candidates.length <= suggestion.length : kind !== 'topic' || candidates.length === 0));

export const withSuggestions = (mapping: ImportMapping, questions: readonly DoubtfulText[]): ImportMapping =>
  questions
    .filter((question) => answerTo(mapping, question).length === 0 && isOnlySuggestion(question))
    .reduce((answers, question) => withAnswer(answers, question, question.suggestion), mapping);

/** Puts the texts without a suggestion first, in an order that answers do not change. */
export const openFirst = (questions: readonly DoubtfulText[]): readonly DoubtfulText[] => [
  ...questions.filter((question) => !isOnlySuggestion(question)),
  ...questions.filter(isOnlySuggestion),
];

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
  const earlier = list.columns.filter(
    (column) => column.heading !== '' && column.heading !== heading && role !== null && columnRole(columns, column) === role,
  );
  return { ...columns, ...Object.fromEntries(earlier.map((column) => [column.heading, null])), [heading]: role };
}

export const columnRole = (columns: ImportMapping['columns'], { heading, role }: AlikeLists['columns'][number]): ColumnRole | null =>
  heading !== '' && Object.hasOwn(columns, heading) ? (columns[heading] ?? null) : role;

/** The server sends at most this many skipped rows. */
const SKIPPED_MAX = 200;
export const isSkippedCut = ({ skipped }: Pick<ActivityImportReply, 'skipped'>): boolean => skipped.length >= SKIPPED_MAX;
/** Counts the finished rows; null when the server did not name all of them. */
export const finishedRows = (reply: Pick<ActivityImportReply, 'skipped'>): number | null =>
  isSkippedCut(reply) ? null : reply.skipped.filter(({ reason }) => reason === 'finished').length;

/** Counts the people whom the import notifies. */
export const countNotified = ({ people }: ActivityImportReply): number => people.filter(({ isNotified }) => isNotified).length;
