import type { Readable } from 'node:stream';
import type { activityImportEndpoints } from '@bitacora/core/contract/activities/activity-import-endpoints';
import type { GridCell } from '@bitacora/core/contract/activities/activity-sheet/cells';
import { readActivities } from '@bitacora/core/contract/activities/activity-sheet/read-activities';
import { type ImportQuestion, importedStatus, placeKey, type RowPlace } from '@bitacora/core/domain/activities/activity-import';
import { addDays, type CalendarDate } from '@bitacora/core/domain/calendar';
import { consultPath } from '@bitacora/core/domain/page-paths';
import { type Actor, fullName } from '@bitacora/core/domain/people/person';
import { activityImportTexts, importStateLabels, leftOutLabels, wrongRows } from '@bitacora/core/messages/activities/activity-import';
import { priorityLabels } from '@bitacora/core/messages/activities/labels';
import { workbookTexts } from '@bitacora/core/messages/reports/workbook';
import type { Core } from '@bitacora/core/server';
import {
  type ActivitiesImported,
  type ImportActivitiesRequest,
  importActivities,
} from '@bitacora/core/use-cases/activities/import-activities';
import { listUsers } from '@bitacora/core/use-cases/people/users';
import { listTopics } from '@bitacora/core/use-cases/topics/topics';
import type { Context } from '@bitacora/core/use-cases/use-case';
import type { Handlers } from '../calls/handlers.ts';
import { Download } from '../http/answer.ts';
import { SHEET_LIMITS, TEXT_MAX } from '../uploads/sheet-limits.ts';
import { addRow, beginTable, type CellValue, sheetDay } from '../workbooks/cell-styles.ts';
import { offerChoices, streamWorkbook, type WorkbookWriter, writeInPlace } from '../workbooks/stream-workbook.ts';

const { labels, sample } = activityImportTexts;
const WIDTH = 24;
const LAST_ROW = SHEET_LIMITS.maxRows + 1;
const DAYS_TO_DO = 7;

interface SampleNames {
  topics: readonly string[];
  people: readonly string[];
  /** The name of the person who downloads the sample. The example row uses it. */
  reader: string;
  today: CalendarDate;
}

/** `value` is the one of the example row. `choices` says which names the cells of the column offer. */
type SampleColumn = { title: string; value: CellValue; width?: number; choices?: 'people' | 'topics'; isDay?: boolean };

const sampleColumns = ({ topics, reader, today }: SampleNames): readonly SampleColumn[] => [
  { title: labels.description, value: `${sample.example} ${sample.work}`, width: 48 },
  { title: labels.assignee, value: reader, choices: 'people' },
  { title: labels.topic, value: topics[0] ?? sample.topic, choices: 'topics' },
  { title: sample.dueOn, value: sheetDay(addDays(today, DAYS_TO_DO)), isDay: true },
  { title: labels.status, value: importStateLabels.not_started },
  { title: labels.priority, value: priorityLabels.high },
  { title: labels.notes, value: sample.notes, width: 40 },
  { title: labels.checklist, value: sample.items, width: 40 },
];

/** The second sheet has the topics in column A and the people in column B. */
const choiceColumn = { topics: 'A', people: 'B' } as const;

function writeActivities(book: WorkbookWriter, names: SampleNames): void {
  const columns = sampleColumns(names);
  const headings = columns.map(({ title, width = WIDTH, isDay }) => ({ title, width, numFmt: isDay ? 'dd/mm/yyyy' : '@' }));
  const sheet = beginTable(book, sample.sheet, headings);
  const values = columns.map(({ value }) => value);
  addRow(sheet, values, (at) => (columns[at]?.isDay ? 'day' : 'longText'));
  for (const [at, { choices }] of columns.entries()) {
    if (!choices || names[choices].length === 0) continue;
    const column = choiceColumn[choices];
    // Names of several people, and of topics that are still to be made, are accepted too.
    offerChoices(sheet, at, LAST_ROW, `'${sample.names}'!$${column}$2:$${column}$${names[choices].length + 1}`);
  }
  sheet.commit();
}

function writeNames(book: WorkbookWriter, { topics, people }: SampleNames): void {
  const sheet = book.addWorksheet(sample.names);
  sheet.columns = [{ width: 40 }, { width: 40 }];
  addRow(sheet, [sample.topics, sample.people], 'heading');
  for (let at = 0; at < Math.max(topics.length, people.length); at++) addRow(sheet, [topics[at] ?? null, people[at] ?? null], 'text');
  sheet.commit();
}

/** Writes the sample workbook. It has an example row that the import ignores, and the company's names to choose from. */
function sampleWorkbook(names: SampleNames): Readable {
  return streamWorkbook(async (book) => {
    writeActivities(book, names);
    writeNames(book, names);
  });
}

const WIDTHS = { cell: 24, folio: 16, link: 48 };
const { columns } = activityImportTexts;

/** Returns whether two lists of a sheet share rows, because each then needs its own column of folios. */
function isSideBySide(tables: ActivitiesImported['tables']): boolean {
  const rows = tables.map(({ headingRow }) => headingRow);
  return new Set(rows).size < rows.length;
}

const folioTitles = (tables: ActivitiesImported['tables']) =>
  isSideBySide(tables) ? [columns.folios, columns.links] : [columns.folio, columns.link];

/** Returns the headings of the new columns by row. Headings that a page repeats get them too, so that all stay the headings of one list. */
function addedHeadings(
  { tables, skipped }: ActivitiesImported,
  sheet: string,
  chooseTitles: (tables: ActivitiesImported['tables']) => readonly string[],
): Map<number, readonly string[]> {
  const ofSheet = tables.filter((table) => table.sheet === sheet);
  const headings = chooseTitles(ofSheet);
  const repeated = skipped.filter((row) => row.sheet === sheet && row.reason === 'heading').map(({ row }) => row);
  return new Map([...ofSheet.map(({ headingRow }) => headingRow), ...repeated].map((row) => [row, headings]));
}

function toCellValue(cell: GridCell | undefined): CellValue {
  if (!cell) return null;
  if (cell.day) return sheetDay(cell.day);
  return cell.text.length < TEXT_MAX ? cell.text : `${cell.text}${workbookTexts.cut}`;
}

type ReadGrids = ReturnType<typeof readActivities>['grids'];

/** Columns that are added to each sheet. `read` returns null for a row that stays out. */
interface AddedColumns {
  widths: readonly number[];
  titles: (sheet: string) => Map<number, readonly string[]>;
  read: (place: RowPlace, isListed: boolean) => readonly CellValue[] | null;
}

/** Writes the file again with more columns. Colours stay, because they may mean a status. */
function writeBack(grids: ReadGrids, { widths, titles, read }: AddedColumns): Readable {
  return streamWorkbook(async (book, pace) => {
    for (const [index, { sheet: name, rows: allRows }] of grids.filter(({ isHidden }) => !isHidden).entries()) {
      const headings = titles(name);
      const lines = allRows.flatMap(({ row, cells, isListed = false }) => {
        const added = headings.get(row) ?? read({ sheet: name, row }, isListed);
        return added ? [{ row, cells, added, isHeading: headings.has(row) }] : [];
      });
      // Rows that stay out leave no gaps.
      const rows = lines.length === allRows.length ? lines : lines.map((line, at) => ({ ...line, row: at + 1 }));
      const sheet = book.addWorksheet(name || `Hoja${index + 1}`);
      const width = Math.max(0, ...rows.map(({ cells }) => cells.length));
      sheet.columns = [...Array.from({ length: width }, () => WIDTHS.cell), ...widths].map((width) => ({ width }));
      await writeInPlace(sheet, pace, rows, ({ cells, added, isHeading }) => {
        const own = Array.from({ length: width }, (_, at) => toCellValue(cells[at]));
        addRow(
          sheet,
          [...own, ...added],
          (at) => (isHeading ? 'heading' : cells[at]?.day ? 'day' : 'text'),
          (at) => (isHeading ? undefined : cells[at]?.fill),
        );
      });
      sheet.commit();
    }
  });
}

/** Writes the file again with folio and link in each row that became an activity. */
function folioWorkbook(grids: ReadGrids, imported: ActivitiesImported, publicUrl: string): Readable {
  const byPlace = Map.groupBy(imported.rows, placeKey);
  const linkTo = ({ folio, state }: ActivitiesImported['rows'][number]) =>
    folio === null ? [] : `${publicUrl}${consultPath({ id: folio, status: importedStatus[state], isAssignee: false })}`;
  return writeBack(grids, {
    widths: [WIDTHS.folio, WIDTHS.link],
    titles: (sheet) => addedHeadings(imported, sheet, folioTitles),
    read: (place) => {
      const activities = byPlace.get(placeKey(place)) ?? [];
      const folios = activities.flatMap(({ folio }) => folio ?? []).join(', ');
      return [folios || null, activities.flatMap(linkTo).join('\n') || null];
    },
  });
}

/** Writes the wrong rows of the file alone, each with its reasons. Mended and sent again, they finish the import. */
function wrongRowsWorkbook(grids: ReadGrids, imported: ActivitiesImported): Readable {
  const byPlace = Map.groupBy(wrongRows(imported.wrong), ({ sheet, row }) => placeKey({ sheet, row }));
  const isOmitted = ({ sheet }: ReadGrids[number]) => imported.skipped.some((row) => row.sheet === sheet && row.reason === 'omittedSheet');
  return writeBack(
    grids.filter((grid) => !isOmitted(grid)),
    {
      widths: [WIDTHS.link],
      titles: (sheet) => addedHeadings(imported, sheet, () => [activityImportTexts.reason]),
      read: (place, isListed) => {
        const reasons = byPlace.get(placeKey(place))?.map(({ column, error }) => (column ? `${column}: ${error}` : error));
        return reasons ? [reasons.join('\n')] : isListed ? null : [];
      },
    },
  );
}

/** The reply shows at most this many of the rows that need no correction. */
const PREVIEW = 200;

function nameCandidates(question: ImportQuestion, { names, topicNames }: Pick<ActivitiesImported, 'names' | 'topicNames'>) {
  if (!('candidates' in question)) return [];
  const labels = question.kind === 'person' ? names : topicNames;
  return question.candidates.map((id) => ({ id, name: labels.get(id) ?? '' }));
}

const listSuggestion = ({ suggestion }: ImportQuestion): (string | number)[] =>
  suggestion === null ? [] : typeof suggestion === 'object' ? [...suggestion] : [suggestion];

function importReply(imported: ActivitiesImported) {
  const { names, topicNames, rows, wrong, skipped, questions, remembered, leftOut, ...counts } = imported;
  const questionOnWire = (question: ImportQuestion) => ({
    ...question,
    suggestion: listSuggestion(question),
    candidates: nameCandidates(question, imported),
    options: 'options' in question ? [...question.options] : [],
  });
  return {
    ...counts,
    wrongTotal: wrong.length,
    leftOut: leftOut.map((rows) => ({ ...rows, said: rows.said || leftOutLabels[rows.reason] })),
    wrong: wrongRows(wrong),
    skipped: skipped.slice(0, PREVIEW),
    questions: questions.map(questionOnWire),
    remembered: remembered.map(questionOnWire),
    rows: rows.slice(0, PREVIEW).map(({ assigneeId, ...row }) => ({ ...row, assignee: names.get(assigneeId) ?? '' })),
  };
}

export function activityImportHandlers(core: Core, publicUrl: string): Handlers<keyof typeof activityImportEndpoints> {
  return {
    async downloadActivitySample(_, { actor, by }) {
      const { result } = await core.perform({
        ...by,
        effect: 'reads',
        input: {},
        useCase: async (context: Context<object, Actor>) => ({
          today: context.today,
          topics: await listTopics(context),
          people: await listUsers(context),
        }),
      });
      const { today, topics, people } = result;
      return new Download(
        sampleWorkbook({
          today,
          reader: fullName(actor),
          topics: topics.map(({ name }) => name),
          people: people.filter(({ isActive }) => isActive).map(fullName),
        }),
      );
    },

    async importActivities({ sheet, mapping, isDryRun = false, isOnlyGood = false, isAnnotated = false }, { by, once }) {
      let grids: ReadGrids = [];
      const input = {
        fileName: sheet.name,
        mapping,
        isDryRun,
        isOnlyGood,
        read: ((knowledge) => {
          const read = readActivities(sheet.name, sheet.contents, mapping, knowledge);
          grids = read.grids;
          return read;
        }) satisfies ImportActivitiesRequest['read'],
      };
      const call = { ...by, input, effect: 'writes' } as const;
      // The call needs no idempotency key, because rows that were imported before are recognized.
      if (isAnnotated) {
        const { result } = await core.perform({ ...call, useCase: importActivities });
        return new Download(isOnlyGood ? wrongRowsWorkbook(grids, result) : folioWorkbook(grids, result, publicUrl));
      }
      const useCase = async (context: Parameters<typeof importActivities>[0]) => importReply(await importActivities(context));
      return (await core.perform({ ...call, useCase, once })).result;
    },
  };
}
