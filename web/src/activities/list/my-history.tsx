import { closedStatuses } from '@bitacora/core/domain/activities/activity';
import { selectionQuery } from '@bitacora/core/domain/reports/list-address';
import { ownLists } from '@bitacora/core/messages/activities/activity-fields';
import { lists } from '@bitacora/core/messages/activities/lists';
import { History } from 'lucide-react';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { getClients } from '../../app/clients.ts';
import { paths } from '../../app/paths.ts';
import { deferred, useLoaded } from '../../layout/loaded.tsx';
import { FiguresLead, Page } from '../../layout/page.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Empty } from '../../ui/states.tsx';
import { activityColumns, closedAt } from './activity-rows.tsx';
import { ReportTable } from './activity-table.tsx';
import { isRestricted, type ListFilter, loadList, useReportState } from './list-state.ts';

const columns = activityColumns(ownLists.history);
const { sort } = ownLists.history;
const closed: ListFilter = { isOwn: true, reportStatuses: [...closedStatuses] };

export async function loader(args: LoaderFunctionArgs) {
  const { client } = getClients(args);
  const { state, page } = await loadList(args, sort, closed);
  return { page, facets: deferred(client.countFacets({ ...closed, ...selectionQuery(state) })) };
}

export function Component() {
  const { page, facets } = useLoaded<typeof loader>();
  const controls = useReportState(sort);
  const { state } = controls;
  const { statuses } = state.filters;
  return (
    <Page
      title={lists.historyTitle}
      lead={
        <FiguresLead
          of={facets}
          none={isRestricted(state) ? lists.finished(0) : lists.nothingFinished}
          parts={({ statuses: counts, hasMore }) => {
            // The server counts a group without its own filter.
            const countStatus = (status: (typeof closedStatuses)[number]) =>
              statuses.length > 0 && !statuses.includes(status) ? 0 : (counts.find(({ name }) => name === status)?.total ?? 0);
            const [finished, canceled] = closedStatuses.map(countStatus) as [number, number];
            return [
              { text: lists.finished(finished, hasMore), count: finished },
              { text: lists.canceled(canceled), count: hasMore ? 0 : canceled },
            ];
          }}
        />
      }
    >
      <ReportTable
        screen="history"
        label={lists.historyTitle}
        columns={columns}
        of={page}
        controls={controls}
        filter={closed}
        readEnd={closedAt}
        hasUrgency={false}
        empty={
          <Empty icon={History} text={lists.emptyHistory} help="completa">
            <ButtonLink to={paths.pending}>{lists.emptyHistoryStep}</ButtonLink>
          </Empty>
        }
      />
    </Page>
  );
}
