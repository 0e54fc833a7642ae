import './list-tools.css';
import { rowSignal } from '@bitacora/core/domain/activities/deadline';
import { type CalendarDate, defaultRange } from '@bitacora/core/domain/calendar';
import { type ReportState, selectionQuery } from '@bitacora/core/domain/reports/list-address';
import { type Sort, sortColumns } from '@bitacora/core/domain/reports/report';
import { orderSentence } from '@bitacora/core/messages/activities/activity-fields';
import { lists, reports } from '@bitacora/core/messages/activities/lists';
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSession } from '../../app/app.ts';
import { useClients } from '../../app/clients.ts';
import { Loaded } from '../../layout/loaded.tsx';
import { FiguresLead } from '../../layout/page.tsx';
import type { ViewScreen } from '../../saved-views/views-panel.tsx';
import { Button, PlainButton } from '../../ui/button.tsx';
import { later } from '../../ui/later.tsx';
import { Popover } from '../../ui/popover.tsx';
import { LiveMessage, TableSkeleton } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { type Columns, type RemoteTable, remoteList, sortableIds } from '../../ui/table-model.tsx';
import { type ActivityView, judgeDelivery } from '../activity.tsx';
import { WithPreview } from '../preview/use-preview.tsx';
import { AgendaRow } from './activity-rows.tsx';
import type { AskFacets } from './filter-dialog.tsx';
import { isRestricted, type ListFilter, lateRowsQuery, type ReportControls, unrestricted } from './list-state.ts';

// These come after the list, because that is painted first.
const ExportTool = later(async () => (await import('./export-tool.tsx')).ExportTool, <span className="export-waiting" />);
export const FiltersTool = later(async () => (await import('./filters-tool.tsx')).FiltersTool, <span className="filters-waiting" />);
/** Also until the default range arrives. */
const RangeWaiting = () => <span className="range-waiting" />;
export const RangeTool = later(async () => (await import('./range-tool.tsx')).RangeTool, <RangeWaiting />);
const UrgencyChips = later(async () => (await import('./filters-tool.tsx')).UrgencyChips, <span className="chips-waiting" />);
export const ViewsTool = later(
  async () => (await import('../../saved-views/views-tool.tsx')).ViewsTool,
  <span className="views-waiting" />,
);

interface OpenRangeToolProps {
  /** The day of the oldest open work, where the default range begins. */
  oldestOn: Promise<CalendarDate | null>;
  controls: ReportControls;
}

/** The range of a screen that shows all open work unless another range is chosen. */
export function OpenRangeTool({ oldestOn, controls: { state, change } }: OpenRangeToolProps) {
  const { today } = useSession();
  return (
    <Loaded of={oldestOn} skeleton={<RangeWaiting />} isSilent>
      {(oldest) => <RangeTool usual={defaultRange(state.to ?? today, oldest)} selected={state} onApply={change} />}
    </Loaded>
  );
}

interface ReportTableProps {
  /** Unset where no view is saved. */
  screen?: ViewScreen;
  label: string;
  columns: Columns<ActivityView>;
  of: Promise<RemotePage>;
  controls: ReportControls;
  /** What the list holds before a person filters it. */
  filter: ListFilter & { isAssigned?: true };
  /** The range of a list that has another than its address. */
  range?: Pick<ReportState, 'from' | 'to'>;
  /** What the workbook holds besides the selection; unset where there is none. */
  exported?: ListFilter & { isAssigned?: true };
  /** The list can be downloaded as an expedient too. */
  hasExpedient?: boolean;
  empty: ReactNode;
  /** Beside 'Filtros'. */
  tools?: ReactNode;
  /** What stands before a row of the agenda. */
  pick?: (activity: ActivityView) => ReactNode;
  /** What stands for 'Entregada' in a row of the agenda. */
  delivered?: ReactNode;
  /** In place of those of urgency. */
  chips?: ReactNode;
  /** No signals, and no chips of urgency, because all rows would have the same. */
  isPlain?: boolean;
  /** False where no row is open, and at Home, whose list is short. */
  hasUrgency?: boolean;
  /** When closed work ended, where the list does not mean the verdict. */
  readEnd?: (activity: ActivityView) => Date | null;
}

/** A table of activities whose search, filters, order and page are in the address. */
export function ReportTable({
  screen,
  of,
  controls,
  filter,
  range,
  exported,
  hasExpedient,
  tools,
  pick,
  delivered,
  isPlain = false,
  hasUrgency = !isPlain,
  chips,
  readEnd,
  ...rest
}: ReportTableProps) {
  const { client } = useClients();
  const { zone } = useSession();
  const { change } = controls;
  const state = { ...controls.state, ...range };
  const askFacets: AskFacets = (filters) => client.countFacets({ ...filter, ...selectionQuery({ ...state, filters }) });
  return (
    <Loaded of={of} skeleton={<TableSkeleton />}>
      {(page) => (
        <WithPreview rows={page.rows}>
          <Table
            {...rest}
            rows={page.rows}
            signal={(activity: ActivityView) =>
              isPlain || judgeDelivery(activity, zone) === 'late' ? 'none' : rowSignal(activity.status, activity.daysLeft)
            }
            search={lists.search}
            tools={
              <div className="report-tools">
                {tools}
                {screen && <ViewsTool screen={screen} />}
                <FiltersTool filters={state.filters} ask={askFacets} onChange={(filters, isDetail) => change({ filters }, isDetail)} />
                {exported && <ExportTool ask={() => client.exportReport({ ...exported, ...selectionQuery(state) })} />}
                {hasExpedient && (
                  <ExportTool form="expedient" ask={() => client.createExpedient({ ...filter, ...selectionQuery(state) })} />
                )}
              </div>
            }
            chips={
              hasUrgency ? <UrgencyChips filters={state.filters} ask={askFacets} onChange={(filters) => change({ filters })} /> : chips
            }
            agenda={(activity) => <AgendaRow activity={activity} pick={pick?.(activity)} delivered={delivered} readEnd={readEnd} />}
            noMatch={() => <NoMatch controls={controls} suggestions={page.suggestions} />}
            remote={remoteTable(
              controls,
              page,
              <OrderTool controls={controls} columns={rest.columns} isOwn={screen === 'pending' || screen === 'home'} />,
            )}
            isWide
          />
          {page.hasMore && <LiveMessage className="muted">{reports.tooManyHits}</LiveMessage>}
        </WithPreview>
      )}
    </Loaded>
  );
}

interface OrderToolProps {
  controls: ReportControls;
  columns: Columns<ActivityView>;
  /** All rows are the reader's own. */
  isOwn?: boolean;
}

/** Says the order of the rows; pressed, it lists the other orders. */
export function OrderTool({ controls: { state, usualSort, change }, columns, isOwn = false }: OrderToolProps) {
  const { sort } = state;
  const listed = sortColumns.filter((column) => sortableIds(columns).includes(column));
  const orders: Sort[] = [
    usualSort,
    { ...sort, isDescending: !sort.isDescending },
    ...listed.map((column) => ({ column, isDescending: false })),
  ];
  const current = orderSentence(sort, isOwn);
  const others = new Map(orders.map((order) => [orderSentence(order, isOwn), order]));
  others.delete(current);
  return (
    <Popover
      label={lists.orders}
      place="below-start"
      button={(trigger) => (
        <PlainButton className="table-order" {...trigger}>
          {current}
          <ChevronDown size={14} aria-hidden="true" />
        </PlainButton>
      )}
    >
      {(close) => (
        <ul className="orders">
          {[...others].map(([sentence, order]) => (
            <li key={sentence}>
              <PlainButton
                onClick={() => {
                  close();
                  change({ sort: order });
                }}
              >
                {sentence}
              </PlainButton>
            </li>
          ))}
        </ul>
      )}
    </Popover>
  );
}

/** One page of a list, and how many rows the list has. */
export interface RemotePage {
  rows: readonly ActivityView[];
  total: number;
  hasMore?: boolean;
  suggestions?: readonly string[] | undefined;
}

/** What a table needs to show a page of the server, and to ask for another. */
export const remoteTable = (controls: ReportControls, page: RemotePage, order?: ReactNode): RemoteTable => ({
  ...remoteList(controls, { total: page.total, isRestricted: isRestricted(controls.state) }),
  hasMore: page.hasMore,
  order,
  isFit: controls.state.isFit,
  sorting: [{ id: controls.state.sort.column, desc: controls.state.sort.isDescending }],
  onSorting: ([first]) => first && controls.change({ sort: { column: first.id as Sort['column'], isDescending: first.desc } }),
  onPageSize: controls.resize,
});

/** Nothing matches the filters and the search. */
export const NoMatch = ({ controls: { change }, suggestions = [] }: { controls: ReportControls } & Pick<RemotePage, 'suggestions'>) => (
  <>
    <p>{reports.noMatch}</p>
    {suggestions.map((search) => (
      <Button key={search} onClick={() => change({ search })}>
        {lists.didYouMean(search)}
      </Button>
    ))}
    <Button onClick={() => change(unrestricted)}>{reports.showAll}</Button>
  </>
);

interface LateLeadProps {
  of: Promise<{ total: number; late: number; hasMore?: boolean }>;
  state: ReportState;
  /** The sentence for an empty list. */
  none: string;
  writeText: (total: number, hasMore?: boolean) => string;
}

/** How many rows a list has, and how many of them are late. */
export const LateLead = ({ of, state, none, writeText }: LateLeadProps) => (
  <FiguresLead
    of={of}
    none={none}
    parts={({ total, late, hasMore }) => [
      { text: writeText(total, hasMore), count: total },
      { text: lists.late(late), count: hasMore ? 0 : late, isLate: true, to: lateRowsQuery(state) },
    ]}
  />
);
