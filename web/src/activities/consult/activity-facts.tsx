import './consult-head.css';
import './series.css';
import type { Endpoints, Reply } from '@bitacora/core/contract';
import { effectiveDeadline, judgeTimeliness, rowSignal } from '@bitacora/core/domain/activities/deadline';
import { daysBetween, localDay } from '@bitacora/core/domain/calendar';
import { readerConsultPath } from '@bitacora/core/domain/page-paths';
import { assigneeName, ownerName } from '@bitacora/core/domain/people/person';
import { activityFields, type Fact, factLabel, type OtherFact } from '@bitacora/core/messages/activities/activity-fields';
import { consult } from '@bitacora/core/messages/activities/consult';
import { repetitionSentence, repetitionText } from '@bitacora/core/messages/activities/labels';
import { table } from '@bitacora/core/messages/activities/lists';
import { writtenDay, writtenInstant } from '@bitacora/core/messages/dates';
import { frame } from '@bitacora/core/messages/layout';
import { punctualityTexts } from '@bitacora/core/messages/reports/punctuality';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { useSession } from '../../app/app.ts';
import { useClients } from '../../app/clients.ts';
import { paths } from '../../app/paths.ts';
import { DeferredContent } from '../../layout/loaded.tsx';
import { PersonLink } from '../../layout/person-link.tsx';
import { Avatar } from '../../layout/side-menu.tsx';
import { consultPage, seriesTexts } from '../../messages/consult-texts.ts';
import { Button } from '../../ui/button.tsx';
import { type FactRow, Facts, Section } from '../../ui/section.tsx';
import { StatusChip, StatusMarks } from '../../ui/status-chip.tsx';
import { type ActivityView, DaysFrom, DaysLeft, Instant, judgeDelivery, PriorityMark } from '../activity.tsx';

/** Longer texts are clipped to three lines. */
const CLIPPED_FROM = 180;

/** The activity's text, which is the page's heading; below it folio, status, and the deadline in words. */
export function ConsultHead({ activity }: { activity: ActivityView }) {
  const text = activity.description;
  const [isWhole, setWhole] = useState(false);
  const isLong = text.length > CLIPPED_FROM || text.split('\n').length > 3;
  return (
    <>
      <h1 className="consult-heading prose" data-clipped={(isLong && !isWhole) || undefined}>
        {text}
      </h1>
      {isLong && (
        <Button tone="quiet" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? consultPage.showLess : consultPage.showAll}
        </Button>
      )}
      <ConsultLine activity={activity} />
    </>
  );
}

const ConsultLine = ({ activity }: { activity: ActivityView }) => (
  <div className="consult-line">
    <span className="consult-folio">
      <span>
        <span className="consult-word">{consult.folio}</span> {activity.id}
      </span>
      <StatusMarks activity={activity} />
    </span>
    <Deadline activity={activity} />
    <Verdict activity={activity} />
    <Batch activity={activity} />
  </div>
);

/** Says how many were assigned together with this one, with a link for the owner, who has the report. */
function Batch({ activity: { batchId, batchTotal = 0, ownerId } }: { activity: ActivityView }) {
  const { user } = useSession();
  if (!batchId || batchTotal < 2) return null;
  const text = consultPage.batch(batchTotal - 1);
  if (ownerId !== user.id) return <span className="muted">{text}</span>;
  return <Link to={`${paths.assignedReport}?${new URLSearchParams({ batch: batchId })}`}>{text}</Link>;
}

/** A person by photo and name; the reader, where `own` says it otherwise. */
function Person({ id, name, own }: { id: number; name: string; own?: string }) {
  const { user } = useSession();
  if (own && id === user.id) return own;
  return (
    <span className="consult-person">
      <Avatar name={name} photoUrl={null} />
      <PersonLink id={id} name={name} />
    </span>
  );
}

/** Says whether verified work was delivered on time. */
function Verdict({ activity }: { activity: ActivityView }) {
  const { zone } = useSession();
  const verdict = judgeDelivery(activity, zone);
  return verdict && <span className={verdict === 'late' ? 'late' : 'on-time'}>{punctualityTexts.outcomes[verdict]}</span>;
}

/** Shows the deadline, or the end of delivered and closed work, in words. The exact day is its title. */
function Deadline({ activity }: { activity: ActivityView }) {
  const { zone, today } = useSession();
  const { status, daysLeft, closedAt, verifiedAt, canceledAt } = activity;
  const since = (at: Date | null, words: (when: string) => string): ReactNode =>
    at && <span title={writtenInstant(at, zone)}>{words(consultPage.daysAgo(Math.max(0, daysBetween(localDay(zone, at), today))))}</span>;
  switch (judgeTimeliness(status, daysLeft)) {
    case 'closed':
      return since(verifiedAt, consultPage.verified) ?? since(canceledAt, consultPage.canceled);
    case 'delivered':
      return since(closedAt, consultPage.delivered);
    default: {
      const words = daysLeft < 0 ? consultPage.overdue(-daysLeft) : daysLeft === 0 ? consultPage.dueToday : consultPage.dueIn(daysLeft);
      return (
        <span className="days" data-signal={rowSignal(status, daysLeft)} title={writtenDay(effectiveDeadline(activity))}>
          {words}
        </span>
      );
    }
  }
}

type Value = (activity: ActivityView) => ReactNode;

const instant = (at: Date | null) => at && <Instant at={at} />;
/** These facts are drawn as more than the text of a field. */
const values: Partial<Record<Fact, Value>> & Record<OtherFact, Value> = {
  description: ({ description }) => <span className="consult-brief">{description}</span>,
  owner: (activity) => <Person id={activity.ownerId} name={ownerName(activity)} />,
  requester: ({ requesterId, requesterName = '' }) => <Person id={requesterId ?? 0} name={requesterName} own={consultPage.ownRequest} />,
  assignee: (activity) => <Person id={activity.assigneeId} name={assigneeName(activity)} />,
  priority: ({ priority }) => <PriorityMark priority={priority} />,
  daysLeft: (activity) => <DaysLeft activity={activity} />,
  repeatable: ({ repeats }) => (repeats ? frame.yes : frame.no),
  frequency: (activity) => repetitionText(activity) ?? table.notApplicable,
  /** From registration to closing (docs/product.md, 9). */
  totalDays: ({ createdAt, closedAt }) =>
    closedAt && (
      <DaysFrom from={createdAt} to={closedAt}>
        {consult.days}
      </DaysFrom>
    ),
  resolution: ({ resolution }) => resolution,
  createdAt: ({ createdAt }) => instant(createdAt),
  dueOn: ({ dueOn }) => writtenDay(dueOn),
  extendedTo: ({ extendedTo }) => extendedTo && writtenDay(extendedTo),
  extensionReason: ({ extensionReason }) => extensionReason,
  startedAt: ({ startedAt }) => instant(startedAt),
  closedAt: ({ closedAt }) => instant(closedAt),
  verifiedAt: ({ verifiedAt }) => instant(verifiedAt),
  canceledAt: ({ canceledAt }) => instant(canceledAt),
};

/** Builds the row of a fact from its own drawing, or from the text of its field. */
const factRow = (fact: Fact, activity: ActivityView): FactRow => ({
  term: factLabel(fact),
  value: fact in values ? values[fact as OtherFact](activity) : activityFields[fact as Exclude<Fact, OtherFact>].of(activity, ''),
});

/** The facts of a section. The resolution has a section of its own, and most work came of no request. */
export const ActivityFacts = ({ activity, facts }: { activity: ActivityView; facts: readonly Fact[] }) => (
  <Facts
    facts={facts
      .filter((fact) => fact !== 'resolution' && (fact !== 'requester' || activity.requesterName))
      .map((fact) => factRow(fact, activity))}
  />
);

type KnownSeries = Reply<Endpoints['readSeries']>;
type SeriesOccurrence = KnownSeries['occurrences'][number];

/** The earlier and later occurrences of a repeatable activity, which may have other assignees. */
export function Series({ activity }: { activity: ActivityView }) {
  const { client } = useClients();
  return (
    <Section title={seriesTexts.title}>
      <DeferredContent key={`${activity.id} ${activity.status}`} ask={() => client.readSeries({ activityId: activity.id })}>
        {(series: KnownSeries) => <Occurrences {...series} activity={activity} />}
      </DeferredContent>
    </Section>
  );
}

function Occurrences({ occurrences, nextOn, isStopped, activity }: KnownSeries & { activity: ActivityView }) {
  return (
    <>
      <p className="series-lead muted">{repetitionSentence({ ...activity, nextOn, isStopped })}</p>
      {occurrences.length > 1 && (
        <ol className="series">
          {occurrences.map((occurrence) => (
            <li key={occurrence.id} aria-current={occurrence.id === activity.id || undefined}>
              <Folio occurrence={occurrence} isCurrent={occurrence.id === activity.id} />
              <span>{writtenDay(occurrence.dueOn)}</span>
              <StatusChip status={occurrence.status} />
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

function Folio({ occurrence, isCurrent }: { occurrence: SeriesOccurrence; isCurrent: boolean }) {
  const { user } = useSession();
  const { id } = occurrence;
  if (isCurrent)
    return (
      <span className="tabular">
        {id} <span className="muted">{seriesTexts.current}</span>
      </span>
    );
  return (
    <Link className="tabular" to={readerConsultPath(occurrence, user.id)} aria-label={seriesTexts.consult(id)}>
      {id}
    </Link>
  );
}
