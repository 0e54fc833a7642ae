import { ownLists } from '@bitacora/core/messages/activity-fields';
import { lists } from '@bitacora/core/messages/lists';
import { History } from 'lucide-react';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { appOf } from '../../app.ts';
import { deferred, Loaded, useLoaded } from '../../layout/loaded.tsx';
import { countOf, Figures, Page } from '../../layout/page.tsx';
import { paths } from '../../layout/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Empty, TableSkeleton } from '../../ui/states.tsx';
import { skipReloadOnListChange } from '../../ui/table-state.ts';
import { ActivityList } from './activity-list.tsx';
import { ownColumns } from './columns.tsx';

const columns = ownColumns(ownLists.history);

export const shouldRevalidate = skipReloadOnListChange;

export function loader(args: LoaderFunctionArgs) {
  return { activities: deferred(appOf(args).client.listMyHistory()) };
}

export function Component() {
  const { activities } = useLoaded<typeof loader>();
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
          <ActivityList
            screen="history"
            label={lists.historyTitle}
            columns={columns}
            rows={rows}
            sort={ownLists.history.sort}
            empty={
              <Empty icon={History} text={lists.emptyHistory}>
                <ButtonLink to={paths.pending}>{lists.emptyHistoryStep}</ButtonLink>
              </Empty>
            }
          />
        )}
      </Loaded>
    </Page>
  );
}
