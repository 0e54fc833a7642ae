import { pageQuery, selectionQuery } from '@bitacora/core/domain/reports/list-address';
import { ownLists } from '@bitacora/core/messages/activities/activity-fields';
import { UserRoundCheck } from 'lucide-react';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { useSession } from '../../app/app.ts';
import { getClients, useClients } from '../../app/clients.ts';
import { paths } from '../../app/paths.ts';
import { deferred, Loaded, useLoaded } from '../../layout/loaded.tsx';
import { Page } from '../../layout/page.tsx';
import { substitutedList as texts } from '../../messages/layout-texts.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Empty, TableSkeleton } from '../../ui/states.tsx';
import { activityColumns } from './activity-rows.tsx';
import { ReportTable } from './activity-table.tsx';
import { lastPageAtMost, requestedReport, useReportState } from './list-state.ts';

const columns = activityColumns(ownLists.substituted);
const { sort } = ownLists.substituted;
const ofAbsent = { isSubstituted: true } as const;

export async function loader(args: LoaderFunctionArgs) {
  const { client } = getClients(args);
  const state = await requestedReport(args, sort);
  return { page: deferred(lastPageAtMost(state, (query) => client.listAllActivities({ ...ofAbsent, ...pageQuery(query) }))) };
}

/** Open and delivered work of the people that the reader substitutes today. */
export function Component() {
  const { page } = useLoaded<typeof loader>();
  const { client } = useClients();
  const { substitutesFor = [] } = useSession().user;
  const controls = useReportState(sort);
  const isNobody = substitutesFor.length === 0;
  return (
    <Page title={texts.title} lead={isNobody ? null : texts.lead(substitutesFor.map(({ name }) => name))}>
      <Loaded of={page} skeleton={<TableSkeleton />}>
        {(rows) => (
          <ReportTable
            label={texts.title}
            columns={columns}
            page={rows}
            controls={controls}
            askFacets={(filters) => client.countFacets({ ...ofAbsent, ...selectionQuery({ ...controls.state, filters }) })}
            empty={
              <Empty icon={UserRoundCheck} text={isNobody ? texts.nobody : texts.empty} help="si-te-ausentas">
                <ButtonLink to={isNobody ? `${paths.profile}#ausencias` : paths.pending}>
                  {isNobody ? texts.nobodyStep : texts.emptyStep}
                </ButtonLink>
              </Empty>
            }
          />
        )}
      </Loaded>
    </Page>
  );
}
