import { adminPolicy } from '@bitacora/core/domain/activity/policy';
import { urgencyKey } from '@bitacora/core/domain/activity/urgency';
import { greetingAt } from '@bitacora/core/domain/people/greeting';
import { frame } from '@bitacora/core/messages/layout';
import { ClipboardCheck } from 'lucide-react';
import type { LoaderFunctionArgs, ShouldRevalidateFunctionArgs } from 'react-router-dom';
import { appOf, useApp, useSession } from '../../app.ts';
import { FigureCard } from '../../layout/card.tsx';
import { deferred, Loaded, useLoaded } from '../../layout/loaded.tsx';
import { countOf, Page } from '../../layout/page.tsx';
import { paths } from '../../layout/paths.ts';
import { home } from '../../messages/home.ts';
import { readReportState, useReportState } from '../../reports/report-state.ts';
import { TourButton } from '../../tours/tour-button.tsx';
import { ListSkeleton } from '../../ui/states.tsx';
import { type Activity, isNear, isOverdue, isUndone } from '../activity.ts';
import { AGENDA_SIZE, Agenda } from './agenda.tsx';
import { CompanyHome, type CompanyHomeParts, HomeRange, mostUrgentFirst } from './company-home.tsx';
import './home.css';

/** Only as many rows as Home shows. */
const toVerifyFirst = { reportStatuses: ['completed' as const], sort: mostUrgentFirst, page: 1, pageSize: AGENDA_SIZE };

export async function loader(args: LoaderFunctionArgs) {
  const { client, session } = appOf(args);
  const { user } = await session.current();
  const mine = deferred(client.listMyPending());
  if (!user || !adminPolicy.readGlobalReports(user)) return { mine, company: null };
  const { from, to } = readReportState(new URL(args.request.url).searchParams, mostUrgentFirst);
  const company: CompanyHomeParts = {
    figures: deferred(client.readCompanyFigures({ from, to })),
    oldestOn: deferred(client.readFirstPending().then(({ oldestOn }) => oldestOn)),
    groups: once(() => client.readComplianceGroups({ from, to })),
    toVerify: deferred(client.listAssignedByMe(toVerifyFirst)),
    mineSettled: deferred(Promise.allSettled([mine])),
  };
  return { mine, company };
}

/** Reloads only for another range, because the browser filters, sorts and pages the personal list. */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  const isSame = (name: string) => currentUrl.searchParams.get(name) === nextUrl.searchParams.get(name);
  const isThisScreen = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search;
  return isThisScreen && isSame('from') && isSame('to') ? false : defaultShouldRevalidate;
}

const mostUrgentAtFirst = (a: Activity, b: Activity) => urgencyKey(a, a.daysLeft) - urgencyKey(b, b.daysLeft);

export function Component() {
  const { mine, company } = useLoaded<typeof loader>();
  const { user } = useSession();
  const { now } = useApp();
  const controls = useReportState(mostUrgentFirst);
  return (
    <Page
      title={home.title}
      lead={`${home.greetings[greetingAt(now().getHours())]}, ${user.name}`}
      actions={
        <>
          <TourButton tour="home" />
          {company && <HomeRange oldestOn={company.oldestOn} controls={controls} />}
        </>
      }
    >
      {company ? (
        <CompanyHome parts={company} mine={mine} controls={controls} />
      ) : (
        <Loaded of={mine} skeleton={<ListSkeleton />}>
          {(activities) => <MyWork activities={activities} />}
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
        activities={activities.filter(isUndone).sort(mostUrgentAtFirst)}
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
  const late = countOf(activities, isOverdue);
  return (
    <div className="home-figures">
      <FigureCard figure={activities.length} label={home.pending} hint={home.pendingHint} />
      <FigureCard figure={late} label={home.late} hint={home.lateHint} tone={late > 0 ? 'late' : undefined} />
      <FigureCard figure={countOf(activities, isNear)} label={home.soon} hint={home.soonHint} />
      <FigureCard figure={countOf(activities, ({ status }) => status === 'completed')} label={home.delivered} hint={home.deliveredHint} />
    </div>
  );
}

/** Starts the call at the first use and returns the same promise afterwards. */
function once<Value>(ask: () => Promise<Value>): () => Promise<Value> {
  let promise: Promise<Value> | null = null;
  return () => {
    promise ??= deferred(ask());
    return promise;
  };
}
