import { type AdminAct, adminActs } from '@bitacora/core/domain/admin/admin-act';
import { addDays, type CalendarDate, type DateRange } from '@bitacora/core/domain/calendar';
import { readDateEnds, readNumber } from '@bitacora/core/domain/reports/list-address';
import { ID_MAX, type ListPage, readListPage } from '../../ui/use-address-state.ts';

const SEARCH_MAX = 200;
const USUAL_DAYS = 30;

/** The state of the screen, kept in its address. */
export interface HistoryState extends ListPage {
  /** Null for the default end. */
  from: CalendarDate | null;
  to: CalendarDate | null;
  /** 0 for anybody. */
  actor: number;
  person: number;
  act: AdminAct | '';
  search: string;
}

export const usualRange = (today: CalendarDate): DateRange => ({ from: addDays(today, -USUAL_DAYS), to: today });

/** Reads the state from an address and ignores invalid values. */
export function readHistoryState(address: URLSearchParams): HistoryState {
  return {
    ...readDateEnds(address),
    actor: readNumber(address, 'actor', ID_MAX, 0),
    person: readNumber(address, 'person', ID_MAX, 0),
    act: adminActs.find((act) => act === address.get('act')) ?? '',
    search: (address.get('search') ?? '').slice(0, SEARCH_MAX),
    ...readListPage(address),
  };
}

export const isFiltered = ({ actor, person, act, search }: HistoryState): boolean => Boolean(actor || person || act || search);
export const unfiltered = { actor: 0, person: 0, act: '', search: '' } as const;

/** The input of every call about this selection. */
export function historySelection({ from, to, actor, person, act, search }: HistoryState, today: CalendarDate) {
  const usual = usualRange(to ?? today);
  return {
    from: from ?? usual.from,
    to: to ?? usual.to,
    ...(actor ? { actorId: actor } : {}),
    ...(person ? { personId: person } : {}),
    ...(act ? { acts: [act] } : {}),
    text: search || undefined,
  };
}
export const historyPage = (state: HistoryState, today: CalendarDate) => ({
  ...historySelection(state, today),
  page: state.page,
  pageSize: state.size,
});
