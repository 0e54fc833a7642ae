import type { Client } from '@bitacora/core/client';
import type { FacetCounts } from '@bitacora/core/contract/reports/report-shapes';
import { greetingAt } from '@bitacora/core/domain/account/account';
import { type UrgencyMark, undeliveredStatuses } from '@bitacora/core/domain/activities/deadline';
import { defaultRange } from '@bitacora/core/domain/calendar';
import { adminPolicy, isDeveloper } from '@bitacora/core/domain/people/person';
import { AGENDA_SIZE, longestWaitingFirst, ownOrders, readDateEnds, rowsPath } from '@bitacora/core/domain/reports/list-address';
import type { Filters } from '@bitacora/core/domain/reports/report';
import { orderSentence } from '@bitacora/core/messages/activities/activity-fields';
import { writtenWeekday } from '@bitacora/core/messages/dates';
import { frame } from '@bitacora/core/messages/layout';
import { ClipboardCheck, MessageSquarePlus, Presentation } from 'lucide-react';
import { Link, type LoaderFunctionArgs } from 'react-router-dom';
import { getApp, useApp, useSession } from '../../app/app.ts';
import { getClients } from '../../app/clients.ts';
import { paths } from '../../app/paths.ts';
import { deferred, Loaded, once, useLoaded } from '../../layout/loaded.tsx';
import { FigureCard, Page } from '../../layout/page.tsx';
import { home } from '../../messages/home-texts.ts';
import { standUp } from '../../messages/stand-up-texts.ts';
import { workRequests } from '../../messages/work-request-texts.ts';
import { type Notification, NotificationRows } from '../../notifications/notification-rows.tsx';
import { TourButton } from '../../tours/tour-button.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Empty, ListSkeleton } from '../../ui/states.tsx';
import { rereadFor } from '../../ui/use-address-state.ts';
import type { ActivityView } from '../activity.tsx';
import { useReportState } from '../list/list-state.ts';
import { Agenda } from './agenda.tsx';
import { AgendaFrame } from './agenda-frame.tsx';
import { CompanyHome, type CompanyHomeData } from './company-home.tsx';
import { areStepsDismissed } from './first-steps.tsx';
import { type FirstRows, latestFirst, type WaitingData } from './waiting.tsx';
import './home.css';

/** As many rows of each list as Home shows. */
const firstPage = { page: 1, pageSize: 3 };
const toVerifyFirst = { ...firstPage, reportStatuses: ['completed' as const], sort: longestWaitingFirst };
const nextDue = { isOwn: true, reportStatuses: [...undeliveredStatuses], sort: ownOrders.pending, page: 1, pageSize: AGENDA_SIZE };
const markedFirst = (mark: UrgencyMark) => ({ ...firstPage, urgencies: [mark], sort: latestFirst });

/** What the loader of Home reads for people without privileges. */
interface OwnHomeData {
  /** Together, because figures that come later would move the agenda. */
  work: Promise<[FacetCounts, next: { rows: ActivityView[]; total: number }]>;
  notifications: Promise<Notification[]>;
}

/** Unread notifications are searched among this many of the newest. */
const UNREAD_SIZE = 20;
const UNREAD_MAX = 3;
const pickUnread = ({ notifications }: { notifications: readonly Notification[] }) =>
  notifications.filter(({ readAt }) => readAt === null).slice(0, UNREAD_MAX);

export async function loader(args: LoaderFunctionArgs) {
  const { client } = getClients(args);
  const { session } = getApp(args);
  const { user, today, isDemo } = await session.current();
  if (!user || !adminPolicy.readGlobalReports(user)) {
    const own: OwnHomeData = {
      work: deferred(Promise.all([client.countFacets({ isOwn: true }), client.listAllActivities(nextDue)])),
      notifications: deferred(client.listOwnNotifications({ limit: UNREAD_SIZE }).then(pickUnread)),
    };
    return { own, company: null };
  }
  const { from, to } = readDateEnds(new URL(args.request.url).searchParams);
  // Asked first, because the rest of the page stands below.
  const waiting = readWaiting(client);
  const oldestOn = client.readFirstPending().then((first) => first.oldestOn);
  // The figures count this range. It is a month when the oldest day cannot be read.
  const range = oldestOn.catch(() => null).then((oldest) => ({ ...defaultRange(to ?? today, oldest), ...(from && { from }) }));
  const company: CompanyHomeData = {
    figures: deferred(Promise.all([client.readCompanyFigures({ from, to }), range]).then(([figures, range]) => ({ ...figures, range }))),
    oldestOn: deferred(oldestOn),
    groups: once(async () => ({ ...(await client.readComplianceGroups({ from, to })), range: await range })),
    steps: isDeveloper(user) && !isDemo && !areStepsDismissed(user.id) ? deferred(client.readFirstSteps().catch(() => null)) : null,
    waiting,
  };
  return { own: null, company };
}

function readWaiting(client: Client): WaitingData {
  const assigned = deferred(client.readAssignedFigures({ from: null, to: null }));
  const toVerify = deferred(client.listAssignedByMe(toVerifyFirst));
  const late = deferred(client.listAssignedByMe(markedFirst('late')));
  // Few people ask, so the list is read where the figures count one.
  const requested = deferred(
    assigned.then(({ urgencies }): FirstRows | Promise<FirstRows> =>
      urgencies?.extensionRequested ? client.listAssignedByMe(markedFirst('extensionRequested')) : { rows: [], total: 0 },
    ),
  );
  const requests = deferred(client.listRequests({ view: 'toAnswer', limit: firstPage.pageSize }));
  const people = deferred(client.readPeopleLoad({ isAssigned: true }).then((load) => load.people));
  const parts = { assigned, toVerify, late, requested, requests, people };
  return { ...parts, settled: deferred(Promise.allSettled(Object.values(parts))) };
}

/** Another page of the personal list is no reason, because that has a loader of its own. */
export const shouldRevalidate = rereadFor('from', 'to');

export function Component() {
  const { own, company } = useLoaded<typeof loader>();
  const { user, today } = useSession();
  const { now } = useApp();
  const controls = useReportState(ownOrders.home);
  return (
    <Page
      title={home.title}
      lead={
        <>
          {home.greetings[greetingAt(now().getHours())]}, {user.name.split(' ')[0]}
          <span className="home-date">{writtenWeekday(today)}</span>
        </>
      }
      actions={
        <>
          {company && (
            <ButtonLink icon={Presentation} to={paths.standUp}>
              {standUp.title}
            </ButtonLink>
          )}
          <TourButton tour="home" />
        </>
      }
    >
      {company && <CompanyHome data={company} controls={controls} />}
      {own && (
        <>
          <ButtonLink icon={MessageSquarePlus} to={paths.newRequest}>
            {workRequests.ask}
          </ButtonLink>
          <Loaded of={own.work} skeleton={<ListSkeleton />}>
            {([facets, { rows, total }]) => (
              <>
                <MyFigures facets={facets} />
                <Agenda
                  title={home.nextDue}
                  activities={rows}
                  total={total}
                  shows="deadline"
                  order={orderSentence(ownOrders.pending, true)}
                  empty={
                    <Empty icon={ClipboardCheck} text={home.nextDueEmpty} help="registra-algo-tuyo">
                      <ButtonLink to={paths.register}>{frame.register}</ButtonLink>
                    </Empty>
                  }
                  more={{ path: paths.pending, label: home.allPending }}
                />
              </>
            )}
          </Loaded>
          <Loaded of={own.notifications} isSilent skeleton={<span />}>
            {(unread) =>
              unread.length > 0 && (
                <AgendaFrame title={home.unread} beside={<Link to={paths.notifications}>{home.allNotifications}</Link>}>
                  <NotificationRows notifications={unread} hasDay />
                </AgendaFrame>
              )
            }
          </Loaded>
        </>
      )}
    </Page>
  );
}

const findTotal = (counts: readonly { name: string; total: number }[], status: string) =>
  counts.find(({ name }) => name === status)?.total ?? 0;

/** Each number is a link to its rows. */
function MyFigures({ facets: { statuses, urgencies } }: { facets: FacetCounts }) {
  const pending = statuses.reduce((sum, { total }) => sum + total, 0);
  if (pending === 0) return null;
  const late = findTotal(urgencies, 'late');
  const rejected = findTotal(urgencies, 'rejected');
  const rows = (filters: Partial<Filters> = {}) => rowsPath(paths.pending, filters);
  return (
    <div className="home-figures">
      {rejected > 0 && (
        <FigureCard figure={rejected} label={home.rejected} hint={home.rejectedHint} tone="late" to={rows({ urgencies: ['rejected'] })} />
      )}
      <FigureCard figure={pending} label={home.pending} hint={home.pendingHint} to={rows()} />
      <FigureCard
        figure={late}
        label={home.late}
        hint={home.lateHint}
        tone={late > 0 ? 'late' : undefined}
        to={rows({ urgencies: ['late'] })}
      />
      <FigureCard figure={findTotal(urgencies, 'week')} label={home.soon} hint={home.soonHint} to={rows({ urgencies: ['week'] })} />
      <FigureCard
        figure={findTotal(statuses, 'completed')}
        label={home.delivered}
        hint={home.deliveredHint}
        to={rows({ statuses: ['completed'] })}
      />
    </div>
  );
}
