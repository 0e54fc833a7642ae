import { daysLeft, daysLeftShown, daysTaken } from '@bitacora/core/domain/activity/deadline';
import { type CalendarDate, dayIn } from '@bitacora/core/domain/calendar';
import { assigneeName, ownerName } from '@bitacora/core/domain/people/person';
import { datingOf } from '@bitacora/core/domain/reports/report';
import { priorityLabels, statusLabels } from '@bitacora/core/messages/labels';
import { workbookTexts } from '@bitacora/core/messages/workbook';
import type { ReportLine } from '@bitacora/core/use-cases/reports/export-report';
import type { CellValue, StyleName } from './cell-styles.ts';

/** The business time zone, and the day it is there. */
export interface Calendar {
  zone: string;
  today: CalendarDate;
}
export interface ReportColumn {
  title: string;
  width: number;
  style: StyleName;
  read: (activity: ReportLine, calendar: Calendar) => CellValue;
}

/** A day as spreadsheets count them: they know no zone. */
const asDate = (day: CalendarDate | null): Date | null => (day ? new Date(`${day}T00:00:00Z`) : null);
const endOf = ({ verifiedAt, canceledAt }: ReportLine) => verifiedAt ?? canceledAt;
const endedOn = (activity: ReportLine, calendar: Calendar) => {
  const end = endOf(activity);
  return end && dayIn(calendar.zone, end);
};

const { columns: titles } = workbookTexts;
type Name = keyof typeof titles;

const columns: Record<Name, Omit<ReportColumn, 'title'>> = {
  folio: { width: 9, style: 'folio', read: ({ id }) => id },
  owner: { width: 26, style: 'text', read: ownerName },
  registeredOn: { width: 13, style: 'day', read: ({ createdAt }, { zone }) => asDate(dayIn(zone, createdAt)) },
  topic: { width: 28, style: 'text', read: ({ topic }) => topic },
  department: { width: 18, style: 'text', read: ({ department }) => department },
  description: { width: 60, style: 'longText', read: ({ description }) => description },
  assignee: { width: 26, style: 'text', read: assigneeName },
  dueOn: { width: 13, style: 'day', read: ({ dueOn }) => asDate(dueOn) },
  extendedTo: { width: 13, style: 'day', read: ({ extendedTo }) => asDate(extendedTo) },
  daysLeft: { width: 12, style: 'number', read: (one, { today }) => daysLeftShown(one.status, daysLeft(one, today)) },
  daysTaken: { width: 12, style: 'number', read: (one, { zone }) => daysTaken(one.createdAt, endOf(one), zone) },
  endedOn: { width: 13, style: 'day', read: (activity, calendar) => asDate(endedOn(activity, calendar)) },
  priority: { width: 11, style: 'text', read: ({ priority }) => priorityLabels[priority] },
  status: { width: 14, style: 'text', read: ({ status }) => statusLabels[status] },
};

const shared = ['folio', 'owner', 'registeredOn', 'topic', 'department', 'description', 'assignee', 'dueOn', 'extendedTo'] as const;

/** The columns of the screen: time taken for finished work, days left for the rest, then what the screen shows by colour. */
export function reportColumns(statuses: Parameters<typeof datingOf>[0]): ReportColumn[] {
  const own: readonly Name[] = datingOf(statuses) === 'endedAt' ? ['daysTaken', 'endedOn'] : ['daysLeft'];
  return [...shared, ...own, 'priority' as const, 'status' as const].map((name) => ({ title: titles[name], ...columns[name] }));
}
