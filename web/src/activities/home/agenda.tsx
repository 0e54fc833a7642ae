import { effectiveDeadline, rowSignal } from '@bitacora/core/domain/activities/deadline';
import { readerConsultPath } from '@bitacora/core/domain/page-paths';
import { assigneeName } from '@bitacora/core/domain/people/person';
import { AGENDA_SIZE } from '@bitacora/core/domain/reports/list-address';
import { writtenNearDay } from '@bitacora/core/messages/dates';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useSession } from '../../app/app.ts';
import { useLinkState } from '../../layout/menu-entries.ts';
import { home } from '../../messages/home-texts.ts';
import { Marks } from '../../ui/status-chip.tsx';
import { rowLink } from '../../ui/table-parts.tsx';
import { type ActivityView, DaysFrom, DaysLeft } from '../activity.tsx';
import { AgendaFrame, type AgendaFrameProps } from './agenda-frame.tsx';

interface AgendaProps extends Omit<AgendaFrameProps, 'beside' | 'children'> {
  activities: readonly ActivityView[];
  /** What each line shows: the deadline, or how long the delivery has waited. */
  shows: 'deadline' | 'waiting';
  /** Names the responsible, where the lines are of others. */
  hasAssignee?: boolean;
  /** Unset for a list that is left out without lines. */
  empty?: ReactNode;
  more: { path: string; label: string };
  /** What the reader can do with all lines. */
  tool?: ReactNode;
  /** What the reader can do with a line. */
  acts?: (activity: ActivityView) => ReactNode;
}

/** The first activities of a list, as links. */
export function Agenda({ activities, shows, hasAssignee = false, empty, more, tool, acts, ...frame }: AgendaProps) {
  const linkState = useLinkState();
  const { user } = useSession();
  return (
    <AgendaFrame
      {...frame}
      beside={
        <>
          {tool}
          {/* Beside other lists, the link names its own. */}
          <Link to={more.path} aria-label={acts && `${more.label}: ${frame.title}`}>
            {more.label}
          </Link>
        </>
      }
    >
      {activities.length === 0 ? (
        empty
      ) : (
        <ul>
          {activities.slice(0, AGENDA_SIZE).map((activity) => (
            <li key={activity.id} data-acts={acts && true}>
              <Link
                {...rowLink}
                className="agenda-line"
                to={readerConsultPath(activity, user.id)}
                state={linkState}
                data-signal={shows === 'deadline' ? rowSignal(activity.status, activity.daysLeft) : undefined}
              >
                <span className="agenda-folio tabular">{activity.id}</span>
                <span className="agenda-words">
                  <span className="agenda-text">{activity.description}</span>
                  <span className="muted">{hasAssignee ? `${assigneeName(activity)} · ${activity.topic}` : activity.topic}</span>
                </span>
                {shows === 'deadline' ? <Deadline activity={activity} /> : <DeliveredSince activity={activity} />}
                {!acts && <ChevronRight size={16} aria-hidden="true" className="muted" />}
              </Link>
              {acts && <div className="agenda-acts">{acts(activity)}</div>}
            </li>
          ))}
        </ul>
      )}
    </AgendaFrame>
  );
}

function Deadline({ activity }: { activity: ActivityView }) {
  const { today } = useSession();
  return (
    <span className="agenda-when">
      <span className="agenda-signals">
        <Marks activity={activity} />
        <DaysLeft activity={activity} />
      </span>
      {activity.status === 'completed' ? (
        <DeliveredSince activity={activity} />
      ) : (
        <span className="muted">{home.due(writtenNearDay(effectiveDeadline(activity), today), activity.daysLeft)}</span>
      )}
    </span>
  );
}

function DeliveredSince({ activity: { closedAt } }: { activity: ActivityView }) {
  const { today } = useSession();
  if (!closedAt) return null;
  return (
    <span className="muted">
      <DaysFrom from={closedAt} to={today}>
        {(days) => home.waitingSince(Math.max(0, days))}
      </DaysFrom>
    </span>
  );
}
