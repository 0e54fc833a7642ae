import { signalOf } from '@bitacora/core/domain/activity/deadline';
import { ownLists } from '@bitacora/core/messages/activity-fields';
import { lists } from '@bitacora/core/messages/lists';
import { History } from 'lucide-react';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { appOf } from '../../app.ts';
import { deferred, Loaded, useLoaded } from '../../layout/loaded.tsx';
import { countOf, Figures, Page } from '../../layout/page.tsx';
import { paths } from '../../layout/paths.ts';
import { ViewsTool } from '../../saved-views/views-tool.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Empty, TableSkeleton } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { skipReloadOnListChange, useListState } from '../../ui/table-state.ts';
import type { Activity } from '../activity.ts';
import { WithPreview } from '../preview/use-preview.tsx';
import { AgendaRow } from './agenda-row.tsx';
import { closedAt, ownColumns } from './columns.tsx';
import { useOwnSearch } from './own-search.tsx';

const columns = ownColumns(ownLists.history);
const { sort } = ownLists.history;
const usual = [{ id: sort.column, desc: sort.isDescending }];

export const shouldRevalidate = skipReloadOnListChange;

export function loader(args: LoaderFunctionArgs) {
  return { activities: deferred(appOf(args).client.listMyHistory()) };
}

export function Component() {
  const { activities } = useLoaded<typeof loader>();
  const state = useListState('history', usual, columns);
  const [matching, notice] = useOwnSearch(state.query, 'closed');
  return (
    <Page
      title={lists.historyTitle}
      lead={
        <Loaded of={activities} skeleton={<span>&nbsp;</span>} isSilent>
          {(rows) => {
            const canceled = countOf(rows, ({ status }) => status === 'canceled');
            const finished = rows.length - canceled;
            return (
              <Figures
                none={lists.nothingFinished}
                parts={[
                  { text: lists.finished(finished), count: finished },
                  { text: lists.canceled(canceled), count: canceled },
                ]}
              />
            );
          }}
        </Loaded>
      }
    >
      <Loaded of={activities} skeleton={<TableSkeleton />}>
        {(rows) => (
          <WithPreview rows={rows}>
            {notice}
            <Table
              label={lists.historyTitle}
              columns={columns}
              rows={rows}
              matches={matching(rows)}
              state={state}
              rowId={({ id }: Activity) => id}
              signal={({ status, daysLeft }: Activity) => signalOf(status, daysLeft)}
              search={lists.search}
              tools={<ViewsTool screen="history" />}
              agenda={(activity) => <AgendaRow activity={activity} endOf={closedAt} />}
              noMatch={lists.noMatch}
              empty={
                <Empty icon={History} text={lists.emptyHistory}>
                  <ButtonLink to={paths.pending}>{lists.emptyHistoryStep}</ButtonLink>
                </Empty>
              }
            />
          </WithPreview>
        )}
      </Loaded>
    </Page>
  );
}
