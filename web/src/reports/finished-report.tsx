import { finishedRange } from '@bitacora/core/domain/reports/date-range';
import { usualSort } from '@bitacora/core/domain/reports/report';
import { lists } from '@bitacora/core/messages/lists';
import { reports } from '@bitacora/core/messages/reports';
import { History } from 'lucide-react';
import { useId } from 'react';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { column } from '../activities/list/columns.tsx';
import { appOf, useApp } from '../app.ts';
import { deferred, Loaded, useLoaded } from '../layout/loaded.tsx';
import { Page } from '../layout/page.tsx';
import { Empty } from '../ui/states.tsx';
import { TableSkeleton } from '../ui/table-skeleton.tsx';
import { useSession } from '../use-session.ts';
import { ExportTool } from './export-tool.tsx';
import { RangeBar } from './range-bar.tsx';
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
  reportColumn.daysTaken(),
  reportColumn.verified(),
];
const finished = { reportStatuses: ['verified' as const] };
const latestFirst = usualSort(finished.reportStatuses);

export async function loader(args: LoaderFunctionArgs) {
  const { client, session } = appOf(args);
  const { today } = await session.current();
  const query = readReportState(new URL(args.request.url).searchParams, latestFirst);
  const state = { ...query, ...finishedRange(query, today) };
  return { page: deferred(lastPageAtMost(state, (page) => client.listAllActivities({ ...finished, ...pageOf(page) }))) };
}

export function Component() {
  const { page } = useLoaded<typeof loader>();
  const { client } = useApp();
  const { today } = useSession();
  const controls = useReportState(latestFirst);
  const { change } = controls;
  const range = finishedRange(controls.state, today);
  const state = { ...controls.state, ...range };
  const title = useId();
  return (
    <Page
      title={reports.finishedTitle}
      lead={
        <Loaded of={page} skeleton={<span>&nbsp;</span>} isSilent>
          {({ total }) => lists.finished(total)}
        </Loaded>
      }
    >
      <section className="report-section" aria-labelledby={title}>
        <div className="report-section-head">
          <h2 id={title}>{reports.finishedSection}</h2>
          <RangeBar key={`${range.from} ${range.to}`} range={range} onApply={(query) => change(query)} />
        </div>
        <Loaded of={page} skeleton={<TableSkeleton />}>
          {(report) => (
            <ReportTable
              screen="finished_report"
              label={reports.finishedSection}
              columns={columns}
              page={report}
              controls={controls}
              exporting={<ExportTool ask={() => client.exportReport({ ...finished, ...selectionOf(state) })} />}
              askFacets={(filters) => client.countFacets({ ...finished, ...selectionOf({ ...state, filters }) })}
              empty={<Empty icon={History} text={reports.emptyFinished} />}
              isWide
              isPlain
            />
          )}
        </Loaded>
      </section>
    </Page>
  );
}
