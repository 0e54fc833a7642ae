import './home.css';
import './charts.css';
import type { PersonLoad } from '@bitacora/core/contract/reports/report-shapes';
import { openStatuses, type Status } from '@bitacora/core/domain/activities/activity';
import type { CalendarDate, DateRange } from '@bitacora/core/domain/calendar';
import { registeredPath, rowsPath } from '@bitacora/core/domain/reports/list-address';
import type { Filters } from '@bitacora/core/domain/reports/report';
import { CheckCheck } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { Link, Outlet, useRouteLoaderData } from 'react-router-dom';
import { OWN_WORK_ROUTE } from '../../app/app.ts';
import { paths } from '../../app/paths.ts';
import { deferred, Loaded } from '../../layout/loaded.tsx';
import { PersonLink } from '../../layout/person-link.tsx';
import { charts } from '../../messages/company-home-texts.ts';
import { home } from '../../messages/home-texts.ts';
import { Button } from '../../ui/button.tsx';
import { later } from '../../ui/later.tsx';
import { Empty, Skeleton, TableSkeleton } from '../../ui/states.tsx';
import { OpenRangeTool } from '../list/activity-table.tsx';
import type { ReportControls } from '../list/list-state.ts';
import { AgendaFrame } from './agenda-frame.tsx';
import { ComplianceCards, type ComplianceFigures } from './compliance-cards.tsx';
import type { ComplianceGroups } from './compliance-chart.tsx';
import { FirstSteps, type Steps } from './first-steps.tsx';
import type { loader as loadOwnWork } from './own-work.tsx';
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

/** Distance below the window at which loading starts. */
const AHEAD = '200px';

/** Compliance by department and by week. It loads when scrolled to, so that it does not delay the parts above; its space is reserved. */
function ComplianceCharts({ ask }: { ask: () => Promise<ComplianceGroups> }) {
  const title = useId();
  const room = useRef<HTMLDivElement>(null);
  const [hasAppeared, setAppeared] = useState(false);
  useEffect(() => {
    if (hasAppeared || !room.current) return;
    const observer = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && setAppeared(true), {
      rootMargin: AHEAD,
    });
    observer.observe(room.current);
    return () => observer.disconnect();
  }, [hasAppeared]);
  return (
    <section className="charts" aria-labelledby={title}>
      <h2 id={title}>{charts.title}</h2>
      <div ref={room} className="charts-room">
        {hasAppeared && (
          <Loaded of={ask()} skeleton={chartSkeleton}>
            {(groups) => <GroupCharts groups={groups} />}
          </Loaded>
        )}
      </div>
    </section>
  );
}

const assigned = (filters: Partial<Filters>) => rowsPath(paths.assignedReport, filters);

const isPressing = (load: PersonLoad) => load.late > 0 || load.week > 0;

/** A table of everybody would push the rest of Home away. */
const VISIBLE = 5;

/** Lists the load of each person, the latest first; at first of the few who are late or have a near deadline. */
function PeopleLoad({ people }: { people: readonly PersonLoad[] }) {
  const [isAll, setAll] = useState(false);
  const busy = people.filter(({ open }) => open > 0).sort((a, b) => b.late - a.late || b.week - a.week);
  const rows = isAll ? busy : busy.filter(isPressing).slice(0, VISIBLE);
  return (
    <AgendaFrame
      title={home.people}
      beside={
        (isAll || busy.length > rows.length) && (
          <Button tone="quiet" aria-pressed={isAll} onClick={() => setAll(!isAll)}>
            {isAll ? home.pressing : home.everybody(busy.length)}
          </Button>
        )
      }
    >
      {rows.length === 0 ? (
        <Empty icon={CheckCheck} text={busy.length === 0 ? home.noPeople : home.peopleEmpty} help="asigna-a-varios" />
      ) : (
        <table className="people-load">
          <thead>
            <tr>
              <th scope="col">{home.person}</th>
              <th scope="col">{home.open}</th>
              <th scope="col">{home.late}</th>
              <th scope="col">{home.week}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((load) => (
              <tr key={load.id}>
                <th scope="row">
                  <PersonLink id={load.id} name={load.name} />
                </th>
                <Count
                  of={load.open}
                  to={assigned({ assignees: [load.id], statuses: openStatuses })}
                  label={`${home.open}, ${load.name}`}
                />
                <Count
                  of={load.late}
                  to={assigned({ assignees: [load.id], urgencies: ['late'] })}
                  label={`${home.late}, ${load.name}`}
                  isLate
                />
                <Count of={load.week} to={assigned({ assignees: [load.id], urgencies: ['week'] })} label={`${home.week}, ${load.name}`} />
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </AgendaFrame>
  );
}

interface CountProps {
  of: number;
  to: string;
  label: string;
  isLate?: boolean;
}

/** A number that leads to its rows; zero leads nowhere. */
const Count = ({ of, to, label, isLate = false }: CountProps) => (
  <td>
    {of === 0 ? (
      <span className="muted">0</span>
    ) : (
      <Link to={to} aria-label={`${of} ${label}`} data-tone={isLate ? 'late' : undefined}>
        {of.toLocaleString('es-MX')}
      </Link>
    )}
  </td>
);
