import { finishedRange } from '@bitacora/core/domain/calendar';
import { activityReports } from '@bitacora/core/messages/activities/activity-fields';
import { lists, reports } from '@bitacora/core/messages/activities/lists';
import { History } from 'lucide-react';
import { useId } from 'react';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { activityColumns } from '../activities/list/activity-rows.tsx';
import { ReportTable } from '../activities/list/activity-table.tsx';
import { type ListFilter, loadList, useReportState } from '../activities/list/list-state.ts';
import { RangeChips } from '../activities/list/range-chips.tsx';
import { useSession } from '../app/app.ts';
import { useLoaded } from '../layout/loaded.tsx';
import { Lead, Page } from '../layout/page.tsx';
import { later } from '../ui/later.tsx';
import { Empty } from '../ui/states.tsx';

const RangeForm = later(async () => (await import('../activities/list/range-form.tsx')).RangeForm, <span className="range-bar-waiting" />);
const report = activityReports.finished;
const columns = activityColumns(report);
const finished: ListFilter = { reportStatuses: [...report.statuses] };

export const loader = (args: LoaderFunctionArgs) => loadList(args, report.sort, finished, finishedRange);

export function Component() {
  const { page } = useLoaded<typeof loader>();
  const { today } = useSession();
  const controls = useReportState(report.sort);
  const range = finishedRange(controls.state, today);
  const title = useId();
  return (
    <Page
      title={report.title}
      lead={
        <Lead of={page}>
          {({ total, hasMore }) => {
            const text = lists.finished(total, hasMore);
            return controls.state.isMeasured ? lists.withoutImported(text) : text;
          }}
        </Lead>
      }
    >
      <section className="report-section" aria-labelledby={title}>
        <div className="report-section-head">
          <h2 id={title}>{reports.finishedSection}</h2>
          <RangeForm key={`${range.from} ${range.to}`} range={range} isBar onApply={controls.change} />
        </div>
        <ReportTable
          screen="finished_report"
          label={reports.finishedSection}
          columns={columns}
          of={page}
          controls={controls}
          filter={finished}
          range={range}
          exported={finished}
          hasExpedient
          chips={<RangeChips range={range} onApply={controls.change} />}
          empty={<Empty icon={History} text={report.empty} />}
          isPlain
        />
      </section>
    </Page>
  );
}
