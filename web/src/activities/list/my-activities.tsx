import { rowsQuery } from '@bitacora/core/domain/reports/rows-path';
import { ownLists } from '@bitacora/core/messages/activity-fields';
import { lists } from '@bitacora/core/messages/lists';
import { ClipboardCheck, SquarePen } from 'lucide-react';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { appOf } from '../../app.ts';
import { deferred, Loaded, useLoaded } from '../../layout/loaded.tsx';
import { countOf, Figures, Page } from '../../layout/page.tsx';
import { paths } from '../../layout/paths.ts';
import { useReportState } from '../../reports/report-state.ts';
import { ReportTable } from '../../reports/report-table.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Empty, TableSkeleton } from '../../ui/states.tsx';
import { skipReloadOnListChange } from '../../ui/table-state.ts';
import { isOverdue } from '../activity.ts';
import { ownFacets, ownPage } from '../home/own-page.ts';
import { ownColumns } from './columns.tsx';
import { SubstitutedLink } from './substituted-link.tsx';

const columns = ownColumns(ownLists.pending);

export const shouldRevalidate = skipReloadOnListChange;

export function loader(args: LoaderFunctionArgs) {
  return { activities: deferred(appOf(args).client.listMyPending()) };
}

export function Component() {
  const { activities } = useLoaded<typeof loader>();
  const controls = useReportState('pending', ownLists.pending.sort);
  const { state } = controls;
  return (
    <Page
      title={lists.pendingTitle}
      lead={
        <Loaded of={activities} skeleton={<span>&nbsp;</span>} isSilent>
          {(rows) => (
            <Figures
              none={lists.nothingPending}
              parts={[
                { text: lists.pending(rows.length), count: rows.length },
                {
                  text: lists.late(countOf(rows, isOverdue)),
                  count: countOf(rows, isOverdue),
                  isLate: true,
                  to: rowsQuery({ urgencies: ['late'] }),
                },
              ]}
            />
          )}
        </Loaded>
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
      <Loaded of={activities} skeleton={<TableSkeleton />}>
        {(rows) => (
          <ReportTable
            screen="pending"
            label={lists.pendingTitle}
            columns={columns}
            page={ownPage(rows, state)}
            controls={controls}
            askFacets={async (filters) => ownFacets(rows, filters, state.search)}
            empty={<Empty icon={ClipboardCheck} text={lists.emptyPending} />}
          />
        )}
      </Loaded>
    </Page>
  );
}
