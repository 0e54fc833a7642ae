import { greetingAt } from '@bitacora/core/domain/greeting';
import { officePolicy } from '@bitacora/core/domain/policy';
import { frame } from '@bitacora/core/messages/frame';
import { home } from '@bitacora/core/messages/home';
import { ClipboardCheck } from 'lucide-react';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { Agenda } from '../activities/agenda.tsx';
import { countOf, isLate, isNear, isUndone } from '../activities/figures.tsx';
import { ListSkeleton } from '../activities/list-skeleton.tsx';
import type { Activity } from '../activities/views.ts';
import { appOf, useApp } from '../app.ts';
import { FigureCard } from '../frame/figure-card.tsx';
import { deferred, Loaded, useLoaded } from '../frame/loaded.tsx';
import { Page } from '../frame/page.tsx';
import { paths } from '../frame/paths.ts';
import { useSession } from '../use-session.ts';
import './home.css';

export async function loader(args: LoaderFunctionArgs) {
  const { client, session } = appOf(args);
  const { user } = await session.current();
  const assigns = user !== null && officePolicy.assignActivities(user);
  return {
    mine: deferred(client.getMyActivities()),
    assigned: assigns ? deferred(client.getUserAssignedActivities({ from: null, to: null })) : null,
  };
}

const mostUrgentFirst = (a: Activity, b: Activity) => a.daysLeft - b.daysLeft;
const longestWaitingFirst = (a: Activity, b: Activity) => Number(a.closedAt) - Number(b.closedAt);

export function Component() {
  const { mine, assigned } = useLoaded<typeof loader>();
  const { user } = useSession();
  const { now } = useApp();
  return (
    <Page title={home.title} lead={`${home.greetings[greetingAt(now().getHours())]}, ${user.name}`}>
      <Loaded of={mine} skeleton={<ListSkeleton />}>
        {(activities) => <MyWork activities={activities} />}
      </Loaded>
      {assigned && (
        <Loaded of={assigned} skeleton={<ListSkeleton />}>
          {(activities) => (
            <Agenda
              title={home.toVerify}
              activities={activities.filter(({ status }) => status === 'completed').sort(longestWaitingFirst)}
              path={({ id }) => paths.assigned(id)}
              tells="waiting"
              empty={home.toVerifyEmpty}
              more={{ path: paths.assignedReport, label: home.allAssigned }}
            />
          )}
        </Loaded>
      )}
    </Page>
  );
}

function MyWork({ activities }: { activities: readonly Activity[] }) {
  return (
    <>
      {activities.length > 0 && <MyFigures activities={activities} />}
      <Agenda
        title={home.nextDue}
        activities={activities.filter(isUndone).sort(mostUrgentFirst)}
        path={({ id }) => paths.inProcess(id)}
        tells="deadline"
        empty={home.nextDueEmpty}
        emptyIcon={ClipboardCheck}
        emptyStep={{ path: paths.register, label: frame.register }}
        more={{ path: paths.pending, label: home.allPending }}
      />
    </>
  );
}

function MyFigures({ activities }: { activities: readonly Activity[] }) {
  const late = countOf(activities, isLate);
  return (
    <div className="home-figures">
      <FigureCard figure={activities.length} label={home.pending} hint={home.pendingHint} />
      <FigureCard figure={late} label={home.late} hint={home.lateHint} tone={late > 0 ? 'late' : undefined} />
      <FigureCard figure={countOf(activities, isNear)} label={home.soon} hint={home.soonHint} />
      <FigureCard figure={countOf(activities, ({ status }) => status === 'completed')} label={home.delivered} hint={home.deliveredHint} />
    </div>
  );
}
