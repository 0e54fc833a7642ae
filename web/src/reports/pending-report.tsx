import { firstQueries, selectionOf } from '@bitacora/core/domain/reports/list-address';
import { activityReports } from '@bitacora/core/messages/activity-fields';
import { lists } from '@bitacora/core/messages/lists';
import { ClipboardCheck } from 'lucide-react';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { reportColumns } from '../activities/list/activity-rows.tsx';
import { appOf, useApp } from '../app.ts';
import { deferred, Loaded, useLoaded } from '../layout/loaded.tsx';
import { Figures, Page } from '../layout/page.tsx';
import { paths } from '../layout/paths.ts';
import { importEntry } from '../messages/lists.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Empty, TableSkeleton } from '../ui/states.tsx';
import { ExportTool } from './later-tools.tsx';
import { lastPageAtMost, lateRowsOf, requestedReport, useReportState } from './report-state.ts';
import { ReportTable } from './report-table.tsx';

const report = activityReports.pending;
const columns = reportColumns(report.fields);
const statuses = { reportStatuses: [...report.statuses] };

export async function loader(args: LoaderFunctionArgs) {
  const { client } = appOf(args);
  const state = await requestedReport(args, 'pending_report', report.sort);
  return { page: deferred(lastPageAtMost(state, (query) => client.listAllActivities(firstQueries.pendingReport(query)))) };
}

export function Component() {
  const { page } = useLoaded<typeof loader>();
  const { client } = useApp();
  const controls = useReportState('pending_report', report.sort);
  const { state } = controls;
  return (
    <Page
      title={report.title}
      lead={
        <Loaded of={page} skeleton={<span>&nbsp;</span>} isSilent>
          {({ total, late, hasMore }) => (
            <Figures
              none={lists.pending(0)}
              parts={[
                { text: lists.pending(total, hasMore), count: total },
                { text: lists.late(late), count: hasMore ? 0 : late, isLate: true, to: lateRowsOf(state) },
              ]}
            />
          )}
        </Loaded>
      }
    >
      <Loaded of={page} skeleton={<TableSkeleton />}>
        {(rows) => (
          <ReportTable
            screen="pending_report"
            label={report.title}
            columns={columns}
            page={rows}
            controls={controls}
            exporting={<ExportTool ask={() => client.exportReport({ ...statuses, ...selectionOf(state) })} />}
            askFacets={(filters) => client.countFacets(selectionOf({ ...state, filters }))}
            empty={
              <Empty icon={ClipboardCheck} text={report.empty} help="qué-va-con-retraso-en-mi-equipo">
                <ButtonLink to={paths.importActivities}>{importEntry.openFromEmpty}</ButtonLink>
              </Empty>
            }
            isWide
          />
        )}
      </Loaded>
    </Page>
  );
}
