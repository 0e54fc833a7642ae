import './home.css';
import './charts.css';
import { openStatuses, type Status } from '@bitacora/core/domain/activities/activity';
import type { CalendarDate, DateRange } from '@bitacora/core/domain/calendar';
import { registeredPath } from '@bitacora/core/domain/reports/list-address';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Outlet, useRouteLoaderData } from 'react-router-dom';
import { OWN_WORK_ROUTE } from '../../app/app.ts';
import { deferred, Loaded } from '../../layout/loaded.tsx';
import { charts } from '../../messages/company-home-texts.ts';
import { home } from '../../messages/home-texts.ts';
import { later } from '../../ui/later.tsx';
import { Skeleton, TableSkeleton } from '../../ui/states.tsx';
import { OpenRangeTool } from '../list/activity-table.tsx';
import type { ReportControls } from '../list/list-state.ts';
import { ComplianceCards, type ComplianceFigures } from './compliance-cards.tsx';
import type { ComplianceGroups } from './compliance-chart.tsx';
import { FirstSteps, type Steps } from './first-steps.tsx';
import type { loader as loadOwnWork } from './own-work.tsx';
import { PeopleLoad } from './team-today.tsx';
import { Waiting, type WaitingData } from './waiting.tsx';

/** What the loader of Home reads for privileged people. */
export interface CompanyHomeData {
  figures: Promise<ComplianceFigures & { range: DateRange }>;
  oldestOn: Promise<CalendarDate | null>;
  groups: () => Promise<ComplianceGroups>;
  /** Null for those who do not look after the server, and once dismissed. */
  steps: Promise<Steps | null> | null;
  waiting: WaitingData;
}

/** The rows that the company's cards count. */
const companyRows = (range: DateRange) => {
  const rows = (statuses: readonly Status[]) => registeredPath({ ...range, statuses });
  return { total: rows([]), pending: rows(openStatuses), finished: rows(['verified']) };
};

const nothingToAwait = deferred(Promise.resolve(null));

/** What waits for the reader, the team by person, the reader's own work, and the company. */
export function CompanyHome({ data, controls }: { data: CompanyHomeData; controls: ReportControls }) {
  const { settled } = useRouteLoaderData<typeof loadOwnWork>(OWN_WORK_ROUTE) ?? {};
  return (
    <Loaded<Steps | null> of={data.steps ?? nothingToAwait} skeleton={<TableSkeleton />}>
      {(done) => (
        <FirstSteps done={done}>
          {/* Each part waits for those above it, because their height would move it. */}
          <Loaded<unknown> of={data.waiting.settled} skeleton={<TableSkeleton />}>
            {() => (
              <>
                <Waiting {...data.waiting} />
                <Loaded of={data.waiting.people}>{(people) => <PeopleLoad people={people} />}</Loaded>
                <Outlet context={controls} />
                <Loaded<unknown> of={settled ?? nothingToAwait} skeleton={<div className="company-home-room" />}>
                  {() => (
                    <>
                      <section className="report-section">
                        <header className="report-section-head">
                          <h2>{home.company}</h2>
                          <OpenRangeTool oldestOn={data.oldestOn} controls={controls} />
                        </header>
                        <ComplianceCards of={data.figures} toRows={({ range }) => companyRows(range)} />
                      </section>
                      <ComplianceCharts ask={data.groups} />
                    </>
                  )}
                </Loaded>
              </>
            )}
          </Loaded>
        </FirstSteps>
      )}
    </Loaded>
  );
}

const chartSkeleton = <Skeleton lines={6} height={32} />;
const GroupCharts = later(async () => (await import('./compliance-chart.tsx')).ComplianceGroupCharts, chartSkeleton);

/** Compliance by department and by week. Its space is reserved from the start. */
function ComplianceCharts({ ask }: { ask: () => Promise<ComplianceGroups> }) {
  const title = useId();
  return (
    <section className="charts" aria-labelledby={title}>
      <h2 id={title}>{charts.title}</h2>
      <WhenSeen ask={ask} className="charts-room" skeleton={chartSkeleton}>
        {(groups) => <GroupCharts groups={groups} />}
      </WhenSeen>
    </section>
  );
}

/** Distance below the window at which loading starts. */
const AHEAD = '200px';

interface WhenSeenProps<Value> {
  /** Returns the same promise at each call. */
  ask: () => Promise<Value>;
  className?: string;
  skeleton: ReactNode;
  children: (value: Value) => ReactNode;
}

/** Loads when scrolled to, so that it does not delay the parts above. */
function WhenSeen<Value>({ ask, className, skeleton, children }: WhenSeenProps<Value>) {
  const ref = useRef<HTMLDivElement>(null);
  const [hasAppeared, setAppeared] = useState(false);
  useEffect(() => {
    if (hasAppeared || !ref.current) return;
    const observer = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && setAppeared(true), {
      rootMargin: AHEAD,
    });
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [hasAppeared]);
  return (
    <div ref={ref} className={className}>
      {hasAppeared && (
        <Loaded of={ask()} skeleton={skeleton}>
          {children}
        </Loaded>
      )}
    </div>
  );
}
