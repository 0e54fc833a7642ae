import type { PunctualityReport } from '@bitacora/core/domain/reports/punctuality';
import { type PunctualityLine, punctualityLines, punctualityTexts as texts } from '@bitacora/core/messages/punctuality';
import { addRow, type CellValue, type SheetColumn, type StyleName } from './cell-styles.ts';
import type { WorkbookWriter } from './exceljs-internals.ts';

const columns: readonly SheetColumn<PunctualityLine>[] = [
  { title: texts.group, width: 24, style: 'text', read: ({ group }) => (group ? texts.groups[group] : texts.total) },
  { title: texts.name, width: 36, style: 'text', read: ({ group, name }) => (group ? name : null) },
  { title: texts.due, width: 13, style: 'number', read: ({ due }) => due },
  { title: texts.outcomes.onTime, width: 13, style: 'number', read: ({ onTime }) => onTime },
  { title: texts.outcomes.onTimeExtended, width: 15, style: 'number', read: ({ onTimeExtended }) => onTimeExtended },
  { title: texts.outcomes.late, width: 13, style: 'number', read: ({ late }) => late },
  { title: texts.outcomes.undelivered, width: 13, style: 'number', read: ({ undelivered }) => undelivered },
  { title: texts.share, width: 13, style: 'percent', read: ({ share }) => share / 100 },
];

const asDate = (day: string) => new Date(`${day}T00:00:00Z`);

/**
 * The figures of punctuality as a sheet: a line for all, a line for each group, then the range and the verification clock. Without
 * figures a sentence says why.
 */
export function writePunctuality(book: WorkbookWriter, report: PunctualityReport | null): void {
  const sheet = book.addWorksheet(texts.title, { views: [{ state: 'frozen', ySplit: 1 }] });
  sheet.columns = columns.map(({ width }) => ({ width }));
  addRow(
    sheet,
    columns.map(({ title }) => title),
    () => 'heading',
  );
  if (!report) {
    addRow(sheet, [texts.tooSlow], () => 'text');
    sheet.commit();
    return;
  }
  const lines = punctualityLines(report);
  for (const line of lines)
    addRow(
      sheet,
      columns.map(({ read }) => read(line)),
      (column) => columns[column]?.style ?? 'text',
    );
  sheet.autoFilter = { from: { row: 1, column: 1 }, to: { row: 1 + lines.length, column: columns.length } };

  const { verdicts, rejected, rejectedShare, p50Minutes, p90Minutes } = report.verification;
  sheet.addRow([]).commit();
  addRow(sheet, [texts.verification, texts.value], () => 'heading');
  const facts: [label: string, value: CellValue, style: StyleName][] = [
    [texts.from, asDate(report.from), 'day'],
    [texts.to, asDate(report.to), 'day'],
    [texts.imported, report.imported, 'number'],
    [texts.verdicts, verdicts, 'number'],
    [texts.rejected, rejected, 'number'],
    [texts.rejectedShare, rejectedShare / 100, 'percent'],
    [texts.p50, p50Minutes, 'number'],
    [texts.p90, p90Minutes, 'number'],
  ];
  for (const [label, value, style] of facts) addRow(sheet, [label, value], (column) => (column === 0 ? 'longText' : style));
  sheet.commit();
}
