import { openStatuses, type Status } from '@bitacora/core/domain/activities/activity';
import { defaultRange } from '@bitacora/core/domain/calendar';
import { pageQuery, type ReportState, rowsQuery, selectionQuery } from '@bitacora/core/domain/reports/list-address';
import { activityReports } from '@bitacora/core/messages/activities/activity-fields';
import { lists, reports } from '@bitacora/core/messages/activities/lists';
import { ClipboardList, ClipboardPen, FileSpreadsheet } from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { reportColumns } from '../activities/list/activity-rows.tsx';
import { ExportTool, LateLead, RangeTool, RangeWaiting, ReportTable } from '../activities/list/activity-table.tsx';
import { lastPageAtMost, requestedReport, useReportState } from '../activities/list/list-state.ts';
import { useSession } from '../app/app.ts';
import { getClients, useClients } from '../app/clients.ts';
import { paths } from '../app/paths.ts';
import { deferred, Loaded, useLoaded } from '../layout/loaded.tsx';
import { Page } from '../layout/page.tsx';
import { importEntry } from '../messages/layout-texts.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Fold } from '../ui/fold.tsx';
import { useIsNarrow, useIsTight } from '../ui/media.ts';
import { Empty, TableSkeleton } from '../ui/states.tsx';
import { PickAll, PickedContext, PickOne, pickColumn, usePicked } from './bulk/picked.tsx';

const ComplianceCards = lazy(async () => ({ default: (await import('../activities/home/compliance-cards.tsx')).ComplianceCards }));
const TourButton = lazy(async () => ({ default: (await import('../tours/tour-button.tsx')).TourButton }));
const BulkBar = lazy(async () => ({ default: (await import('./bulk/bulk-bar.tsx')).BulkBar }));
const report = activityReports.assigned;
const columns = [pickColumn, ...reportColumns(report.fields)];

/** The cards count the range without its filters. */
const cardRows = ({ from, to }: ReportState) => {
  const rows = (statuses: readonly Status[]) => `${paths.assignedReport}${rowsQuery({ from, to, statuses })}`;
  return { total: rows([]), pending: rows(openStatuses), finished: rows(['verified']) };
};

export async function loader(args: LoaderFunctionArgs) {
  const { client } = getClients(args);
  const state = await requestedReport(args, 'assigned_report', report.sort);
  const { from, to } = state;
  return {
    page: deferred(lastPageAtMost(state, (query) => client.listAssignedByMe(pageQuery(query)))),
    figures: deferred(client.readAssignedFigures({ from, to })),
    oldestOn: deferred(client.readFirstPending().then(({ oldestAssignedOn }) => oldestAssignedOn)),
  };
}

export function Component() {
  const { page, figures, oldestOn } = useLoaded<typeof loader>();
  const { client } = useClients();
  const { today } = useSession();
  const isNarrow = useIsNarrow();
  const controls = useReportState('assigned_report', report.sort);
  const picked = usePicked();
  const { state, change } = controls;
  const askAll = async (most: number) => (await client.listAssignedByMe({ ...pageQuery(state), page: 1, pageSize: most })).rows;
  const rangeTool = (
    <Loaded of={oldestOn} skeleton={<RangeWaiting />} isSilent>
      {(oldest) => <RangeTool usual={defaultRange(state.to ?? today, oldest)} selected={state} onApply={change} />}
    </Loaded>
  );
  return (
    <Page
      title={report.title}
      lead={<LateLead of={page} state={state} none={lists.nothingAssigned} writeText={lists.assigned} />}
      actions={
        <>
          <Suspense fallback={<span className="tour-waiting" />}>
            <TourButton tour="assignedReport" />
          </Suspense>
          {/* A phone has no room for it above the first row; there 'Asignar Actividad' leads to it. */}
          {!isNarrow && (
            <ButtonLink icon={FileSpreadsheet} to={paths.importActivities}>
              {importEntry.open}
            </ButtonLink>
          )}
          <ButtonLink tone="accent" icon={ClipboardPen} to={paths.assign}>
            {lists.emptyAssignedStep}
          </ButtonLink>
        </>
      }
    >
      <FoldedFigures>
        <Suspense fallback={<div className="report-figures-waiting" />}>
          <ComplianceCards of={figures} toRows={() => cardRows(state)} />
        </Suspense>
      </FoldedFigures>
      <PickedContext value={picked}>
        <Loaded of={page} skeleton={<TableSkeleton />}>
          {(rows) => (
            <ReportTable
              screen="assigned_report"
              label={report.title}
              columns={columns}
              page={rows}
              controls={controls}
              askFacets={(filters) => client.countFacets({ isAssigned: true, ...selectionQuery({ ...state, filters }) })}
              tools={
                <>
                  {rangeTool}
                  <PickAll ask={askAll} total={rows.total} picked={picked} />
                </>
              }
              pick={(activity) => <PickOne activity={activity} />}
              exporting={<ExportTool ask={() => client.exportReport({ isAssigned: true, ...selectionQuery(state) })} />}
              empty={
                <Empty icon={ClipboardList} text={report.empty} help="asigna-a-varios">
                  <ButtonLink to={paths.importActivities}>{importEntry.openFromEmpty}</ButtonLink>
                </Empty>
              }
              isWide
            />
          )}
        </Loaded>
      </PickedContext>
      <Suspense>{picked.isUsed && <BulkBar picked={picked} />}</Suspense>
    </Page>
  );
}

/** Open, except where they would push the list out of sight. */
function FoldedFigures({ children }: { children: ReactNode }) {
  return useIsTight() ? (
    <Fold className="report-figures" label={reports.figures}>
      {children}
    </Fold>
  ) : (
    children
  );
}
