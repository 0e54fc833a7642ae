import './home.css';
import './charts.css';
import type { Endpoints, Reply } from '@bitacora/core/contract';
import { openStatuses, type Status } from '@bitacora/core/domain/activities/activity';
import { type CalendarDate, type DateRange, defaultRange } from '@bitacora/core/domain/calendar';
import { longestWaitingFirst, registeredPath } from '@bitacora/core/domain/reports/list-address';
import { orderSentence } from '@bitacora/core/messages/activities/activity-fields';
import { lazy, type RefObject, Suspense, useEffect, useId, useRef, useState } from 'react';
import { Outlet, useRouteLoaderData } from 'react-router-dom';
import { OWN_WORK_ROUTE, useSession } from '../../app/app.ts';
import { paths } from '../../app/paths.ts';
import { Loaded } from '../../layout/loaded.tsx';
import { charts } from '../../messages/company-home-texts.ts';
import { home } from '../../messages/home-texts.ts';
import { inbox } from '../../messages/inbox-texts.ts';
import { Skeleton, TableSkeleton } from '../../ui/states.tsx';
import type { ActivityView } from '../activity.tsx';
import { RangeTool, RangeWaiting } from '../list/activity-table.tsx';
import type { ReportControls } from '../list/list-state.ts';
import { Agenda } from './agenda.tsx';
import { ComplianceCards, type ComplianceFigures } from './compliance-cards.tsx';
import type { ComplianceGroups } from './compliance-chart.tsx';
import { FirstSteps, type Steps } from './first-steps.tsx';
import type { loader as loadOwnWork } from './own-work.tsx';
import { PeopleLoad, TeamFigures } from './team-today.tsx';

/** What the loader of Home reads for privileged people. */
export interface CompanyHomeData {
  figures: Promise<ComplianceFigures & { range: DateRange }>;
  oldestOn: Promise<CalendarDate | null>;
  groups: () => Promise<ComplianceGroups>;
  /** Null for those who do not look after the server, and once dismissed. */
  steps: Promise<Steps> | null;
  /** Counts the work that the reader assigned. */
  assigned: Promise<Reply<Endpoints['readAssignedFigures']>>;
  people: Promise<Reply<Endpoints['readPeopleLoad']>['people']>;
  /** The first deliveries to verify, the most overdue first, and their total. */
  toVerify: Promise<{ rows: ActivityView[]; total: number }>;
}

/** The date range of the cards. */
export function HomeRange({ oldestOn, controls }: { oldestOn: CompanyHomeData['oldestOn']; controls: ReportControls }) {
  const { today } = useSession();
  return (
    <Loaded of={oldestOn} skeleton={<RangeWaiting />} isSilent>
      {(oldest) => (
        <RangeTool
          usual={defaultRange(controls.state.to ?? today, oldest)}
          selected={controls.state}
          onApply={(range) => controls.change(range)}
        />
      )}
    </Loaded>
  );
}

/** The rows that the company's cards count. */
const companyRows = (range: DateRange) => {
  const rows = (statuses: readonly Status[]) => registeredPath({ ...range, statuses });
  return { total: rows([]), pending: rows(openStatuses), finished: rows(['verified']) };
};

const nothingToAwait = Promise.resolve();

/** The company's cards, the reader's pending work, and deliveries to verify. */
export function CompanyHome({ data, controls }: { data: CompanyHomeData; controls: ReportControls }) {
  const { settled } = useRouteLoaderData<typeof loadOwnWork>(OWN_WORK_ROUTE) ?? {};
  return (
    <>
      {data.steps && <FirstSteps of={data.steps} />}
      <TeamFigures figures={data.assigned} toVerify={data.toVerify} />
      <section className="report-section">
        <h2>{home.company}</h2>
        <ComplianceCards of={data.figures} toRows={({ range }) => companyRows(range)} />
      </section>
      <Outlet context={controls} />
      {/* The parts below wait, because the height of the list would move them. */}
      <Loaded<unknown> of={settled ?? nothingToAwait} skeleton={<div className="company-home-room" />}>
        {() => (
          <>
            <Loaded of={data.toVerify} skeleton={<TableSkeleton />}>
              {({ rows, total }) => (
                <Agenda
                  title={home.toVerify}
                  activities={rows}
                  total={total}
                  shows="waiting"
                  order={orderSentence(longestWaitingFirst)}
                  empty={home.toVerifyEmpty}
                  more={{ path: paths.verifyInbox, label: inbox.all }}
                />
              )}
            </Loaded>
            <Loaded of={data.people} skeleton={<TableSkeleton />}>
              {(people) => <PeopleLoad people={people} />}
            </Loaded>
            <ComplianceCharts ask={data.groups} />
          </>
        )}
      </Loaded>
    </>
  );
}

const GroupCharts = lazy(async () => ({ default: (await import('./compliance-chart.tsx')).ComplianceGroupCharts }));

const skeleton = <Skeleton lines={6} height={32} />;

/** Compliance by department and by week. It loads when scrolled to; its space is reserved from the start. */
function ComplianceCharts({ ask }: { ask: () => Promise<ComplianceGroups> }) {
  const [section, hasAppeared] = useAppearance<HTMLElement>();
  const title = useId();
  return (
    <section ref={section} className="charts" aria-labelledby={title}>
      <h2 id={title}>{charts.title}</h2>
      <div className="charts-room">
        {hasAppeared && (
          <Loaded of={ask()} skeleton={skeleton}>
            {(groups) => (
              <Suspense fallback={skeleton}>
                <GroupCharts groups={groups} />
              </Suspense>
            )}
          </Loaded>
        )}
      </div>
    </section>
  );
}

/** Distance below the window at which loading starts. */
const AHEAD = '200px';

/** True from when the element first comes into view. */
function useAppearance<Seen extends Element>(): [RefObject<Seen | null>, boolean] {
  const ref = useRef<Seen>(null);
  const [hasAppeared, setAppeared] = useState(false);
  useEffect(() => {
    if (hasAppeared || !ref.current) return;
    const observer = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && setAppeared(true), {
      rootMargin: AHEAD,
    });
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [hasAppeared]);
  return [ref, hasAppeared];
}
