import type { Endpoints, Reply } from '@bitacora/core/contract';
import { consultPathOf } from '@bitacora/core/domain/page-paths';
import { writtenDay } from '@bitacora/core/messages/dates';
import { Link } from 'react-router-dom';
import { useApp, useSession } from '../../app.ts';
import { DeferredContent } from '../../layout/loaded.tsx';
import { seriesTexts } from '../../messages/consult.ts';
import { Section } from '../../ui/section.tsx';
import type { ActivityView } from '../activity.ts';
import { StatusChip } from '../list/activity-marks.tsx';
import './series.css';

type KnownSeries = Reply<Endpoints['readSeries']>;
type SeriesOccurrence = KnownSeries['occurrences'][number];

/** The earlier and later occurrences of a repeatable activity, which may have other assignees. */
export function Series({ activity }: { activity: ActivityView }) {
  const { client } = useApp();
  return (
    <Section title={seriesTexts.title}>
      <DeferredContent key={`${activity.id} ${activity.status}`} ask={() => client.readSeries({ activityId: activity.id })}>
        {(series: KnownSeries) => <Occurrences {...series} activity={activity} />}
      </DeferredContent>
    </Section>
  );
}

function Occurrences({ occurrences, nextOn, activity }: KnownSeries & { activity: ActivityView }) {
  return (
    <>
      {occurrences.length < 2 && <p className="muted">{seriesTexts.none}</p>}
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
      {nextOn && <p className="series-next muted">{seriesTexts.next(writtenDay(nextOn))}</p>}
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
    <Link className="tabular" to={consultPathOf(occurrence, user.id)} aria-label={seriesTexts.consult(id)}>
      {id}
    </Link>
  );
}
