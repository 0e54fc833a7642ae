import type { ActivityView } from '@bitacora/core/contract/activity';
import type { ReportField } from '@bitacora/core/domain/activity/activity';
import { timelinessOf, urgencyOf } from '@bitacora/core/domain/activity/deadline';
import type { CalendarDate } from '@bitacora/core/domain/calendar';
import { punctualities } from '@bitacora/core/domain/reports/punctuality';
import { activityFields } from '@bitacora/core/messages/activity-fields';
import { writtenShortDay } from '@bitacora/core/messages/dates';
import { standingLabel, urgencyLabels } from '@bitacora/core/messages/labels';
import { table } from '@bitacora/core/messages/lists';
import { type PunctualityGroup, type PunctualityLine, punctualityTexts as texts } from '@bitacora/core/messages/punctuality';
import type { ListingColumn } from './command.ts';
import { terminalBrowser } from './messages/reports.ts';
import type { TableColumn } from './output/fit-columns.ts';

/** The columns of a listing. Days are written as they sort, because every spreadsheet reads that form as a date. */
export const listingColumns = (fields: readonly ReportField[], zone: string): ListingColumn<ActivityView>[] =>
  fields.map((field) => {
    const { label, kind, rank, of } = activityFields[field];
    return { title: label, of: (activity) => of(activity, zone), isLong: kind === 'text' || kind === 'longText', rank };
  });

/** The columns of the figures of punctuality. */
export const punctualityColumns = (by: PunctualityGroup): ListingColumn<PunctualityLine>[] => [
  { title: texts.groups[by], of: ({ name }) => name, isLong: true },
  { title: texts.due, of: ({ due }) => due },
  ...punctualities.map((outcome) => ({ title: texts.outcomes[outcome], of: (line: PunctualityLine) => line[outcome] })),
  { title: `${texts.share} (%)`, of: ({ share }) => share },
];

/** A column of the full screen; the server sorts by it. */
export interface ReportTableColumn extends TableColumn<ActivityView> {
  sort: ReportField;
}

/** Cells that say more than the value of the field. */
const cells: Partial<Record<ReportField, (activity: ActivityView) => string>> = {
  daysLeft: ({ status, daysLeft }) => terminalBrowser.left(timelinessOf(status, daysLeft), daysLeft),
  // The order begins with rejected work, and the narrow column has no room for both.
  status: (activity) => (urgencyOf(activity, activity.daysLeft) === 'rejected' ? urgencyLabels.rejected : standingLabel(activity)),
};

export const screenColumns = (fields: readonly ReportField[], zone: string): ReportTableColumn[] =>
  fields.map((field) => {
    const { label, kind, width, grows, rank, of } = activityFields[field];
    const textOf = (value: string | number) => (kind === 'day' ? writtenShortDay(value as CalendarDate) : String(value));
    const plain = (activity: ActivityView) => {
      const value = of(activity, zone);
      return value === null ? table.notApplicable : textOf(value);
    };
    const cell = cells[field];
    const isNumber = !cell && (kind === 'number' || kind === 'folio');
    return { title: label, sort: field, rank, width: width.terminal, grows, isNumber, of: cell ?? plain };
  });
