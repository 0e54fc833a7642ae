import type { Client } from '@bitacora/core/client';
import { openStatuses, type Status } from '@bitacora/core/domain/activities/activity';
import { defaultRange } from '@bitacora/core/domain/calendar';
import { pageQuery, type ReportState, rowsPath, selectionQuery } from '@bitacora/core/domain/reports/list-address';
import { sumFigures } from '@bitacora/core/domain/reports/report';
import { activityReports } from '@bitacora/core/messages/activities/activity-fields';
import { lists, reports } from '@bitacora/core/messages/activities/lists';
import { writtenNearDay } from '@bitacora/core/messages/dates';
import { ClipboardList, ClipboardPen, FileUp } from 'lucide-react';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { activityColumns } from '../activities/list/activity-rows.tsx';
import { LateLead, OpenRangeTool, ReportTable } from '../activities/list/activity-table.tsx';
import { isRestricted, lastPageAtMost, requestedReport, useReportState } from '../activities/list/list-state.ts';
import { useSession } from '../app/app.ts';
import { getClients, useClients } from '../app/clients.ts';
import { paths } from '../app/paths.ts';
import { deferred, Loaded, useLoaded } from '../layout/loaded.tsx';
import { Page } from '../layout/page.tsx';
import { importEntry } from '../messages/layout-texts.ts';
import { ButtonLink } from '../ui/button.tsx';
import { later } from '../ui/later.tsx';
import { Empty } from '../ui/states.tsx';
import { PickAll, PickOne, pickColumn } from './bulk/picked.tsx';
import { Picking } from './bulk/picking.tsx';

const ComplianceCards = later(async () => (await import('../activities/home/compliance-cards.tsx')).ComplianceCards);
const TourButton = later(async () => (await import('../tours/tour-button.tsx')).TourButton, <span className="tour-waiting" />);
const report = activityReports.assigned;
const assigned = { isAssigned: true } as const;
const columns = [pickColumn, ...activityColumns(report)];

/** The cards divide by status what the other filters leave; each one filters by its statuses. */
const withStatuses = (state: ReportState, statuses: readonly Status[]) => ({ ...state, filters: { ...state.filters, statuses } });
async function readFigures(client: Client, state: ReportState) {
  const selection = { ...assigned, ...selectionQuery(withStatuses(state, [])) };
  const read = async (isMeasured?: true) => {
    const { statuses } = await client.countFacets({ ...selection, isMeasured });
    return sumFigures(Object.fromEntries(statuses.map(({ name, total }) => [name, total])));
  };
  const [figures, measured] = await Promise.all([read(), read(true)]);
  return { ...figures, imported: figures.finished - measured.finished };
}
const cardRows = (state: ReportState) => {
  const rows = (statuses: readonly Status[]) => rowsPath(paths.assignedReport, selectionQuery(withStatuses(state, statuses)));
  return { total: rows([]), pending: rows(openStatuses), finished: rows(['verified']) };
};

export async function loader(args: LoaderFunctionArgs) {
  const { client } = getClients(args);
  const state = await requestedReport(args, report.sort);
  return {
    page: deferred(lastPageAtMost(state, (query) => client.listAssignedByMe(pageQuery(query)))),
    figures: deferred(readFigures(client, state)),
    oldestOn: deferred(client.readFirstPending().then(({ oldestAssignedOn }) => oldestAssignedOn)),
  };
}

export function Component() {
  const { page, figures, oldestOn } = useLoaded<typeof loader>();
  const { client } = useClients();
  const { today } = useSession();
  const controls = useReportState(report.sort);
  const { state } = controls;
  const askAll = async (most: number) => (await client.listAssignedByMe({ ...pageQuery(state), page: 1, pageSize: most })).rows;
  return (
    <Page
      title={report.title}
      lead={<LateLead of={page} state={state} none={lists.nothingAssigned} writeText={lists.assigned} />}
      actions={
        <>
          <TourButton tour="assignedReport" />
          <ButtonLink icon={FileUp} to={paths.importActivities} title={importEntry.open} data-brief data-desk>
            {importEntry.open}
          </ButtonLink>
          <ButtonLink tone="accent" icon={ClipboardPen} to={paths.assign} data-desk>
            {lists.emptyAssignedStep}
          </ButtonLink>
        </>
      }
    >
      <div className="report-figures">
        <ComplianceCards of={figures} toRows={() => cardRows(state)} isSilent />
        <p>
          <Loaded of={oldestOn} skeleton={<>&nbsp;</>} isSilent>
            {(oldest) => {
              const range = defaultRange(state.to ?? today, oldest);
              return reports.figuresOf(
                writtenNearDay(state.from ?? range.from, today),
                writtenNearDay(state.to ?? today, today),
                isRestricted(state),
              );
            }}
          </Loaded>
        </p>
      </div>
      <Picking>
        <ReportTable
          screen="assigned_report"
          label={report.title}
          columns={columns}
          of={page}
          controls={controls}
          filter={assigned}
          exported={assigned}
          tools={
            <>
              <OpenRangeTool oldestOn={oldestOn} controls={controls} />
              <Loaded of={page}>{({ total }) => <PickAll ask={askAll} total={total} />}</Loaded>
            </>
          }
          pick={(activity) => <PickOne activity={activity} />}
          empty={
            <Empty icon={ClipboardList} text={report.empty} help="asigna-a-varios">
              <ButtonLink to={paths.importActivities}>{importEntry.openFromEmpty}</ButtonLink>
            </Empty>
          }
        />
      </Picking>
    </Page>
  );
}
