import './home.css';
import './charts.css';
import './first-steps.css';
import type { Endpoints, Reply } from '@bitacora/core/contract';
import { openStatuses, type Status } from '@bitacora/core/domain/activities/activity';
import { type CalendarDate, type DateRange, defaultRange } from '@bitacora/core/domain/calendar';
import { longestWaitingFirst, registeredPath } from '@bitacora/core/domain/reports/list-address';
import { orderSentence } from '@bitacora/core/messages/activities/activity-fields';
import { Check, Circle } from 'lucide-react';
import { lazy, type RefObject, Suspense, useEffect, useId, useRef, useState } from 'react';
import { Link, Outlet, useRouteLoaderData } from 'react-router-dom';
import { OWN_WORK_ROUTE, useSession } from '../../app/app.ts';
import { paths } from '../../app/paths.ts';
import { tryStorage } from '../../app/storage.ts';
import { Loaded } from '../../layout/loaded.tsx';
import { Card } from '../../layout/page.tsx';
import { charts, firstSteps as texts } from '../../messages/company-home-texts.ts';
import { home } from '../../messages/home-texts.ts';
import { inbox } from '../../messages/inbox-texts.ts';
import { Button } from '../../ui/button.tsx';
import { HelpLink, Skeleton, TableSkeleton } from '../../ui/states.tsx';
import type { ActivityView } from '../activity.tsx';
import { RangeTool, RangeWaiting } from '../list/activity-table.tsx';
import type { ReportControls } from '../list/list-state.ts';
import { Agenda } from './agenda.tsx';
import { ComplianceCards, type ComplianceFigures } from './compliance-cards.tsx';
import type { ComplianceGroups } from './compliance-chart.tsx';
import type { loader as loadOwnWork } from './own-work.tsx';
import { PeopleLoad, TeamFigures } from './team-today.tsx';

/** What the loader of Home reads for privileged people. */
export interface CompanyHomeData {
  figures: Promise<ComplianceFigures & { range: DateRange }>;
  oldestOn: Promise<CalendarDate | null>;
  groups: () => Promise<ComplianceGroups>;
  /** Null for those who do not look after the server, and once dismissed. */
  steps: Promise<Reply<Endpoints['readFirstSteps']>> | null;
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

type Steps = Reply<Endpoints['readFirstSteps']>;

interface FirstStep {
  isDone: (done: Steps) => boolean;
  label: string;
  hint: string;
  to: string;
  /** Another way to do it. */
  also?: { label: string; to: string };
}

const steps: readonly FirstStep[] = [
  { isDone: (done: Steps) => done.hasPeople, label: texts.people, hint: texts.peopleHint, to: paths.users },
  { isDone: (done: Steps) => done.hasTopic, label: texts.topic, hint: texts.topicHint, to: paths.topics },
  {
    isDone: (done: Steps) => done.hasActivity,
    label: texts.activity,
    hint: texts.activityHint,
    to: paths.assign,
    also: { label: texts.sheet, to: paths.importActivities },
  },
  { isDone: (done: Steps) => done.hasMailServer, label: texts.mail, hint: texts.mailHint, to: paths.serverStatus },
  { isDone: (done: Steps) => done.hasBackup, label: texts.backup, hint: texts.backupHint, to: paths.serverStatus },
];

const dismissalKey = (userId: number) => `firstSteps.${userId}`;

/** True when the reader dismissed the steps on this device. */
export const areStepsDismissed = (userId: number): boolean => tryStorage(() => localStorage.getItem(dismissalKey(userId))) === 'off';

/** What a new company does first, each with its link, until all of it is done or the reader dismisses it. */
function FirstSteps({ of }: { of: Promise<Steps> }) {
  const { user } = useSession();
  const [isDismissed, setDismissed] = useState(false);
  if (isDismissed) return null;
  const dismiss = () => {
    setDismissed(true);
    // Without browser storage they come back with the next page.
    tryStorage(() => localStorage.setItem(dismissalKey(user.id), 'off'));
  };
  return (
    <Loaded of={of} isSilent skeleton={<span />}>
      {(done) => {
        const count = steps.filter(({ isDone }) => isDone(done)).length;
        if (count === steps.length) return null;
        return (
          <Card
            title={texts.title}
            lead={texts.lead(count, steps.length)}
            action={
              <Button tone="quiet" onClick={dismiss}>
                {texts.dismiss}
              </Button>
            }
          >
            <ol className="first-steps">
              {steps.map(({ isDone, label, hint, to, also }) => (
                <li key={label}>
                  <Link to={to} data-done={isDone(done)}>
                    {isDone(done) ? <Check size={18} aria-hidden="true" /> : <Circle size={18} aria-hidden="true" />}
                    <span>
                      <span className="only-read">{isDone(done) ? texts.isDone : texts.isOpen}: </span>
                      <span className="first-step">{label}</span>
                      {!isDone(done) && <span className="muted">{hint}</span>}
                    </span>
                  </Link>
                  {also && !isDone(done) && (
                    <Link className="first-step-also" to={also.to}>
                      {also.label}
                    </Link>
                  )}
                </li>
              ))}
            </ol>
            <HelpLink section="crea-a-la-primera-persona" />
          </Card>
        );
      }}
    </Loaded>
  );
}
