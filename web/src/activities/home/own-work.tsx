import { adminPolicy } from '@bitacora/core/domain/people/person';
import { anyDay } from '@bitacora/core/domain/reports/list-address';
import { ownLists } from '@bitacora/core/messages/activities/activity-fields';
import { reports } from '@bitacora/core/messages/activities/lists';
import { frame } from '@bitacora/core/messages/layout';
import { ClipboardCheck } from 'lucide-react';
import { useId } from 'react';
import { type LoaderFunctionArgs, useOutletContext } from 'react-router-dom';
import { getApp } from '../../app/app.ts';
import { paths } from '../../app/paths.ts';
import { deferred, useLoaded } from '../../layout/loaded.tsx';
import { home } from '../../messages/home-texts.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Empty } from '../../ui/states.tsx';
import { DaysLeftAtHome } from '../activity.tsx';
import { activityColumns } from '../list/activity-rows.tsx';
import { ReportTable } from '../list/activity-table.tsx';
import { type ListFilter, loadList, type ReportControls } from '../list/list-state.ts';
import './home.css';

const { fields, sort } = ownLists.home;
const columns = activityColumns({ fields, special: { daysLeft: (activity) => <DaysLeftAtHome activity={activity} /> } });

const own: ListFilter = { isOwn: true };

/** One page of the pending work of privileged people; others have an agenda at Home. */
export async function loader(args: LoaderFunctionArgs) {
  const { user } = await getApp(args).session.current();
  if (!user || !adminPolicy.readGlobalReports(user)) return { page: null, settled: null };
  const { page } = await loadList(args, sort, own, () => anyDay);
  return { page, settled: deferred(Promise.allSettled([page])) };
}

/** The list at Home is a route of its own, so that turning its page does not count the company again. */
export function Component() {
  const { page } = useLoaded<typeof loader>();
  const controls = useOutletContext<ReportControls>();
  const title = useId();
  if (!page) return null;
  return (
    <section className="report-section own-work" aria-labelledby={title}>
      <h2 id={title}>{home.mine}</h2>
      <ReportTable
        screen="home"
        label={home.mine}
        columns={columns}
        of={page}
        controls={controls}
        filter={own}
        range={anyDay}
        hasUrgency={false}
        empty={
          <Empty icon={ClipboardCheck} text={home.mineEmpty} help="registra-algo-tuyo">
            <ButtonLink to={paths.register}>{frame.register}</ButtonLink>
          </Empty>
        }
        delivered={<span className="days">{reports.days(0)}</span>}
      />
    </section>
  );
}
