import type { Status } from '@bitacora/core/domain/activities/activity';
import type { CalendarDate } from '@bitacora/core/domain/calendar';
import {
  type PageSize,
  pageQuery,
  type ReportState,
  readChosenSize,
  readReportState,
  rowsQuery,
  selectionQuery,
} from '@bitacora/core/domain/reports/list-address';
import type { Punctuality } from '@bitacora/core/domain/reports/punctuality';
import { countFilters, noFilters, type Sort } from '@bitacora/core/domain/reports/report';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { getApp } from '../../app/app.ts';
import { getClients } from '../../app/clients.ts';
import { deferred } from '../../layout/loaded.tsx';
import { rowsThatFit, useKeptSize } from '../../ui/table-model.tsx';
import { type AddressState, useAddressState, writeListState } from '../../ui/use-address-state.ts';

const sortWord = ({ column, isDescending }: Sort) => (isDescending ? `-${column}` : column);

/** Returns the query of the late rows of a list; undefined while the list is filtered by other urgencies. */
export const lateRowsQuery = (state: ReportState): string | undefined =>
  state.filters.urgencies.length > 0 && !state.filters.urgencies.includes('late')
    ? undefined
    : rowsQuery({ ...selectionQuery(state), urgencies: ['late'] });

/** Whether a filter or a search is active. */
export const isRestricted = ({ filters, search, batch, isMeasured }: ReportState): boolean =>
  search !== '' || batch !== null || isMeasured || countFilters(filters) > 0;

export const unrestricted = { filters: noFilters, search: '', batch: null, isMeasured: false } as const;

/** One page, or the last one when the page number is too high. */
export async function lastPageAtMost<Page extends { rows: readonly unknown[]; total: number }>(
  state: ReportState,
  ask: (state: ReportState) => Promise<Page>,
): Promise<Page> {
  const page = await ask(state);
  if (page.rows.length > 0 || page.total === 0) return page;
  return ask({ ...state, page: Math.ceil(page.total / state.size) });
}

export interface ReportControls extends AddressState<ReportState> {
  /** The order when the person chose none. */
  usualSort: Sort;
  /** Another size of the pages, kept for the next visit. */
  resize: (size: PageSize) => void;
}

/** The state that a loader reads for a report. */
export async function requestedReport(args: LoaderFunctionArgs, usualSort: Sort): Promise<ReportState> {
  const { user } = await getApp(args).session.current();
  const { searchParams, pathname } = new URL(args.request.url);
  return readReportState(searchParams, usualSort, { usualSize: readChosenSize(user), rowsThatFit: () => rowsThatFit(pathname) });
}

/** What a list holds before a person filters it. */
export interface ListFilter {
  isOwn?: true;
  isSubstituted?: true;
  reportStatuses?: Status[];
  dating?: 'deadline';
  punctuality?: Punctuality[];
}

type OpenRange = Pick<ReportState, 'from' | 'to'>;

/** Loads the page that the address asks for. `readRange` returns the range of a list that always has one. */
export async function loadList(
  args: LoaderFunctionArgs,
  usualSort: Sort,
  filter: ListFilter,
  readRange: (range: OpenRange, today: CalendarDate) => OpenRange = (range) => range,
) {
  const { client } = getClients(args);
  const { today } = await getApp(args).session.current();
  const report = await requestedReport(args, usualSort);
  const { from, to } = readRange(report, today);
  const state = { ...report, from, to };
  return { state, page: deferred(lastPageAtMost(state, (query) => client.listAllActivities({ ...filter, ...pageQuery(query) }))) };
}

/** The state of the report at this address, and how the person changes it. */
export function useReportState(usualSort: Sort): ReportControls {
  const { usualSize, rowsThatFit, keep } = useKeptSize();
  const controls = useAddressState(
    (address) => readReportState(address, usualSort, { usualSize, rowsThatFit }),
    ({ filters, sort, page, size, isFit, ...rows }: ReportState) => {
      const sortText = sortWord(sort) === sortWord(usualSort) ? '' : sortWord(sort);
      const list = writeListState({ sort: sortText, page, size, isFit }, usualSize);
      return new URLSearchParams([...new URLSearchParams(rowsQuery({ ...rows, ...filters })), ...list]);
    },
  );
  return { ...controls, usualSort, resize: (size) => controls.change(keep(size)) };
}
