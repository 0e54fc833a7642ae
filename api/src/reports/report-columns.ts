import type { Status } from '@bitacora/core/domain/activity/activity';
import { daysLeft, daysLeftOrZero } from '@bitacora/core/domain/activity/deadline';
import type { CalendarDate } from '@bitacora/core/domain/calendar';
import { activityFields, type FieldColumn, workbookFields } from '@bitacora/core/messages/activity-fields';
import type { ReportLine } from '@bitacora/core/use-cases/reports/export-report';
import type { CellValue, StyleName } from './cell-styles.ts';

/** The business time zone, and the day it is there. */
export interface LocalDay {
  zone: string;
  today: CalendarDate;
}
export interface ReportColumn {
  title: string;
  width: number;
  style: StyleName;
  read: (activity: ReportLine, calendar: LocalDay) => CellValue;
}

/** A day as spreadsheets count them: they know no zone. */
const asDate = (day: CellValue): Date | null => (day ? new Date(`${day}T00:00:00Z`) : null);

/** Only the field `daysLeft` reads the days left, which lines of the database lack. */
type ReadLine = (line: ReportLine, zone: string) => CellValue;

function readOf({ kind, of }: FieldColumn): ReportColumn['read'] {
  const read = of as ReadLine;
  return kind === 'day' ? (line, { zone }) => asDate(read(line, zone)) : (line, { zone }) => read(line, zone);
}

/** The columns of the workbook of a report on these statuses. */
export function reportColumns(statuses: readonly Status[]): ReportColumn[] {
  return workbookFields(statuses).map((field) => {
    const column = activityFields[field];
    return {
      title: column.label,
      width: column.width.sheet,
      style: column.kind === 'word' ? 'text' : column.kind,
      read: field === 'daysLeft' ? (line, { today }) => daysLeftOrZero(line.status, daysLeft(line, today)) : readOf(column),
    };
  });
}
