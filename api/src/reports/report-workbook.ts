import type { Readable } from 'node:stream';
import type { Status } from '@bitacora/core/domain/activities/activity';
import { daysLeft, daysLeftOrZero } from '@bitacora/core/domain/activities/deadline';
import { type CalendarDate, wallClockAt } from '@bitacora/core/domain/calendar';
import { isRefusedWith } from '@bitacora/core/domain/refusal';
import type { PunctualityReport } from '@bitacora/core/domain/reports/punctuality';
import { compliance, type FilterGroup, filterGroups, sumFigures, usualDating } from '@bitacora/core/domain/reports/report';
import { activityFields, type FieldColumn, workbookFields } from '@bitacora/core/messages/activities/activity-fields';
import { statusLabels } from '@bitacora/core/messages/activities/labels';
import { filterLabel } from '@bitacora/core/messages/reports/filter-options';
import { type PunctualityLine, punctualityLines, punctualityTexts } from '@bitacora/core/messages/reports/punctuality';
import { workbookTexts } from '@bitacora/core/messages/reports/workbook';
import type { ReportLine, ReportWorkbook } from '@bitacora/core/use-cases/reports/export-report';
import type excel from 'exceljs';
import { slicesOf } from '../http/answer.ts';
import {
  addLine,
  addRow,
  beginTable,
  type CellValue,
  type SheetColumn,
  type StyleName,
  sheetDay,
  styleFor,
  writtenValue,
} from '../workbooks/cell-styles.ts';
import { type Pace, readAhead, registerStyle, streamWorkbook, type WorkbookWriter, writeRowText } from '../workbooks/stream-workbook.ts';

const punctualityColumns: readonly SheetColumn<[line: PunctualityLine]>[] = [
  {
    title: punctualityTexts.group,
    width: 24,
    style: 'text',
    read: ({ group }) => (group ? punctualityTexts.groups[group] : punctualityTexts.total),
  },
  { title: punctualityTexts.name, width: 36, style: 'text', read: ({ group, name }) => (group ? name : null) },
  { title: punctualityTexts.due, width: 13, style: 'number', read: ({ due }) => due },
  { title: punctualityTexts.outcomes.onTime, width: 13, style: 'number', read: ({ onTime }) => onTime },
  { title: punctualityTexts.outcomes.onTimeExtended, width: 15, style: 'number', read: ({ onTimeExtended }) => onTimeExtended },
  { title: punctualityTexts.outcomes.late, width: 13, style: 'number', read: ({ late }) => late },
  { title: punctualityTexts.outcomes.undelivered, width: 13, style: 'number', read: ({ undelivered }) => undelivered },
  { title: punctualityTexts.share, width: 13, style: 'percent', read: ({ share }) => share / 100 },
];

/**
 * Writes the sheet of punctuality: a line for all, a line for each group, then the range and the verification clock. Without figures it
 * has a sentence that says why.
 */
function writePunctuality(book: WorkbookWriter, report: PunctualityReport | null): void {
  const sheet = beginTable(book, punctualityTexts.title, punctualityColumns);
  if (!report) {
    addRow(sheet, [punctualityTexts.tooSlow], 'text');
    sheet.commit();
    return;
  }
  const lines = punctualityLines(report);
  for (const line of lines) addLine(sheet, punctualityColumns, line);
  sheet.autoFilter = { from: { row: 1, column: 1 }, to: { row: 1 + lines.length, column: punctualityColumns.length } };

  const { verdicts, rejected, rejectedShare, p50Minutes, p90Minutes } = report.verification;
  sheet.addRow([]).commit();
  addRow(sheet, [punctualityTexts.verification, punctualityTexts.value], 'heading');
  const facts: [label: string, value: CellValue, style: StyleName][] = [
    [punctualityTexts.from, sheetDay(report.from), 'day'],
    [punctualityTexts.to, sheetDay(report.to), 'day'],
    [punctualityTexts.imported, report.imported, 'number'],
    [punctualityTexts.verdicts, verdicts, 'number'],
    [punctualityTexts.rejected, rejected, 'number'],
    [punctualityTexts.rejectedShare, rejectedShare / 100, 'percent'],
    [punctualityTexts.p50, p50Minutes, 'number'],
    [punctualityTexts.p90, p90Minutes, 'number'],
  ];
  for (const [label, value, style] of facts) addRow(sheet, [label, value], (column) => (column === 0 ? 'longText' : style));
  sheet.commit();
}

/** The business time zone, and today's date there. */
export interface LocalDay {
  zone: string;
  today: CalendarDate;
}
type ReportColumn = SheetColumn<[activity: ReportLine, calendar: LocalDay]>;

/** Only the field `daysLeft` reads the days left, which lines of the database lack. */
type ReadLine = (line: ReportLine, zone: string) => CellValue;

function columnReader({ kind, of }: FieldColumn): ReportColumn['read'] {
  const read = of as ReadLine;
  return (line, { zone }) => {
    const value = read(line, zone);
    return kind === 'day' && value ? sheetDay(String(value)) : value;
  };
}

export function reportColumns(statuses: readonly Status[]): ReportColumn[] {
  return workbookFields(statuses).map((field) => {
    const column = activityFields[field];
    return {
      title: column.label,
      width: column.width.sheet,
      style: column.kind === 'word' ? 'text' : column.kind,
      read: field === 'daysLeft' ? (line, { today }) => daysLeftOrZero(line.status, daysLeft(line, today)) : columnReader(column),
    };
  });
}

type StatusCounts = Partial<Record<Status, number>>;
type Criterion = [label: string, value: CellValue, style?: StyleName];

/** The facts about the request that the last sheet shows: its author and its time. */
export interface Occasion {
  author: string;
  now: Date;
  zone: string;
  /** The time of the rows' snapshot, where they come from a standby. */
  asOf?: Date | null;
  /** Reads the figures of punctuality; called after the rows, because they need seconds of the database. */
  readPunctuality: () => Promise<PunctualityReport>;
}

const escapes: Record<string, string> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', "'": '&apos;', '"': '&quot;' };
const LAST_OF_ASCII = '\x7F';
/** XML allows no other characters below the space than these. */
const isAllowed = (sign: string) => sign === '\t' || sign === '\n' || sign === '\r' || sign > LAST_OF_ASCII;
const escapeXml = (text: string) => text.replace(/[<>&'"\p{Cc}]/gu, (sign) => escapes[sign] ?? (isAllowed(sign) ? sign : ''));

const DAY_MS = 86_400_000;
/** The number of 1970-01-01 in the calendar of spreadsheets. */
const EPOCH_DAY = 25_569;

function cellText(value: CellValue, attributes: string): string {
  if (typeof value === 'string') return `<c ${attributes} t="str"><v>${escapeXml(value)}</v></c>`;
  return `<c ${attributes}><v>${value instanceof Date ? EPOCH_DAY + value.getTime() / DAY_MS : value}</v></c>`;
}

/**
 * Adds rows to a sheet that has some, as `addRow` does, byte for byte. Rows and cells of exceljs are objects, which take half of the time of
 * a long sheet. All rows have these columns, and a value.
 */
export function addRows(
  book: WorkbookWriter,
  sheet: excel.Worksheet,
  columns: readonly StyleName[],
  rows: readonly (readonly CellValue[])[],
): void {
  if (rows.length === 0) return;
  const letters = columns.map((_, column) => sheet.getColumn(column + 1).letter);
  const rowText = (values: readonly CellValue[], number: number) => {
    let text = `<row r="${number}" spans="1:${columns.length}" x14ac:dyDescent="0.25">`;
    for (const [at, name] of columns.entries()) {
      const value = values[at] ?? null;
      if (value === null) continue;
      text += cellText(writtenValue(value), `r="${letters[at]}${number}" s="${registerStyle(book, styleFor(name, value))}"`);
    }
    return `${text}</row>`;
  };
  writeRowText(sheet, rows.length, (first) => rows.map((values, at) => rowText(values, first + at)).join(''));
}

async function writeRows(
  book: WorkbookWriter,
  pace: Pace,
  { selection, batches, today }: ReportWorkbook,
  zone: string,
): Promise<StatusCounts> {
  const columns = reportColumns(selection.statuses);
  const sheet = beginTable(book, workbookTexts.rowsSheet, columns);
  const calendar = { zone, today };
  const counts: StatusCounts = {};
  let nRows = 1;
  const styleNames = columns.map(({ style }) => style);
  for await (const batch of batches) {
    for await (const slice of slicesOf(batch)) {
      const rows = slice.map((activity) => columns.map(({ read }) => read(activity, calendar)));
      addRows(book, sheet, styleNames, rows);
      for (const { status } of slice) counts[status] = (counts[status] ?? 0) + 1;
    }
    nRows += batch.length;
    await pace.keep(sheet);
  }
  sheet.autoFilter = { from: { row: 1, column: 1 }, to: { row: nRows, column: columns.length } };
  sheet.commit();
  return counts;
}

const dayCriterion = (title: string, day: CalendarDate | null | undefined): Criterion =>
  day ? [title, sheetDay(day), 'day'] : [title, workbookTexts.anything, 'text'];

function listCriteria({ selection, search, names }: ReportWorkbook, { author, now, zone, asOf }: Occasion): Criterion[] {
  const { scope, statuses, dating, range, punctuality, filters } = selection;
  const { scopes, dated, anything } = workbookTexts;
  const joined = (values: readonly string[]) => values.join(', ') || anything;
  const filterLabels = (group: FilterGroup) =>
    filters[group].map((value) => (typeof value === 'number' ? (names.get(value) ?? String(value)) : filterLabel(group, value)));
  return [
    [workbookTexts.report, scopes[scope]],
    [workbookTexts.generatedBy, author],
    [workbookTexts.generatedAt, wallClockAt(zone, now), 'instant'],
    ...(asOf ? [[workbookTexts.asOf, wallClockAt(zone, asOf), 'instant'] satisfies Criterion] : []),
    dayCriterion(workbookTexts.from, range?.from),
    dayCriterion(workbookTexts.to, range?.to),
    [workbookTexts.datedBy, dated[dating ?? usualDating(statuses)]],
    [workbookTexts.statuses, joined(statuses.map((status) => statusLabels[status]))],
    ...filterGroups.map((group): Criterion => [workbookTexts.filters[group], joined(filterLabels(group))]),
    [punctualityTexts.title, joined((punctuality ?? []).map((value) => punctualityTexts.outcomes[value]))],
    [workbookTexts.search, search || anything],
  ];
}

function figureRows(counts: StatusCounts): Criterion[] {
  const { total, pending, finished } = sumFigures(counts);
  const nRows = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return [
    [workbookTexts.rows, nRows, 'number'],
    [workbookTexts.total, total, 'number'],
    [workbookTexts.pending, pending, 'number'],
    [workbookTexts.finished, finished, 'number'],
    [workbookTexts.compliance, compliance(finished, total) / 100, 'percent'],
  ];
}

function writeCriteria(book: WorkbookWriter, criteria: readonly Criterion[]): void {
  const sheet = beginTable(book, workbookTexts.criteriaSheet, [
    { title: workbookTexts.criterion, width: 30 },
    { title: workbookTexts.value, width: 70 },
  ]);
  for (const [label, value, style = 'longText'] of criteria) addRow(sheet, [label, value], (column) => (column === 0 ? 'text' : style));
  sheet.commit();
}

/** Returns null when a statement takes longer than a read may, because the workbook has begun by then and its other sheets are useful. */
async function readFastPunctuality({ readPunctuality }: Occasion): Promise<PunctualityReport | null> {
  try {
    return await readPunctuality();
  } catch (error) {
    if (isRefusedWith(error, 'read.tooSlow')) return null;
    throw error;
  }
}

/** Writes a report as three sheets: the activities, the punctuality of its days, and the criteria with the figures. Memory does not grow with the rows. */
export async function reportWorkbook(report: ReportWorkbook, occasion: Occasion): Promise<Readable> {
  const batches = await readAhead(report.batches);
  return streamWorkbook(async (book, pace) => {
    const counts = await writeRows(book, pace, { ...report, batches }, occasion.zone);
    writePunctuality(book, await readFastPunctuality(occasion));
    writeCriteria(book, [...listCriteria(report, occasion), ...figureRows(counts)]);
  });
}
