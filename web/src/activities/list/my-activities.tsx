import { firstQueries, selectionQuery } from '@bitacora/core/domain/reports/list-address';
import { ownLists } from '@bitacora/core/messages/activities/activity-fields';
import { lists } from '@bitacora/core/messages/activities/lists';
import { ClipboardCheck, SquarePen } from 'lucide-react';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { getClients, useClients } from '../../app/clients.ts';
import { paths } from '../../app/paths.ts';
import { deferred, Loaded, useLoaded } from '../../layout/loaded.tsx';
import { Page } from '../../layout/page.tsx';
import { SubstitutedLink } from '../../layout/person-link.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Empty, TableSkeleton } from '../../ui/states.tsx';
import { activityColumns } from './activity-rows.tsx';
import { LateLead, ReportTable } from './activity-table.tsx';
import { isRestricted, lastPageAtMost, requestedReport, useReportState } from './list-state.ts';

const columns = activityColumns(ownLists.pending);
const { sort } = ownLists.pending;

export async function loader(args: LoaderFunctionArgs) {
  const { client } = getClients(args);
  const state = await requestedReport(args, sort);
  return { page: deferred(lastPageAtMost(state, (query) => client.listAllActivities(firstQueries.pending(query)))) };
}

export function Component() {
  const { page } = useLoaded<typeof loader>();
  const { client } = useClients();
  const controls = useReportState(sort);
  const { state } = controls;
  return (
    <Page
      title={lists.pendingTitle}
      lead={
        <LateLead of={page} state={state} none={isRestricted(state) ? lists.pending(0) : lists.nothingPending} writeText={lists.pending} />
      }
      actions={
        <>
          <SubstitutedLink />
          <ButtonLink tone="accent" icon={SquarePen} to={paths.register}>
            {lists.emptyPendingStep}
          </ButtonLink>
        </>
      }
    >
      <Loaded of={page} skeleton={<TableSkeleton />}>
        {(rows) => (
          <ReportTable
            screen="pending"
            label={lists.pendingTitle}
            columns={columns}
            page={rows}
            controls={controls}
            askFacets={(filters) => client.countFacets({ isOwn: true, ...selectionQuery({ ...state, filters }) })}
            empty={<Empty icon={ClipboardCheck} text={lists.emptyPending} help="registra-algo-tuyo" />}
          />
        )}
      </Loaded>
    </Page>
  );
}
