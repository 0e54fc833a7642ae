import { closedStatuses, openStatuses } from '../activity/activity.ts';
import { undeliveredStatuses } from '../activity/deadline.ts';
import { adminPolicy, type Privileges } from '../people/person.ts';
import { fillsWindow, keptSize, pageOf, type ReportState, readReportState, type SizeChooser, selectionOf } from './list-address.ts';
import { listPaths } from './list-paths.ts';
import { PAGE_SIZE, type Sort, usualSort } from './report.ts';
import type { SavedViewScreen } from './saved-view.ts';

const byUrgency = usualSort(openStatuses);
/** How one's own lists come when nobody chose an order. */
export const ownOrders = {
  home: byUrgency,
  pending: byUrgency,
  history: { column: 'closed', isDescending: true },
} as const satisfies Record<string, Sort>;

/** Rows of an agenda of Home. */
export const AGENDA_SIZE = 5;
/** The range in the address of Home is that of the company's cards. */
export const anyDay = { from: null, to: null };
const closed = { isOwn: true, reportStatuses: [...closedStatuses] };

/** What screens ask as they open. */
export const firstQueries = {
  /** Of people without privileges. */
  ownFigures: { isOwn: true },
  nextDue: { isOwn: true, reportStatuses: [...undeliveredStatuses], sort: byUrgency, page: 1, pageSize: AGENDA_SIZE },
  /** The list at Home of privileged people. */
  home: (state: ReportState) => ({ isOwn: true, ...pageOf({ ...state, ...anyDay }) }),
  pending: (state: ReportState) => ({ isOwn: true, ...pageOf(state) }),
  history: (state: ReportState) => ({ ...closed, ...pageOf(state) }),
  historyCounts: (state: ReportState) => ({ ...closed, ...selectionOf(state) }),
  pendingReport: pageOf,
};

type FirstCall = [name: 'listAllActivities' | 'countFacets', input: object];
/** Rows of the longest list whose page carries them. */
const ROWS_MAX = 25;
type SizedReader = Privileges & SizeChooser;

/** The calls of a list with that address. There are none where only the window knows how many rows it shows, or they are many. */
export function firstCalls(path: string, address: URLSearchParams, reader: SizedReader): FirstCall[] {
  const isPrivileged = adminPolicy.readGlobalReports(reader);
  const stateOf = (screen: SavedViewScreen, usual: Sort) => {
    const chosenSize = keptSize(reader, screen);
    if (fillsWindow(address, chosenSize)) return null;
    const state = readReportState(address, usual, { kept: chosenSize, rowsThatFit: () => PAGE_SIZE });
    return state.size <= ROWS_MAX ? state : null;
  };
  const rowsOf = (screen: SavedViewScreen, usual: Sort, query: (state: ReportState) => object): FirstCall[] => {
    const state = stateOf(screen, usual);
    return state ? [['listAllActivities', query(state)]] : [];
  };
  if (path === listPaths.home && !isPrivileged)
    return [
      ['countFacets', firstQueries.ownFigures],
      ['listAllActivities', firstQueries.nextDue],
    ];
  if (path === listPaths.home) return rowsOf('home', ownOrders.home, firstQueries.home);
  if (path === listPaths.pending) return rowsOf('pending', ownOrders.pending, firstQueries.pending);
  if (path === listPaths.pendingReport && isPrivileged) return rowsOf('pending_report', byUrgency, firstQueries.pendingReport);
  const state = path === listPaths.history && stateOf('history', ownOrders.history);
  if (!state) return [];
  return [
    ['listAllActivities', firstQueries.history(state)],
    ['countFacets', firstQueries.historyCounts(state)],
  ];
}
