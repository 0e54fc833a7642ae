import type { Endpoints, Reply } from '@bitacora/core/contract';
import { openStatuses, type Status } from '@bitacora/core/domain/activity/activity';
import { type CalendarDate, type DateRange, defaultRange } from '@bitacora/core/domain/calendar';
import { registeredPath } from '@bitacora/core/domain/reports/list-address';
import type { Sort } from '@bitacora/core/domain/reports/report';
import { ownLists } from '@bitacora/core/messages/activity-fields';
import { Outlet, useRouteLoaderData } from 'react-router-dom';
import { OWN_WORK_ROUTE, useSession } from '../../app.ts';
import { Loaded } from '../../layout/loaded.tsx';
import { paths } from '../../layout/paths.ts';
import { home } from '../../messages/home.ts';
import { inbox } from '../../messages/inbox.ts';
import { RangeTool, RangeWaiting } from '../../reports/later-tools.tsx';
import type { ReportControls } from '../../reports/report-state.ts';
import { TableSkeleton } from '../../ui/states.tsx';
import type { ActivityView } from '../activity.ts';
import { Agenda } from './agenda.tsx';
import { ComplianceCards, type ComplianceFigures } from './compliance-cards.tsx';
import { ComplianceCharts } from './compliance-charts.tsx';
import type { ComplianceGroups } from './compliance-share.ts';
import { FirstSteps } from './first-steps.tsx';
import type { loader as loadOwnWork } from './own-work.tsx';
import { PeopleLoad, TeamFigures } from './team-today.tsx';
import './home.css';

/** What the loader of Home reads for privileged people. */
export interface CompanyHomeParts {
  figures: Promise<ComplianceFigures & { range: DateRange }>;
  oldestOn: Promise<CalendarDate | null>;
  groups: () => Promise<ComplianceGroups>;
  /** Null for those who do not look after the server, and once dismissed. */
  steps: Promise<Reply<Endpoints['readFirstSteps']>> | null;
  /** Of the work that the reader assigned. */
  assigned: Promise<Reply<Endpoints['readAssignedFigures']>>;
  people: Promise<Reply<Endpoints['readPeopleLoad']>['people']>;
  /** The first deliveries to verify, the most overdue first, and their total. */
  toVerify: Promise<{ rows: ActivityView[]; total: number }>;
}

export const mostUrgentFirst: Sort = ownLists.home.sort;

/** The date range of the cards. */
export function HomeRange({ oldestOn, controls }: { oldestOn: CompanyHomeParts['oldestOn']; controls: ReportControls }) {
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
export function CompanyHome({ parts, controls }: { parts: CompanyHomeParts; controls: ReportControls }) {
  const { settled } = useRouteLoaderData<typeof loadOwnWork>(OWN_WORK_ROUTE) ?? {};
  return (
    <>
      {parts.steps && <FirstSteps of={parts.steps} />}
      <TeamFigures figures={parts.assigned} toVerify={parts.toVerify} />
      <section className="report-section">
        <h2>{home.company}</h2>
        <ComplianceCards of={parts.figures} rowsOf={({ range }) => companyRows(range)} />
      </section>
      <Outlet context={controls} />
      {/* Its height would move the parts below. */}
      <Loaded<unknown> of={settled ?? nothingToAwait} skeleton={<div className="company-home-room" />}>
        {() => (
          <>
            <Loaded of={parts.toVerify} skeleton={<TableSkeleton />}>
              {({ rows, total }) => (
                <Agenda
                  title={home.toVerify}
                  activities={rows}
                  total={total}
                  shows="waiting"
                  empty={home.toVerifyEmpty}
                  more={{ path: paths.verifyInbox, label: inbox.all }}
                />
              )}
            </Loaded>
            <Loaded of={parts.people} skeleton={<TableSkeleton />}>
              {(people) => <PeopleLoad people={people} />}
            </Loaded>
            <ComplianceCharts ask={parts.groups} />
          </>
        )}
      </Loaded>
    </>
  );
}
