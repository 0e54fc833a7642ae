import { usualSort, usualStatuses } from '@bitacora/core/domain/reports/report';
import { lists } from '@bitacora/core/messages/lists';
import { reports } from '@bitacora/core/messages/reports';
import { ClipboardCheck } from 'lucide-react';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { column } from '../activities/list/columns.tsx';
import { appOf, useApp } from '../app.ts';
import { deferred, Loaded, useLoaded } from '../layout/loaded.tsx';
import { Page } from '../layout/page.tsx';
import { Figures } from '../ui/figures.tsx';
import { Empty } from '../ui/states.tsx';
import { TableSkeleton } from '../ui/table-skeleton.tsx';
import { ExportTool } from './export-tool.tsx';
import { reportColumn } from './report-columns.tsx';
import { lastPageAtMost, pageOf, readReportState, selectionOf } from './report-state.ts';
import { ReportTable } from './report-table.tsx';
import { useReportState } from './use-report-state.ts';

const columns = [
  reportColumn.consult(),
  reportColumn.folio(),
  reportColumn.owner(),
  reportColumn.registered(),
  reportColumn.topic(),
  reportColumn.department(),
  column.description(),
  reportColumn.assignee(),
  reportColumn.due(),
  reportColumn.extended(),
  reportColumn.daysLeft(),
  reportColumn.priority(),
  reportColumn.status(),
];
const pending = { reportStatuses: [...usualStatuses.company] };
const newestFirst = usualSort(usualStatuses.company);

export function loader(args: LoaderFunctionArgs) {
  const { client } = appOf(args);
  const state = readReportState(new URL(args.request.url).searchParams, newestFirst);
  return { page: deferred(lastPageAtMost(state, (query) => client.listAllActivities(pageOf(query)))) };
}

export function Component() {
  const { page } = useLoaded<typeof loader>();
  const { client } = useApp();
  const controls = useReportState(newestFirst);
  return (
    <Page
      title={reports.pendingTitle}
      lead={
        <Loaded of={page} skeleton={<span>&nbsp;</span>} isSilent>
          {({ total, late }) => (
            <Figures
              none={lists.pending(0)}
              parts={[
                { text: lists.pending(total), count: total },
                { text: lists.late(late), count: late, isLate: true },
              ]}
            />
          )}
        </Loaded>
      }
    >
      <Loaded of={page} skeleton={<TableSkeleton />}>
        {(report) => (
          <ReportTable
            screen="pending_report"
            label={reports.pendingTitle}
            columns={columns}
            page={report}
            controls={controls}
            exporting={<ExportTool ask={() => client.exportReport({ ...pending, ...selectionOf(controls.state) })} />}
            askFacets={(filters) => client.countFacets(selectionOf({ ...controls.state, filters }))}
            empty={<Empty icon={ClipboardCheck} text={reports.emptyPending} />}
            isWide
          />
        )}
      </Loaded>
    </Page>
  );
}
