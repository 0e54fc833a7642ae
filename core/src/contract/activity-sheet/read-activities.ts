import type { Priority } from '../../domain/activity/activity.ts';
import type {
  ColumnRole,
  GuessedColumn,
  ImportKnowledge,
  ImportMapping,
  ImportQuestion,
  ImportState,
  ReadActivities,
  RowPlace,
  RowProblem,
  UnreadRow,
} from '../../domain/activity/activity-import.ts';
import { personFinder } from '../../domain/people/name-match.ts';
import { activityImportTexts, priorityWords, stateWords } from '../../messages/activity-import.ts';
import { writtenDay } from '../../messages/dates.ts';
import { findTables, type SheetTable, type TableRow, wordsOf } from './find-tables.ts';
import type { Grid, GridCell } from './grid.ts';
import { answerIn, guessColumns } from './guess-columns.ts';
import { type DayContext, monthOfSheet, orderOf, readDay } from './read-day.ts';

const DESCRIPTION_MAX = 2000;

const lookUp = <T extends string>(words: Readonly<Record<T, readonly string[]>>): ReadonlyMap<string, T> =>
  new Map(
    Object.entries(words).flatMap(([meaning, texts]) => (texts as readonly string[]).map((text) => [wordsOf(text), meaning as T] as const)),
  );
const states = lookUp<ImportState>(stateWords);
const priorities = lookUp<Priority>(priorityWords);

/** What a status says: a word of the list, or a share of the work. */
function stateOf(key: string, text: string): ImportState | undefined {
  const share = /^(\d{1,3})\s*%$/.exec(text.trim())?.[1] ?? (/^0\.\d+$/.test(text) ? String(Number(text) * 100) : undefined);
  if (share === undefined) return states.get(key);
  return Number(share) >= 100 ? 'finished' : Number(share) > 0 ? 'in_progress' : 'not_started';
}

/** Colours of traffic lights; grey, blue and the stripes of a list mean nothing. */
const HUES: readonly (readonly [from: number, to: number, said: string, state: ImportState])[] = [
  [75, 165, 'verde', 'finished'],
  [40, 75, 'amarillo', 'in_progress'],
  [345, 375, 'rojo', 'not_started'],
];

function hueOf(fill: string): number | null {
  const [r = 0, g = 0, b = 0] = [0, 2, 4].map((at) => Number.parseInt(fill.slice(at, at + 2), 16));
  const [most, least] = [Math.max(r, g, b), Math.min(r, g, b)];
  if (most - least < 60) return null;
  const sixth = most === r ? ((g - b) / (most - least) + 6) % 6 : most === g ? (b - r) / (most - least) + 2 : (r - g) / (most - least) + 4;
  return sixth * 60;
}

/** The traffic light of a row, from its coloured cells. */
function lightOf({ cells }: TableRow): (typeof HUES)[number] | undefined {
  for (const fill of cells.flatMap((cell) => cell?.fill ?? [])) {
    const hue = hueOf(fill);
    const light = hue === null ? undefined : HUES.find(([from, to]) => (hue >= from && hue < to) || (hue + 360 >= from && hue + 360 < to));
    if (light) return light;
  }
  return undefined;
}

/** Questions by kind and text, each once. */
class Questions {
  readonly #all = new Map<string, ImportQuestion>();
  ask(question: ImportQuestion): void {
    const key = `${question.kind} ${question.key}`;
    const earlier = this.#all.get(key);
    if (earlier) earlier.rows++;
    else this.#all.set(key, question);
  }
  get all(): ImportQuestion[] {
    return [...this.#all.values()].sort((a, b) => b.rows - a.rows);
  }
}

/** Reads the activities of a workbook, with what must be asked about it. Rows in the order of the file. */
export function readActivities(
  fileName: string,
  grids: readonly Grid[],
  mapping: ImportMapping,
  { today, people, topics }: ImportKnowledge,
): ReadActivities {
  const findPerson = personFinder(people);
  const topicIds = new Map(topics.map(({ id, name }) => [wordsOf(name), id]));
  const questions = new Questions();
  const result: Omit<ReadActivities, 'questions'> = { tables: [], rows: [], wrong: [], skipped: [], waiting: [], isOrderDoubtful: false };

  const answerPerson = (said: string): readonly number[] | undefined => {
    const key = wordsOf(said);
    const answer = answerIn(mapping.people, key);
    if (answer) return answer;
    const { isSure, suggestion, candidates } = findPerson(said);
    if (isSure) return suggestion;
    questions.ask({ kind: 'person', said, key, rows: 1, suggestion, candidates });
    return undefined;
  };

  const spellings = new Map<string, string>();
  /** 'Ventas-Norte' and 'Ventas Norte' are one new topic. */
  const firstSpelling = (key: string, said: string): string => {
    if (!spellings.has(key)) spellings.set(key, said);
    return spellings.get(key) as string;
  };
  const answerTopic = (said: string): number | string | undefined => {
    const key = wordsOf(said);
    const answer = answerIn(mapping.topics, key) ?? topicIds.get(key);
    if (answer === 'new') return topicIds.get(key) ?? firstSpelling(key, said);
    if (answer !== undefined) return answer;
    const near = topics.filter(({ name }) => wordsOf(name).includes(key) || key.includes(wordsOf(name))).map(({ id }) => id);
    questions.ask({ kind: 'topic', said, key, rows: 1, suggestion: near[0] ?? 'new', candidates: near });
    return undefined;
  };

  const answerState = (said: string, light: ReturnType<typeof lightOf>): ImportState | undefined => {
    const [text, suggestion] = said === '' && light ? [light[2], light[3]] : [said, null];
    if (text === '') return 'not_started';
    const key = wordsOf(text);
    const answer = answerIn(mapping.states, key) ?? (light && said === '' ? undefined : stateOf(key, text));
    if (answer === undefined) questions.ask({ kind: 'state', said: text, key, rows: 1, suggestion });
    return answer;
  };

  const answerPriority = (said: string): Priority | undefined => {
    if (said === '') return 'normal';
    const key = wordsOf(said);
    const answer = answerIn(mapping.priorities, key) ?? priorities.get(key);
    if (answer === undefined) questions.ask({ kind: 'priority', said, key, rows: 1, suggestion: null });
    return answer;
  };

  const mayAssign = new Set(people.filter((person) => person.mayAssign).map(({ id }) => id));
  const ownerOf = (said: string): number | null => {
    const { isSure, suggestion } = findPerson(said);
    const [id] = suggestion;
    return isSure && id !== undefined && suggestion.length === 1 && mayAssign.has(id) ? id : null;
  };

  function readRow(table: SheetTable, row: TableRow, columns: readonly GuessedColumn[], days: DayContext): void {
    const place: RowPlace = { sheet: table.sheet, row: row.row };
    const columnOf = (role: ColumnRole) => columns.find((column) => column.role === role);
    const cellOf = (role: ColumnRole): GridCell => row.cells[columnOf(role)?.at ?? -1] ?? { text: '' };
    const textOf = (role: ColumnRole) => cellOf(role).text.trim();
    const dayOf = (role: ColumnRole) => readDay(cellOf(role), days);
    const wrong: UnreadRow[] = [];
    const refuse = (role: ColumnRole, problem: RowProblem) =>
      wrong.push({ ...place, column: columnOf(role)?.heading ?? '', value: textOf(role).slice(0, 200), problem });

    const work = textOf('description');
    const notes = textOf('notes');
    if (work === '') refuse('description', 'descriptionMissing');
    const finishedOn = dayOf('finishedOn');
    const state =
      columnOf('status') || !finishedOn ? answerState(textOf('status'), columnOf('status') ? undefined : lightOf(row)) : 'finished';
    if (state === 'left_out') {
      result.skipped.push({ ...place, reason: 'leftOut' });
      return;
    }
    if (state === 'finished' && !mapping.takesFinished) {
      result.skipped.push({ ...place, reason: 'finished' });
      return;
    }
    const description = state === 'finished' || notes === '' ? work : activityImportTexts.withNotes(work, notes);
    if (description.length > DESCRIPTION_MAX) refuse('description', 'descriptionTooLong');
    const priority = answerPriority(textOf('priority'));
    const saidAssignee = textOf('assignee');
    const assigneeIds = saidAssignee === '' ? mapping.defaults.assigneeIds : answerPerson(saidAssignee);
    if (saidAssignee === '' && !assigneeIds) refuse('assignee', 'assigneeMissing');
    const saidTopic = textOf('topic') || (columnOf('topic') ? '' : row.section);
    const topic = saidTopic === '' ? mapping.defaults.topicId : answerTopic(saidTopic);
    if (saidTopic === '' && topic === undefined) refuse('topic', 'topicMissing');
    const dueOn = textOf('dueOn') === '' ? mapping.defaults.dueOn : dayOf('dueOn');
    if (dueOn === undefined) refuse('dueOn', 'dueMissing');
    if (dueOn === null) refuse('dueOn', 'dueUnreadable');

    if (wrong.length > 0) result.wrong.push(...wrong);
    else if (!state || !priority || !assigneeIds || topic === undefined || !dueOn) result.waiting.push(place);
    else
      result.rows.push({
        ...place,
        work,
        description,
        distinctDescription: activityImportTexts.withDay(description, writtenDay(dueOn)).slice(0, DESCRIPTION_MAX),
        assigneeIds,
        ownerId: ownerOf(textOf('owner')),
        topic,
        dueOn,
        priority,
        state,
        createdOn: dayOf('createdOn'),
        startedOn: dayOf('startedOn'),
        finishedOn,
        resolution: (notes || activityImportTexts.resolution(fileName)).slice(0, DESCRIPTION_MAX),
        folio: /^\d{1,9}$/.test(textOf('folio')) ? Number(textOf('folio')) : null,
      });
  }

  for (const grid of grids) {
    if (mapping.withoutSheets.includes(grid.sheet)) continue;
    const month = monthOfSheet(grid.sheet);
    for (const table of findTables(grid)) {
      const days: DayContext = { today, order: mapping.dayOrder ?? 'dmy', ...(month ? { month } : {}) };
      const knowledge = {
        ...days,
        columns: mapping.columns,
        isPerson: (text: string) => findPerson(text).suggestion.length > 0,
        isTopic: (text: string) => topicIds.has(wordsOf(text)),
      };
      const columns = guessColumns(table, knowledge);
      const dayCells = columns
        .filter(({ role }) => role?.endsWith('On'))
        .flatMap(({ at }) => table.rows.flatMap(({ cells }) => cells[at] ?? []));
      const proved = orderOf(dayCells);
      const hasNumericDays = dayCells.some(({ text, day }) => !day && /^\D*\d{1,2}[/.-]\d{1,2}\b/u.test(text));
      if (!mapping.dayOrder && !proved && hasNumericDays) result.isOrderDoubtful = true;
      result.tables.push({ sheet: table.sheet, headingRow: table.headingRow, columns, rows: table.rows.length });
      result.skipped.push(...table.skipped.map(({ row, reason }) => ({ sheet: table.sheet, row, reason })));
      for (const row of table.rows) readRow(table, row, columns, { ...days, order: mapping.dayOrder ?? proved ?? 'dmy' });
    }
  }
  return { ...result, questions: questions.all };
}
