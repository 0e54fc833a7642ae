import type { ColumnRole, GuessedColumn, ImportQuestion } from '../../../domain/activities/activity-import.ts';
import { sheetKey } from '../../../domain/text.ts';
import { activityImportTexts } from '../../../messages/activities/activity-import.ts';
import { guessWords } from '../../../messages/activities/spreadsheet-words.ts';
import { saysProgress } from './answers.ts';
import type { GridCell } from './cells.ts';
import { findHeading, findRole, type HeadedColumn, lapsesByWord, priorities, type SheetTable, states } from './find-tables.ts';
import { type DayContext, readDay } from './read-days.ts';

export interface ColumnKnowledge {
  /** Returns the role that a person gave a heading, now or earlier. */
  roleByPerson: (heading: string) => ColumnRole | null | undefined;
  findPeople: (text: string) => readonly number[];
  isTopic: (text: string) => boolean;
}
type Knowledge = ColumnKnowledge & DayContext;

const SAMPLES = 3;
/** At most this many values of a column are read, because more of them would only say the same. */
const VALUES_MAX = 200;
/** At least this share of a column's values must look like a role. */
const SHARE_MIN = 0.7;
const LONG_TEXT = 20;
/** A rank behind that of every word. */
const UNNAMED = 1_000;
/** So many values show whether a column holds topics; each is compared with all of them. */
const TOPICS_MAX = 30;

const keySet = (words: readonly string[]) => new Set(words.map(sheetKey));
const [yesNo, boards, vague] = [keySet(guessWords.yesNo), keySet(guessWords.boardLists), keySet(guessWords.vagueDeadlines)];

const isState = ({ text }: GridCell) => states.has(sheetKey(text)) || /^\d{1,3}\s*%$/.test(text);
const isShare = ({ text }: GridCell) => /^(?:\d\d?(?:[.,]\d+)?|100(?:[.,]0+)?)\s*%?$/.test(text);
const isPerson = ({ text }: GridCell, { findPeople }: ColumnKnowledge) => findPeople(text).length > 0;
const hasWord = ({ text }: GridCell) => /\p{L}{3}/u.test(text);
/** Numbers, marks, yes and no are a status only under a heading that says so. */
const isClearState = (cell: GridCell) => hasWord(cell) && isState(cell) && !yesNo.has(sheetKey(cell.text));
/** Bare numbers are a day only under a heading that says so. */
const isClearDay = (cell: GridCell, days: DayContext) =>
  cell.day !== undefined || (/\d[/-]\d|\p{L}{3}|^\d+\.\d+\.\d+/u.test(cell.text) && readDay(cell, days) !== null);
/** 'x', '●', 'Sí', '[x]', 'TRUE' and what stands in the place of such a mark. */
const isMark = ({ text }: GridCell) => yesNo.has(sheetKey(text)) || /^(?:[01]|(?!\p{L}{3})\D{0,3})$/u.test(text.trim());
const isUnmarked = ({ text }: GridCell) => states.get(sheetKey(text)) === 'not_started' || /^[\s[\]()☐□○◯–—.-]*$/u.test(text);
/** Returns the state that a heading names, alone or below the heading of all of them. */
const readStateHeading = (heading: string): string | undefined =>
  [heading, heading.replace(/^(\S+)\s+/, (above, word: string) => (findRole(word) === 'status' ? '' : above))].find(
    (word) => /\p{L}{3}|^n\W?a$|^ok$/iu.test(word) && states.has(sheetKey(word)),
  );
/** Returns the states whose columns a row marks. What says more than a mark, and two marks, are no state and are asked about. */
export const readMarks = (cells: readonly (GridCell | undefined)[], columns: readonly HeadedColumn[]): string =>
  columns
    .flatMap(({ at, heading }) => {
      const [cell, state] = [cells[at], readStateHeading(heading) ?? heading];
      return cell && !isMark(cell) ? `${state}: ${cell.text.trim()}` : cell && !isUnmarked(cell) ? state : [];
    })
    .join(' / ');
/** Every word but the small ones begins with a capital. */
const isNamelike = (text: string) => /^(?:\p{Lu}[\p{Ll}.]+\s*|(?:de|del|la|los|y)\s+)+$/u.test(text);

const columnValues = (table: SheetTable, at: number): GridCell[] =>
  table.rows.flatMap(({ cells }) => (cells[at] && cells[at].text !== '' ? [cells[at]] : []));

const isMostly = <T>(values: readonly T[], holds: (value: T) => boolean) =>
  values.length > 0 && values.filter(holds).length / values.length >= SHARE_MIN;

const saysNoDeadline = (word: string) => guessWords.notDeadlines.some((beginning) => word.startsWith(beginning));
const mayBeDeadline = (heading: string) => !sheetKey(heading).split(' ').some(saysNoDeadline);
const saysTopic = (heading: string) => sheetKey(heading).startsWith(sheetKey(activityImportTexts.labels.topic));

/** Finds the columns that are headed by a state each and hold marks. Such a column alone is read as any other. */
function findMarkColumns(table: SheetTable, { roleByPerson }: ColumnKnowledge): HeadedColumn[] {
  const marks = table.columns.filter(({ at, heading }) => {
    const [role, said, values] = [findRole(heading), roleByPerson(heading), columnValues(table, at)];
    if (role === 'archived' || (said !== undefined && said !== 'status') || !readStateHeading(heading)) return false;
    if (values.length === 0) return !role || role === 'status' || role === 'finishedOn';
    return role ? isMostly(values, isMark) : values.every(isMark) || values.some((cell) => isMark(cell) && !isUnmarked(cell));
  });
  return marks.length > 1 && marks.some(({ at }) => columnValues(table, at).length > 0) ? marks : [];
}

type Values = readonly GridCell[];
/** Roles that values alone propose, in the order in which they are looked for. */
const looks: Partial<Record<ColumnRole, (values: Values, knowledge: Knowledge, heading: string) => boolean>> = {
  dueOn: (values, days, heading) => mayBeDeadline(heading) && isMostly(values, (cell) => isClearDay(cell, days)),
  assignee: (values, knowledge) => isMostly(values, (cell) => hasWord(cell) && isPerson(cell, knowledge)),
  status: (values, _, heading) => isMostly(values, isClearState) || (saysProgress(heading) && isMostly(values, isShare)),
  priority: (values) => isMostly(values, ({ text }) => priorities.has(sheetKey(text))),
  topic: (values, { isTopic }) => isMostly(values.slice(0, TOPICS_MAX), ({ text }) => isTopic(text)),
  description: (values, knowledge) =>
    isMostly(values, (cell) => cell.text.length >= LONG_TEXT && !isNamelike(cell.text) && !isPerson(cell, knowledge)),
};

/** A column with the role of its heading, which is proved where the values do not contradict it. */
function readHeading({ at, heading }: HeadedColumn, table: SheetTable, knowledge: Knowledge) {
  const values = columnValues(table, at).slice(0, VALUES_MAX);
  const { role, rank, word } = findHeading(heading) ?? { rank: Number.POSITIVE_INFINITY, word: '' };
  const isDay = (cell: GridCell) => isClearDay(cell, knowledge);
  // Of two columns of people or of topics, the one whose values name some is meant.
  const namesPeople = role !== 'assignee' || isMostly(values, (cell) => isPerson(cell, knowledge));
  const isNamed = role === 'topic' ? saysTopic(heading) || looks.topic?.(values, knowledge, heading) : namesPeople;
  // The lists of a Trello board are often its statuses, and 'Completed' has days or marks.
  const isStatus =
    (role === 'topic' && boards.has(word) && isMostly(values, isClearState)) || (role === 'finishedOn' && isMostly(values, isState));
  const meant: ColumnRole | undefined = isStatus ? 'status' : role === 'status' && isMostly(values, isDay) ? 'finishedOn' : role;
  const isNoName = (cell: GridCell) => yesNo.has(sheetKey(cell.text)) || !(hasWord(cell) || isPerson(cell, knowledge));
  const isNoWork = (cell: GridCell) => !hasWord(cell) || isState(cell) || isPerson(cell, knowledge);
  const contradictions: Partial<Record<ColumnRole, (cell: GridCell) => boolean>> = {
    topic: isClearState,
    assignee: (cell) => isNoName(cell) || isDay(cell),
    description: (cell) => isNoWork(cell) || isDay(cell),
    notes: () => false,
    repeats: ({ text }) => !lapsesByWord.has(sheetKey(text)),
    // Days that are still to come are deadlines, although 'Fecha de finalización' may say either.
    finishedOn: (cell) => (readDay(cell, knowledge) ?? '9') > knowledge.today,
  };
  const contradicts =
    (meant && contradictions[meant]) ?? (meant?.endsWith('On') ? (cell: GridCell) => readDay(cell, knowledge) === null : isDay);
  return {
    at,
    heading,
    values,
    // 'Frecuencia' that says more than how often is left out, as a column without a role.
    role: meant === 'repeats' && values.some(contradicts) ? undefined : meant,
    rank: isNamed ? rank : rank + UNNAMED,
    isVague: vague.has(word),
    isProved: values.length > 0 && !isMostly(values, contradicts),
  };
}
type ReadColumn = ReturnType<typeof readHeading>;

function middleDay({ values }: ReadColumn, knowledge: DayContext): string {
  const days = values.flatMap((cell) => readDay(cell, knowledge) ?? []).sort();
  return days[days.length >> 1] ?? '';
}

type ColumnQuestion = Extract<ImportQuestion, { kind: 'column' }>;

/** Guesses a role for each column of a list; only remarks and marked states come twice. What values alone say is a question. */
export function guessColumns(table: SheetTable, knowledge: Knowledge): { columns: GuessedColumn[]; questions: ColumnQuestion[] } {
  const roles = new Map<number, Pick<GuessedColumn, 'role' | 'from'>>();
  const questions: ColumnQuestion[] = [];
  const isTaken = (role: ColumnRole) => [...roles.values()].some((column) => column.role === role);
  const marks = findMarkColumns(table, knowledge);
  const others = table.columns.filter((column) => !marks.includes(column));
  for (const { at, heading } of others) {
    const role = knowledge.roleByPerson(heading);
    if (role !== undefined && !(role && isTaken(role))) roles.set(at, { role, from: 'person' });
  }
  const open = others.filter(({ at }) => !roles.has(at));
  const columns = open.map((column) => readHeading(column, table, knowledge)).sort((a, b) => a.rank - b.rank);
  const giveHeaded = (from: readonly ReadColumn[]) => {
    for (const { at, role } of from) if (role && !roles.has(at) && !isTaken(role)) roles.set(at, { role, from: 'heading' });
  };
  const findLike = (role: ColumnRole) =>
    columns.filter(
      ({ at, role: own, isProved, values, heading }) => !(roles.has(at) || (own && isProved)) && looks[role]?.(values, knowledge, heading),
    );
  const ask = (role: ColumnRole, candidates: readonly ReadColumn[]) => {
    const byDay = (a: ReadColumn, b: ReadColumn) => (middleDay(a, knowledge) < middleDay(b, knowledge) ? 1 : -1);
    const [best] = role === 'dueOn' ? candidates.toSorted(byDay) : candidates;
    if (!best || isTaken(role)) return;
    roles.set(best.at, { role, from: 'values' });
    const options = candidates.map(({ heading }) => ({ value: sheetKey(heading), label: heading }));
    const { [role]: said } = activityImportTexts.labels;
    questions.push({ kind: 'column', key: role, said, rows: table.rows.length, suggestion: sheetKey(best.heading), options });
  };

  const proved = columns.filter(({ isProved }) => isProved);
  const deadlines = proved.filter(({ role }) => role === 'dueOn');
  const sure = deadlines.filter(({ isVague }) => !isVague);
  const contenders = sure.length > 0 || deadlines.length === 0 ? sure : [...deadlines, ...findLike('dueOn')];
  const people = proved.filter(({ role, values }) => role === 'assignee' && isMostly(values, (cell) => isPerson(cell, knowledge)));
  const askBetween = (role: ColumnRole, some: readonly ReadColumn[], read: (text: string) => unknown) => {
    const byValues = Map.groupBy(some, ({ values }) => values.map(({ text }) => read(text)).join('\n'));
    const distinct = [...byValues.values()].flatMap(([first]) => first ?? []);
    if (distinct.length > 1) ask(role, distinct);
  };
  askBetween('dueOn', contenders, (text) => text);
  askBetween('assignee', people, knowledge.findPeople);
  const topics = proved.filter(({ role }) => role === 'topic');
  const named = topics.filter(({ values, heading }) => looks.topic?.(values, knowledge, heading));
  if (!topics.some(({ heading }) => saysTopic(heading))) askBetween('topic', named.length > 0 ? named : topics, sheetKey);
  const areMarksSaid = marks.some(({ heading }) => knowledge.roleByPerson(heading) === 'status');
  const statuses = areMarksSaid ? [] : proved.filter(({ role }) => role === 'status');
  if (marks[0] && statuses.length > 0) ask('status', [...statuses, readHeading(marks[0], table, knowledge)]);
  for (const { at } of isTaken('status') ? [] : marks) roles.set(at, { role: 'status', from: areMarksSaid ? 'person' : 'heading' });
  giveHeaded(proved);
  for (const role of Object.keys(looks) as ColumnRole[]) ask(role, findLike(role));
  giveHeaded(columns);
  // Beside the name of the work, its description is a remark.
  const remark = proved.find(({ at, role }) => role === 'description' && !roles.has(at));
  if (remark) roles.set(remark.at, { role: 'notes', from: 'heading' });
  const guessed = table.columns.map((column) => ({
    ...column,
    ...(roles.get(column.at) ?? { role: null, from: null }),
    samples: [...new Set(columnValues(table, column.at).map(({ text }) => text))].slice(0, SAMPLES),
  }));
  return { columns: guessed, questions };
}
