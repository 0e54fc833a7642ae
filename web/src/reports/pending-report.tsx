import { activityReports } from '@bitacora/core/messages/activities/activity-fields';
import { lists } from '@bitacora/core/messages/activities/lists';
import { ClipboardCheck } from 'lucide-react';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { activityColumns } from '../activities/list/activity-rows.tsx';
import { LateLead, ReportTable } from '../activities/list/activity-table.tsx';
import { loadList, useReportState } from '../activities/list/list-state.ts';
import { paths } from '../app/paths.ts';
import { useLoaded } from '../layout/loaded.tsx';
import { Page } from '../layout/page.tsx';
import { importEntry } from '../messages/layout-texts.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Empty } from '../ui/states.tsx';

const report = activityReports.pending;
const columns = activityColumns(report);

export const loader = (args: LoaderFunctionArgs) => loadList(args, report.sort, {});

export function Component() {
  const { page } = useLoaded<typeof loader>();
  const controls = useReportState(report.sort);
  return (
    <Page title={report.title} lead={<LateLead of={page} state={controls.state} none={lists.pending(0)} writeText={lists.pending} />}>
      <ReportTable
        screen="pending_report"
        label={report.title}
        columns={columns}
        of={page}
        controls={controls}
        filter={{}}
        exported={{ reportStatuses: [...report.statuses] }}
        empty={
          <Empty icon={ClipboardCheck} text={report.empty} help="qué-va-con-retraso-en-mi-equipo">
            <ButtonLink to={paths.importActivities}>{importEntry.openFromEmpty}</ButtonLink>
          </Empty>
        }
      />
    </Page>
  );
}
