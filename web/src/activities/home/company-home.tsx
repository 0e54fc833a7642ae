import type { Endpoints, Reply } from '@bitacora/core/contract';
import { openStatuses, type Status } from '@bitacora/core/domain/activity/activity';
import type { CalendarDate } from '@bitacora/core/domain/calendar';
import { type DateRange, defaultRange } from '@bitacora/core/domain/reports/date-range';
import type { Figures } from '@bitacora/core/domain/reports/figures';
import type { Sort } from '@bitacora/core/domain/reports/report';
import { registeredPath } from '@bitacora/core/domain/reports/rows-path';
import { ownLists } from '@bitacora/core/messages/activity-fields';
import { frame } from '@bitacora/core/messages/layout';
import { reports } from '@bitacora/core/messages/reports';
import { ClipboardCheck } from 'lucide-react';
import { useId } from 'react';
import { useSession } from '../../app.ts';
import { Loaded } from '../../layout/loaded.tsx';
import { paths } from '../../layout/paths.ts';
import { home } from '../../messages/home.ts';
import { inbox } from '../../messages/inbox.ts';
import { RangeTool, RangeWaiting } from '../../reports/later-tools.tsx';
import type { ReportControls } from '../../reports/report-state.ts';
import { ReportTable } from '../../reports/report-table.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Empty, TableSkeleton } from '../../ui/states.tsx';
import type { Activity } from '../activity.ts';
import { reportColumns } from '../list/columns.tsx';
import { useCommentHits } from '../list/own-search.tsx';
import { DaysLeftAtHome } from '../list/status-chip.tsx';
import { Agenda } from './agenda.tsx';
import { ComplianceCards } from './compliance-cards.tsx';
import { ComplianceCharts } from './compliance-charts.tsx';
import type { ComplianceGroups } from './compliance-share.ts';
import { FirstSteps } from './first-steps.tsx';
import { ownFacets, ownPage } from './own-page.ts';
import { PeopleLoad, TeamFigures } from './team-today.tsx';
import './home.css';

/** What the loader of Home reads for privileged people. */
export interface CompanyHomeParts {
  figures: Promise<Figures & { range: DateRange }>;
  oldestOn: Promise<CalendarDate | null>;
  groups: () => Promise<ComplianceGroups>;
  /** Null for those who do not look after the server, and once dismissed. */
  steps: Promise<Reply<Endpoints['readFirstSteps']>> | null;
  /** Of the work that the reader assigned. */
  assigned: Promise<Reply<Endpoints['readAssignedFigures']>>;
  people: Promise<Reply<Endpoints['readPeopleLoad']>['people']>;
  /** The first deliveries to verify, the most overdue first, and their total. */
  toVerify: Promise<{ rows: Activity[]; total: number }>;
  /** Settles with the personal list. The parts below wait for it, because its height would move them. */
  mineSettled: Promise<unknown>;
}

export const mostUrgentFirst: Sort = ownLists.home.sort;

const columns = reportColumns(ownLists.home.fields, { daysLeft: (activity) => <DaysLeftAtHome activity={activity} /> });

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

interface CompanyHomeProps {
  parts: CompanyHomeParts;
  mine: Promise<Activity[]>;
  controls: ReportControls;
}

/** The company's cards, the reader's pending work, and deliveries to verify. */
export function CompanyHome({ parts, mine, controls }: CompanyHomeProps) {
  const title = useId();
  const [hits, notice] = useCommentHits(controls.state.search, 'open');
  return (
    <>
      {parts.steps && <FirstSteps of={parts.steps} />}
      <TeamFigures figures={parts.assigned} toVerify={parts.toVerify} />
      <section className="report-section">
        <h2>{home.company}</h2>
        <ComplianceCards of={parts.figures} rowsOf={({ range }) => companyRows(range)} />
      </section>
      <section className="report-section" aria-labelledby={title}>
        <h2 id={title}>{home.mine}</h2>
        <Loaded of={mine} skeleton={<TableSkeleton />}>
          {(activities) => (
            <ReportTable
              screen="home"
              label={home.mine}
              columns={columns}
              page={ownPage(activities, controls.state, hits)}
              controls={controls}
              askFacets={async (filters) => ownFacets(activities, filters, controls.state.search, hits)}
              notice={notice}
              empty={
                <Empty icon={ClipboardCheck} text={home.mineEmpty}>
                  <ButtonLink to={paths.register}>{frame.register}</ButtonLink>
                </Empty>
              }
              isWide
              delivered={<span className="days">{reports.days(0)}</span>}
            />
          )}
        </Loaded>
      </section>
      <Loaded of={parts.mineSettled} skeleton={<div className="company-home-room" />}>
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
