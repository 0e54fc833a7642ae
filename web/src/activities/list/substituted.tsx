import { ownLists } from '@bitacora/core/messages/activities/activity-fields';
import { UserRoundCheck } from 'lucide-react';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { useSession } from '../../app/app.ts';
import { paths } from '../../app/paths.ts';
import { useLoaded } from '../../layout/loaded.tsx';
import { Page } from '../../layout/page.tsx';
import { substitutedList as texts } from '../../messages/layout-texts.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Empty } from '../../ui/states.tsx';
import { activityColumns } from './activity-rows.tsx';
import { ReportTable } from './activity-table.tsx';
import { type ListFilter, loadList, useReportState } from './list-state.ts';

const columns = activityColumns(ownLists.substituted);
const { sort } = ownLists.substituted;
const ofAbsent: ListFilter = { isSubstituted: true };

export const loader = (args: LoaderFunctionArgs) => loadList(args, sort, ofAbsent);

/** Open and delivered work of the people that the reader substitutes today. */
export function Component() {
  const { page } = useLoaded<typeof loader>();
  const { substitutesFor = [] } = useSession().user;
  const controls = useReportState(sort);
  const isNobody = substitutesFor.length === 0;
  return (
    <Page title={texts.title} lead={isNobody ? null : texts.lead(substitutesFor.map(({ name }) => name))}>
      <ReportTable
        label={texts.title}
        columns={columns}
        of={page}
        controls={controls}
        filter={ofAbsent}
        empty={
          <Empty icon={UserRoundCheck} text={isNobody ? texts.nobody : texts.empty} help="si-te-ausentas">
            <ButtonLink to={isNobody ? `${paths.profile}#ausencias` : paths.pending}>
              {isNobody ? texts.nobodyStep : texts.emptyStep}
            </ButtonLink>
          </Empty>
        }
      />
    </Page>
  );
}
