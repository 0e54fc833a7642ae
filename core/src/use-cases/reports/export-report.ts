import type { Status } from '../../domain/activities/activity.ts';
import type { AdminFacts } from '../../domain/admin/admin-act.ts';
import type { CalendarDate } from '../../domain/calendar.ts';
import type { Actor } from '../../domain/people/person.ts';
import type { ActivityLine } from '../../persistence/activities/activity-views.sql.ts';
import type { Selection } from '../../persistence/reports/selection.sql.ts';
import { personSubject, recordAdminAct } from '../record-admin-act.ts';
import type { Context, UseCase } from '../use-case.ts';
import type { PunctualityQuery } from './read-figures.ts';
import { type SelectionRequest, selectionFor } from './read-reports.ts';

export interface ReportExport {
  report: 'activities' | 'assignedActivities' | 'adminHistory' | 'expedient';
  /** The query of the report; empty values are left out. */
  query: Readonly<Record<string, unknown>>;
}

const isFact = (value: unknown): value is AdminFacts[string] =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' || (Array.isArray(value) && value.length > 0);

export const recordExport: UseCase<ReportExport, void> = async (context) => {
  const { report, query } = context.input;
  const facts = Object.fromEntries(Object.entries(query).filter(([, value]) => isFact(value))) as AdminFacts;
  await recordAdminAct(context, { act: 'report.export', subject: { kind: 'report', id: report }, after: facts });
};

export const recordDataExport: UseCase<{ personId: number | null }, void> = async (context) => {
  const ofCompany = { act: 'system.export', subject: { kind: 'system' } } as const;
  const ofThemselves = { act: 'person.export', subject: personSubject(context.actor) } as const;
  await recordAdminAct(context, context.input.personId === null ? ofCompany : ofThemselves);
};

export type ReportLine = ActivityLine;
export interface ReportWorkbook {
  selection: Selection;
  /** As the person typed it. */
  search: string;
  /** Full names, by id, of the people among the filters. */
  names: ReadonlyMap<number, string>;
  batches: AsyncIterable<ActivityLine[]>;
  /** The query for the figures of punctuality of the report's days, with its filters except those on status and urgency. */
  punctualityQuery: PunctualityQuery;
  today: CalendarDate;
}
type WorkbookQuery = SelectionRequest & { isAssigned?: boolean };

/**
 * Returns the report's statuses. Without a choice, the company's report holds verified work alone; one by deadline, of a batch, or of the
 * reader's assignments holds all.
 */
function reportedStatuses({ reportStatuses = [], statuses = [], isAssigned, dating, batch }: WorkbookQuery): readonly Status[] {
  if (reportStatuses.length > 0 || isAssigned || dating === 'deadline' || batch) return reportStatuses;
  return statuses.length > 0 ? statuses : ['verified'];
}

/** Reads the rows of a workbook: the same selection and the same rows as on screen (docs/product.md, 4). */
export const readReportRows: UseCase<WorkbookQuery, ReportWorkbook> = async (context: Context<WorkbookQuery, Actor>) => {
  const { input, repos, today } = context;
  const withStatuses = { ...context, input: { ...input, reportStatuses: reportedStatuses(input) } };
  const selection = await selectionFor(input.isAssigned ? 'assignedByMe' : 'company', withStatuses);
  const { owners, assignees } = selection.filters;
  const ids = [...owners, ...assignees].filter((person) => typeof person === 'number');
  const { search = '' } = input;
  const { range, filters } = selection;
  // Figures of punctuality choose by deadline alone: a condition on the status, which an urgency is too, would falsify them.
  const { statuses: _, urgencies: _urgencies, ...others } = filters;
  const punctualityQuery = { ...others, search, from: range?.from, to: range?.to, isAssigned: selection.scope === 'assignedByMe' };
  const names = await repos.users.readNames(ids);
  return { selection, search, names, punctualityQuery, batches: repos.activityReports.lines(selection), today };
};
