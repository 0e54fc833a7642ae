import { ownLists } from '@bitacora/core/messages/activities/activity-fields';
import { lists } from '@bitacora/core/messages/activities/lists';
import { ClipboardCheck, SquarePen } from 'lucide-react';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { useLoaded } from '../../layout/loaded.tsx';
import { Page } from '../../layout/page.tsx';
import { SubstitutedLink } from '../../layout/person-link.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Empty } from '../../ui/states.tsx';
import { activityColumns } from './activity-rows.tsx';
import { LateLead, ReportTable } from './activity-table.tsx';
import { isRestricted, type ListFilter, loadList, useReportState } from './list-state.ts';

const columns = activityColumns(ownLists.pending);
const { sort } = ownLists.pending;
const own: ListFilter = { isOwn: true };

export const loader = (args: LoaderFunctionArgs) => loadList(args, sort, own);

export function Component() {
  const { page } = useLoaded<typeof loader>();
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
      <ReportTable
        screen="pending"
        label={lists.pendingTitle}
        columns={columns}
        of={page}
        controls={controls}
        filter={own}
        empty={<Empty icon={ClipboardCheck} text={lists.emptyPending} help="registra-algo-tuyo" />}
      />
    </Page>
  );
}
