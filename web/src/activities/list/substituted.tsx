import { signalOf } from '@bitacora/core/domain/activity/deadline';
import { ownLists } from '@bitacora/core/messages/activity-fields';
import { lists } from '@bitacora/core/messages/lists';
import { UserRoundCheck } from 'lucide-react';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { appOf, useSession } from '../../app.ts';
import { deferred, Loaded, useLoaded } from '../../layout/loaded.tsx';
import { Page } from '../../layout/page.tsx';
import { paths } from '../../layout/paths.ts';
import { substitutedList as texts } from '../../messages/absences.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Empty, TableSkeleton } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { skipReloadOnListChange, useListState } from '../../ui/table-state.ts';
import type { Activity } from '../activity.ts';
import { WithPreview } from '../preview/use-preview.tsx';
import { AgendaRow } from './agenda-row.tsx';
import { ownColumns } from './columns.tsx';
import { useOwnSearch } from './own-search.tsx';

const columns = ownColumns(ownLists.substituted);
const { sort } = ownLists.substituted;
const usual = [{ id: sort.column, desc: sort.isDescending }];

export const shouldRevalidate = skipReloadOnListChange;

export function loader(args: LoaderFunctionArgs) {
  const list = async () => (await appOf(args).absences()).listSubstituted();
  return { activities: deferred(list()) };
}

/** Open and delivered work of the people that the reader substitutes today. */
export function Component() {
  const { activities } = useLoaded<typeof loader>();
  const { substitutesFor = [] } = useSession().user;
  const state = useListState('pending', usual, columns);
  const [matching, notice] = useOwnSearch(state.query);
  const isNobody = substitutesFor.length === 0;
  return (
    <Page title={texts.title} lead={isNobody ? null : texts.lead(substitutesFor.map(({ name }) => name))}>
      <Loaded of={activities} skeleton={<TableSkeleton />}>
        {(rows) => (
          <WithPreview rows={rows}>
            {notice}
            <Table
              label={texts.title}
              columns={columns}
              rows={rows}
              matches={matching(rows)}
              state={state}
              rowId={({ id }: Activity) => id}
              signal={({ status, daysLeft }: Activity) => signalOf(status, daysLeft)}
              search={lists.search}
              agenda={(activity) => <AgendaRow activity={activity} />}
              noMatch={lists.noMatch}
              empty={
                <Empty icon={UserRoundCheck} text={isNobody ? texts.nobody : texts.empty}>
                  <ButtonLink to={isNobody ? paths.profile : paths.pending}>{isNobody ? texts.nobodyStep : texts.emptyStep}</ButtonLink>
                </Empty>
              }
            />
          </WithPreview>
        )}
      </Loaded>
    </Page>
  );
}
