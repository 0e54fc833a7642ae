import { CHECKLIST_MAX, ITEM_MAX_LENGTH } from '../../../domain/activities/activity.ts';
import {
  type ActivityRow,
  type ColumnRole,
  type GuessedColumn,
  type ImportKnowledge,
  type ImportMapping,
  type ImportState,
  LEFT_OUT,
  placeKey,
  type ReadActivities,
  type RowPlace,
  type RowProblem,
  type UnreadRow,
} from '../../../domain/activities/activity-import.ts';
import type { CalendarDate } from '../../../domain/calendar.ts';
import { normalise, plainName, sheetKey, withoutControls } from '../../../domain/text.ts';
import { activityImportTexts } from '../../../messages/activities/activity-import.ts';
import { writtenDay } from '../../../messages/dates.ts';
import { TOPIC_NAME_MAX } from '../../topics/topic-endpoints.ts';
import { readAnswer, saysYes, stateReader, type TextMeanings, textMeanings } from './answers.ts';
import type { Grid, GridCell, GridRow } from './cells.ts';
import { findRole, findTables, isNamedByLetters, lapsesByWord, nameApart, type SheetTable, type TableRow } from './find-tables.ts';
import { type ColumnKnowledge, guessColumns, readMarks } from './guess-columns.ts';
import { type DayContext, isWeekday, readDay, readDayColumn, readSheetMonth, swapDay } from './read-days.ts';

const DESCRIPTION_MAX = 2000;
/** A refusal repeats at most this many letters of a cell. */
const VALUE_MAX = 200;

/** Colours of traffic lights; grey, blue and the stripes of a list mean nothing. */
const HUES: readonly { from: number; to: number; said: string; state: ImportState }[] = [
  { from: 75, to: 165, said: 'verde', state: 'finished' },
  { from: 40, to: 75, said: 'amarillo', state: 'in_progress' },
  { from: 345, to: 375, said: 'rojo', state: 'not_started' },
];

function readHue(fill: string): number | null {
  const [r = 0, g = 0, b = 0] = [0, 2, 4].map((at) => Number.parseInt(fill.slice(at, at + 2), 16));
  const [most, least] = [Math.max(r, g, b), Math.min(r, g, b)];
  if (most - least < 60) return null;
  const sixth = most === r ? ((g - b) / (most - least) + 6) % 6 : most === g ? (b - r) / (most - least) + 2 : (r - g) / (most - least) + 4;
  return sixth * 60;
}

function findLight({ cells }: TableRow): (typeof HUES)[number] | undefined {
  for (const fill of cells.flatMap((cell) => cell?.fill ?? [])) {
    const hue = readHue(fill);
    const light =
      hue === null ? undefined : HUES.find(({ from, to }) => (hue >= from && hue < to) || (hue + 360 >= from && hue + 360 < to));
    if (light) return light;
  }
  return undefined;
}

/** Adds the day to a text, within the limit of texts: the text is cut and not the day. */
function appendDay(text: string, day: string): string {
  const rest = activityImportTexts.withDay('', day).length;
  return activityImportTexts.withDay(text.slice(0, DESCRIPTION_MAX - rest).trimEnd(), day);
}

/** Items of a checklist stand on lines of their own, or between semicolons as Planner writes them; bullets are not part of them. */
const splitItems = (text: string): string[] =>
  text
    .split(/[;\r\n]+/)
    .map((item) => plainName(item.replace(/^\s*(?:[-*](?=\s)|[•·☐☑□]|\[[ x]?\]|\d{1,2}[.)](?!\d))\s*/iu, '')))
    .filter((item) => item !== '');

const { example, work: exampleWork, names, topics } = activityImportTexts.sample;
const EXAMPLE = normalise(`${example} ${exampleWork}`);
const isExample = (work: string) => normalise(work) === EXAMPLE;
const isOwnNames = ({ sheet, rows: [first] }: Grid) => sheet === names && first?.cells[0]?.text === topics;

/** A dash says that a cell is empty. */
const isBlank = (text: string) => /^[-–—.]*$/.test(text);

/** The result of reading one row of a list: an activity, its faults, why it is left out, or null while a text waits for its answer. */
type RowReading = { row: ActivityRow } | { wrong: UnreadRow[] } | Omit<ReadActivities['skipped'][number], keyof RowPlace> | null;

const ASKED = 'asked';

function readRow(
  row: TableRow,
  { place, fileName, today, columns, readState, readDay }: { place: RowPlace; fileName: string; today: CalendarDate } & ReadColumns,
  meanings: TextMeanings,
  { takesFinished, defaults }: ImportMapping,
): RowReading {
  const findColumn = (role: ColumnRole) => columns.find((column) => column.role === role);
  const readCell = (column: GuessedColumn | undefined) => {
    const text = row.cells[column?.at ?? -1]?.text.trim() ?? '';
    return isBlank(text) ? '' : text;
  };
  const readText = (role: ColumnRole) => readCell(findColumn(role));
  const readDate = (role: ColumnRole) => readDay(role, row, meanings.day);
  const quoteCell = (role: ColumnRole) => ({ column: findColumn(role)?.heading ?? '', value: readText(role).slice(0, VALUE_MAX) });
  const wrong: UnreadRow[] = [];
  const refuse = (role: ColumnRole, problem: RowProblem) => wrong.push({ ...place, ...quoteCell(role), problem });

  // A row needs its title or its description.
  const remarks = columns.filter(({ role }) => role === 'notes');
  const work = readText('description') || readCell(remarks.find(({ heading }) => findRole(heading) === 'description'));
  const remarkTexts = remarks.map(readCell).filter((text) => text !== '' && text !== work);
  const notes = remarkTexts.join('\n');
  if (isExample(work)) return { reason: 'example' };
  if (saysYes(readText('archived'))) return { reason: 'leftOut' };
  if (work === '') refuse('description', 'descriptionMissing');
  const statuses = columns.filter(({ role }) => role === 'status');
  const saidState = statuses.length > 1 ? readMarks(row.cells, statuses) : readText('status');
  const saidFinishedOn = saidState === '' ? readDate('finishedOn') : null;
  if (saidFinishedOn === ASKED) return null;
  // A day that is still to come is a plan.
  const isFinishedByDay = saidFinishedOn !== null && saidFinishedOn <= today;
  const state = isFinishedByDay ? 'finished' : meanings.state(saidState, readState, findColumn('status') ? undefined : findLight(row));
  if (state === 'left_out') return { reason: 'leftOut' };
  if (state === 'finished' && !takesFinished) return { reason: 'finished' };
  const finishedOn = state === 'finished' ? readDate('finishedOn') : null;
  const description = state === 'finished' || notes === '' ? work : activityImportTexts.withNotes(work, notes);
  if (description.length > DESCRIPTION_MAX) refuse('description', 'descriptionTooLong');
  const priority = meanings.priority(readText('priority'));
  const saidAssignee = readText('assignee');
  const assigneeIds = saidAssignee === '' ? meanings.defaults.assigneeIds : meanings.person(saidAssignee);
  if (assigneeIds === LEFT_OUT) return { reason: 'omitted', omitted: { kind: 'person', said: saidAssignee } };
  if (saidAssignee === '' && !assigneeIds) refuse('assignee', 'assigneeMissing');
  const saidTopic = readText('topic') || (findColumn('topic') ? '' : row.section);
  const folio = /^\d{1,9}$/.test(readText('folio')) ? Number(readText('folio')) : null;
  const readTopic = () => (folio === null ? meanings.topic(saidTopic) : meanings.topicOfFolio(saidTopic));
  const topic = saidTopic === '' ? meanings.defaults.topicId : readTopic();
  if (topic === null) return { reason: 'omitted', omitted: { kind: 'topic', said: saidTopic } };
  if (saidTopic === '' && topic === undefined) refuse('topic', 'topicMissing');
  if (typeof topic === 'string' && topic.length > TOPIC_NAME_MAX) refuse('topic', 'topicTooLong');
  const dueOn = readText('dueOn') === '' ? defaults.dueOn : readDate('dueOn');
  if (dueOn === undefined) refuse('dueOn', 'dueMissing');
  if (dueOn === null) refuse('dueOn', 'dueUnreadable');
  const [createdOn, startedOn] = [readDate('createdOn'), readDate('startedOn')];
  const checklist = state === 'finished' ? [] : splitItems(readText('checklist'));
  if (checklist.length > CHECKLIST_MAX || checklist.some((item) => item.length > ITEM_MAX_LENGTH)) refuse('checklist', 'checklistTooLong');

  const saidRepeats = state === 'finished' ? '' : readText('repeats');
  const lapse = saidRepeats === '' ? 'never' : lapsesByWord.get(sheetKey(saidRepeats));
  if (!lapse) refuse('repeats', 'repeatsUnreadable');

  if (wrong.length > 0) return { wrong };
  if (!state || !priority || !assigneeIds || topic === undefined || !dueOn) return null;
  if (dueOn === ASKED || createdOn === ASKED || startedOn === ASKED || finishedOn === ASKED) return null;
  return {
    row: {
      ...place,
      work,
      description,
      distinctDescription: appendDay(description, writtenDay(dueOn)),
      assigneeIds,
      ownerId: meanings.owner(readText('owner')),
      topic,
      dueOn,
      priority,
      state,
      createdOn,
      startedOn,
      finishedOn,
      resolution: (notes || activityImportTexts.resolution(fileName)).slice(0, DESCRIPTION_MAX),
      checklist,
      repeats: lapse === 'never' ? null : (lapse ?? null),
      folio,
      said: { description: quoteCell('description'), assignee: quoteCell('assignee'), folio: quoteCell('folio') },
    },
  };
}

const NUMERIC_DAY = /^\d{1,2}([/.-])\d{1,2}\1\d{2,4}$/;

/**
 * Writes the cells that a person mended into a row, before anything reads it. A mended day has the day first, as its refusal asks for it, and
 * proves nothing about the others of its column.
 */
function mendRow(row: TableRow, { columns }: SheetTable, corrections: ImportMapping['cells'], days: DayContext): TableRow {
  const cells = [...row.cells];
  for (const { column, value } of corrections) {
    const mended = columns.find(({ heading }) => sheetKey(heading) === sheetKey(column));
    const text = withoutControls(value).trim();
    if (mended) cells[mended.at] = { text: (NUMERIC_DAY.test(text) && readDay({ text }, days)) || text };
  }
  return { ...row, cells };
}

/** Reads the columns of a list, and how its dates and statuses are written. */
function readColumns(
  table: SheetTable,
  { today, zone, isOwn = false }: Pick<DayContext, 'today' | 'zone'> & { isOwn: boolean | undefined },
  mapping: ImportMapping,
  knowledge: ColumnKnowledge,
) {
  const month = readSheetMonth(table.sheet);
  const days: DayContext = { today, zone, order: mapping.dayOrder ?? 'dmy', ...(month ? { month } : {}) };
  const { columns, questions } = guessColumns(table, { ...days, ...knowledge });
  const columnCells = (at: number) => table.rows.flatMap(({ cells }) => cells[at] ?? []);
  const isWeekdays = (at: number) =>
    columns.some((column) => column.at === at && !column.role) && columnCells(at).every(({ text }) => isWeekday(text));
  const readDayCells = (at: number) => {
    const plain = (row: GridRow) => row.cells[at];
    const beside = [at - 1, at + 1].find((other) => columnCells(other).length > 0 && isWeekdays(other));
    /** Sets the weekday of a column of its own before the day. */
    const named = (row: GridRow) => {
      const [cell, weekday] = [row.cells[at], row.cells[beside ?? -1]];
      return cell && weekday ? { ...cell, text: `${weekday.text} ${cell.text}` } : cell;
    };
    const readCells = (cellIn: typeof plain) => ({
      cellIn,
      ...readDayColumn(
        table.rows.flatMap((row) => cellIn(row) ?? []),
        days,
      ),
    });
    const column = readCells(named);
    const cells = table.rows.flatMap((row) => named(row) ?? []);
    // The weekdays of another column say nothing of these days.
    return beside !== undefined && cells.filter(column.isFit).length * 2 < cells.length ? readCells(plain) : column;
  };
  const dayColumns = new Map(
    columns.flatMap(({ role, at, heading }) => (role?.endsWith('On') ? [[role, { heading, ...readDayCells(at) }] as const] : [])),
  );
  const proved = new Set([...dayColumns.values()].flatMap(({ order }) => order ?? []));
  // A column that proves nothing is written as the others of its list.
  const [order] = proved.size === 1 ? proved : [mapping.dayOrder];
  const status = columns.find(({ role }) => role === 'status');
  return {
    columns,
    questions,
    isOrderDoubtful: !order && [...dayColumns.values()].some((column) => !column.order && column.isAmbiguous),
    readState: stateReader(status?.heading ?? '', status ? columnCells(status.at).map(({ text }) => text) : []),

    readDay(role: ColumnRole, row: GridRow, choose: TextMeanings['chosenDay']): CalendarDate | null | typeof ASKED {
      const column = dayColumns.get(role);
      const cell = column?.cellIn(row);
      if (!column || !cell) return null;
      const { heading, swapped, isSwapLikely } = column;
      // The product itself wrote the real dates of the sheet that it gave back.
      const swappedDay = !isOwn && swapped && cell.day && /^\d/.test(cell.text) && swapDay(cell.day);
      if (swappedDay) {
        const options = [swapDay(swapped) ?? swapped, swapped];
        const answer = choose(`${heading}: ${writtenDay(swapped)}`, isSwapLikely ? options : options.reverse());
        return answer ? (answer === swapped ? (cell.day ?? null) : swappedDay) : ASKED;
      }
      const { days: possible, isSure } = column.read(cell, column.order ?? order ?? null);
      const [first = null] = possible;
      return isSure || !first ? first : (choose(cell.text, possible) ?? ASKED);
    },
  };
}
type ReadColumns = ReturnType<typeof readColumns>;

const { reason: REASON, problems } = activityImportTexts;
const isReason = (text: string) => Object.values(problems).some((sentence) => text.includes(sentence));

/** Removes the column of reasons that an earlier answer wrote into a sheet. */
function withoutReasons(grid: Grid): Grid & { isOwn?: true } {
  const headed = grid.rows.map(({ cells }) => cells.findLastIndex((cell) => cell?.text === REASON)).filter((at) => at >= 0);
  const own = headed.find((at) => grid.rows.some(({ cells }) => isReason(cells[at]?.text ?? '')));
  if (own === undefined) return grid;
  return { ...grid, isOwn: true, rows: grid.rows.map((row) => ({ ...row, cells: row.cells.toSpliced(own, 1) })) };
}

/** A row as it was read: mended, with the values that ditto marks repeat, and with the days that its texts name. */
interface ReadRow extends GridRow {
  cells: (GridCell | undefined)[];
  /** A list has the row, below its headings. Titles between rows are not of the list. */
  isListed?: boolean;
}

function writeDown(readRow: ReadRow, row: TableRow, { columns, readDay }: ReadColumns, meanings: TextMeanings): void {
  readRow.isListed = true;
  for (const { at, role } of columns) {
    const cell = row.cells[at];
    const day = cell && role?.endsWith('On') && readDay(role, row, meanings.chosenDay);
    readRow.cells[at] = day && day !== ASKED ? { ...cell, day } : cell;
  }
}

/** Reads the activities of a workbook, with the questions about it. Rows come in the order of the file. */
export function readActivities(
  fileName: string,
  grids: readonly Grid[],
  mapping: ImportMapping,
  knowledge: ImportKnowledge,
): ReadActivities & { grids: (Omit<Grid, 'rows'> & { rows: readonly ReadRow[] })[] } {
  const meanings = textMeanings(mapping, knowledge);
  const roleByPerson = (heading: string) => {
    const key = sheetKey(heading);
    const role = readAnswer(mapping.columns, key);
    return role === undefined && !isNamedByLetters(heading) ? readAnswer(knowledge.remembered.columns, key) : role;
  };
  const readRole = (heading: string) => {
    const role = roleByPerson(heading);
    return role === undefined ? findRole(heading) : role;
  };
  const result: Omit<ReadActivities, 'questions' | 'remembered'> = {
    tables: [],
    rows: [],
    wrong: [],
    skipped: [],
    waiting: [],
    isOrderDoubtful: false,
    cut: [],
  };

  const sheetsSkipped: ReadActivities['skipped'] = [];
  const corrections = Map.groupBy(mapping.cells, placeKey);
  const asRead = grids
    .map(withoutReasons)
    .map((grid) => ({ ...grid, rows: grid.rows.map((row): ReadRow => ({ ...row, cells: [...row.cells] })) }));
  for (const grid of asRead.filter((each) => !isOwnNames(each))) {
    const { sheet } = grid;
    const readRows = new Map(grid.rows.map((row) => [row.row, row]));
    const isOmitted = mapping.withoutSheets.includes(sheet);
    const tables =
      grid.isHidden || isOmitted ? [] : findTables(grid, readRole).map((table) => ({ ...table, columns: nameApart(table.columns) }));
    const [firstRow] = grid.rows;
    if (grid.cut) result.cut.push({ sheet, ...grid.cut });
    if (tables.length === 0 && firstRow) {
      const reason = isOmitted ? 'omittedSheet' : grid.isHidden ? 'hidden' : 'noHeading';
      const rows = grid.rows.filter(({ cells }) => cells.some((cell) => cell?.text)).length;
      sheetsSkipped.push({ sheet, row: firstRow.row, reason, rows });
    }
    for (const table of tables) {
      const beside = tables.filter(({ headingRow }) => headingRow === table.headingRow);
      const placeOf = (row: number): RowPlace => ({ sheet, row, list: beside.indexOf(table) || undefined });
      // Only the heading says in which of two lists a cell was mended.
      const isOwn = (heading: string) =>
        beside.every((other) => other === table || other.columns.every((column) => column.heading !== heading));
      table.rows = table.rows.map((row) =>
        mendRow(
          row,
          table,
          (corrections.get(placeKey({ sheet, row: row.row })) ?? []).filter(({ column }) => isOwn(column)),
          { ...knowledge, order: mapping.dayOrder ?? 'dmy' },
        ),
      );
      const { findPeople, isTopic } = meanings;
      const readings = readColumns(table, { ...knowledge, isOwn: grid.isOwn }, mapping, { roleByPerson, findPeople, isTopic });
      const { columns, questions } = readings;
      for (const question of questions) meanings.questions.count('column', question.key, () => question, question.rows);
      result.isOrderDoubtful ||= readings.isOrderDoubtful;
      result.tables.push({ sheet, headingRow: table.headingRow, columns, rows: table.rows.length });
      for (const { row, reason } of table.skipped) {
        result.skipped.push({ ...placeOf(row), reason });
        Object.assign(readRows.get(row) ?? {}, reason === 'total' && { isListed: true });
      }
      for (const row of table.rows) {
        const place = placeOf(row.row);
        writeDown(readRows.get(row.row) as ReadRow, row, readings, meanings);
        const isStruck = columns.some(({ role, at }) => role === 'description' && row.cells[at]?.isStruck);
        const isHidden = row.isHidden && !mapping.takesHidden;
        const isLeftOut = isHidden || isStruck;
        const reading: RowReading = isLeftOut
          ? { reason: isHidden ? 'hiddenRow' : 'struck' }
          : readRow(row, { place, fileName, today: knowledge.today, ...readings }, meanings, mapping);
        if (!reading) result.waiting.push(place);
        else if ('wrong' in reading) result.wrong.push(...reading.wrong);
        else if ('reason' in reading) result.skipped.push({ ...place, ...reading });
        else result.rows.push(reading.row);
      }
    }
  }
  const { questions, remembered } = meanings;
  return {
    ...result,
    skipped: [...sheetsSkipped, ...result.skipped],
    questions: questions.all,
    remembered: remembered.all,
    grids: asRead,
  };
}
