import type { Readable } from 'node:stream';
import { addDays, type CalendarDate } from '@bitacora/core/domain/calendar';
import { activityImportTexts, importStateLabels } from '@bitacora/core/messages/activity-import';
import { priorityLabels } from '@bitacora/core/messages/labels';
import { addRow, type CellValue } from '../reports/cell-styles.ts';
import { validationsOf, type WorkbookWriter } from '../reports/exceljs-internals.ts';
import { streamWorkbook } from '../reports/stream-workbook.ts';
import { SHEET_LIMITS } from './sheet-limits.ts';

const { labels, sample } = activityImportTexts;
const WIDTH = 24;
const LAST_ROW = SHEET_LIMITS.maxRows + 1;
const DAYS_TO_DO = 7;

interface SampleNames {
  topics: readonly string[];
  people: readonly string[];
  /** Of who asks for it: the example is theirs. */
  reader: string;
  today: CalendarDate;
}

/** The columns of the sample, the value of its example, and the column of names that its cells offer. */
const columnsOf = ({ topics, reader, today }: SampleNames) =>
  [
    { title: labels.description, value: `${sample.example} ${sample.work}`, width: 48 },
    { title: labels.assignee, value: reader, choices: 'people' },
    { title: labels.topic, value: topics[0] ?? sample.topic, choices: 'topics' },
    { title: sample.dueOn, value: new Date(`${addDays(today, DAYS_TO_DO)}T00:00:00Z`), isDay: true },
    { title: labels.status, value: importStateLabels.not_started },
    { title: labels.priority, value: priorityLabels.high },
    { title: labels.notes, value: sample.notes, width: 40 },
    { title: labels.checklist, value: sample.items, width: 40 },
  ] as const satisfies readonly { title: string; value: CellValue; width?: number; choices?: 'people' | 'topics'; isDay?: true }[];

/** Topics stand in column A of the second sheet, people in B. */
const choiceColumn = { topics: 'A', people: 'B' } as const;
const columnName = (at: number) => String.fromCharCode('A'.charCodeAt(0) + at);

function writeActivities(book: WorkbookWriter, names: SampleNames): void {
  const columns = columnsOf(names);
  const sheet = book.addWorksheet(sample.sheet, { views: [{ state: 'frozen', ySplit: 1 }] });
  sheet.columns = columns.map((column) => ({
    width: 'width' in column ? column.width : WIDTH,
    style: { numFmt: 'isDay' in column ? 'dd/mm/yyyy' : '@' },
  }));
  addRow(
    sheet,
    columns.map(({ title }) => title),
    () => 'heading',
  );
  addRow(
    sheet,
    columns.map(({ value }) => value),
    (at) => (columns[at] && 'isDay' in columns[at] ? 'day' : 'longText'),
  );
  for (const [at, column] of columns.entries()) {
    const count = 'choices' in column ? names[column.choices].length : 0;
    if (!('choices' in column) || count === 0) continue;
    const source = choiceColumn[column.choices];
    // Names of several people, and of topics that are still to be made, are accepted too.
    validationsOf(sheet).add(`${columnName(at)}2:${columnName(at)}${LAST_ROW}`, {
      type: 'list',
      allowBlank: true,
      showErrorMessage: false,
      formulae: [`'${sample.names}'!$${source}$2:$${source}$${count + 1}`],
    });
  }
  sheet.commit();
}

function writeNames(book: WorkbookWriter, { topics, people }: SampleNames): void {
  const sheet = book.addWorksheet(sample.names);
  sheet.columns = [{ width: 40 }, { width: 40 }];
  addRow(sheet, [sample.topics, sample.people], () => 'heading');
  for (let at = 0; at < Math.max(topics.length, people.length); at++) addRow(sheet, [topics[at] ?? null, people[at] ?? null], () => 'text');
  sheet.commit();
}

/** The workbook that people may begin with: an example that the import ignores, and the names of the company to choose from. */
export function sampleWorkbook(names: SampleNames): Readable {
  return streamWorkbook(async (book) => {
    writeActivities(book, names);
    writeNames(book, names);
  });
}
