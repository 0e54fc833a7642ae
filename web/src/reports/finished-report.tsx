import { finishedRange } from '@bitacora/core/domain/calendar';
import { pageQuery, selectionQuery } from '@bitacora/core/domain/reports/list-address';
import { activityReports } from '@bitacora/core/messages/activities/activity-fields';
import { lists, reports } from '@bitacora/core/messages/activities/lists';
import { History } from 'lucide-react';
import { useId } from 'react';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { activityColumns } from '../activities/list/activity-rows.tsx';
import { ExportTool, ReportTable } from '../activities/list/activity-table.tsx';
import { lastPageAtMost, requestedReport, useReportState } from '../activities/list/list-state.ts';
import { getApp, useSession } from '../app/app.ts';
import { getClients, useClients } from '../app/clients.ts';
import { deferred, Loaded, useLoaded } from '../layout/loaded.tsx';
import { Page } from '../layout/page.tsx';
import { later } from '../ui/later.tsx';
import { Empty, TableSkeleton } from '../ui/states.tsx';

const RangeForm = later(async () => (await import('../activities/list/range-form.tsx')).RangeForm, <span className="range-bar-waiting" />);
const report = activityReports.finished;
const columns = activityColumns(report);
const statuses = { reportStatuses: [...report.statuses] };

export async function loader(args: LoaderFunctionArgs) {
  const { client } = getClients(args);
  const { session } = getApp(args);
  const { today } = await session.current();
  const query = await requestedReport(args, report.sort);
  const state = { ...query, ...finishedRange(query, today) };
  return { page: deferred(lastPageAtMost(state, (page) => client.listAllActivities({ ...statuses, ...pageQuery(page) }))) };
}

export function Component() {
  const { page } = useLoaded<typeof loader>();
  const { client } = useClients();
  const { today } = useSession();
  const controls = useReportState(report.sort);
  const { change } = controls;
  const range = finishedRange(controls.state, today);
  const state = { ...controls.state, ...range };
  const title = useId();
  return (
    <Page
      title={report.title}
      lead={
        <Loaded of={page} skeleton={<span>&nbsp;</span>} isSilent>
          {({ total, hasMore }) => {
            const text = lists.finished(total, hasMore);
            return state.isMeasured ? lists.withoutImported(text) : text;
          }}
        </Loaded>
      }
    >
      <section className="report-section" aria-labelledby={title}>
        <div className="report-section-head">
          <h2 id={title}>{reports.finishedSection}</h2>
          <RangeForm key={`${range.from} ${range.to}`} range={range} isBar onApply={(query) => change(query)} />
        </div>
        <Loaded of={page} skeleton={<TableSkeleton />}>
          {(rows) => (
            <ReportTable
              screen="finished_report"
              label={reports.finishedSection}
              columns={columns}
              page={rows}
              controls={controls}
              exporting={<ExportTool ask={() => client.exportReport({ ...statuses, ...selectionQuery(state) })} />}
              askFacets={(filters) => client.countFacets({ ...statuses, ...selectionQuery({ ...state, filters }) })}
              empty={<Empty icon={History} text={report.empty} />}
              isPlain
            />
          )}
        </Loaded>
      </section>
    </Page>
  );
}
