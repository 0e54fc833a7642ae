import { firstQueries, selectionQuery } from '@bitacora/core/domain/reports/list-address';
import { activityReports } from '@bitacora/core/messages/activities/activity-fields';
import { lists } from '@bitacora/core/messages/activities/lists';
import { ClipboardCheck } from 'lucide-react';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { activityColumns } from '../activities/list/activity-rows.tsx';
import { ExportTool, LateLead, ReportTable } from '../activities/list/activity-table.tsx';
import { lastPageAtMost, requestedReport, useReportState } from '../activities/list/list-state.ts';
import { getClients, useClients } from '../app/clients.ts';
import { paths } from '../app/paths.ts';
import { deferred, Loaded, useLoaded } from '../layout/loaded.tsx';
import { Page } from '../layout/page.tsx';
import { importEntry } from '../messages/layout-texts.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Empty, TableSkeleton } from '../ui/states.tsx';

const report = activityReports.pending;
const columns = activityColumns(report);
const statuses = { reportStatuses: [...report.statuses] };

export async function loader(args: LoaderFunctionArgs) {
  const { client } = getClients(args);
  const state = await requestedReport(args, report.sort);
  return { page: deferred(lastPageAtMost(state, (query) => client.listAllActivities(firstQueries.pendingReport(query)))) };
}

export function Component() {
  const { page } = useLoaded<typeof loader>();
  const { client } = useClients();
  const controls = useReportState(report.sort);
  const { state } = controls;
  return (
    <Page title={report.title} lead={<LateLead of={page} state={state} none={lists.pending(0)} writeText={lists.pending} />}>
      <Loaded of={page} skeleton={<TableSkeleton />}>
        {(rows) => (
          <ReportTable
            screen="pending_report"
            label={report.title}
            columns={columns}
            page={rows}
            controls={controls}
            exporting={<ExportTool ask={() => client.exportReport({ ...statuses, ...selectionQuery(state) })} />}
            askFacets={(filters) => client.countFacets(selectionQuery({ ...state, filters }))}
            empty={
              <Empty icon={ClipboardCheck} text={report.empty} help="qué-va-con-retraso-en-mi-equipo">
                <ButtonLink to={paths.importActivities}>{importEntry.openFromEmpty}</ButtonLink>
              </Empty>
            }
          />
        )}
      </Loaded>
    </Page>
  );
}
