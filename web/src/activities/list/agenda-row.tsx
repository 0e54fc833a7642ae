import { timelinessOf } from '@bitacora/core/domain/activity/deadline';
import { consultPathOf } from '@bitacora/core/domain/page-paths';
import { assigneeName, ownerName } from '@bitacora/core/domain/people/person';
import { checklistTexts } from '@bitacora/core/messages/consult';
import { writtenDaysLeft } from '@bitacora/core/messages/dates';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useSession } from '../../app.ts';
import { InstantDay } from '../../layout/business-day.tsx';
import { useLinkState } from '../../layout/menu-entries.ts';
import { agenda } from '../../messages/list-rows.ts';
import { PersonLink } from '../../people/person-link.tsx';
import { rowLink } from '../../ui/row-link.ts';
import type { ActivityView } from '../activity.ts';
import { FoundLine } from './found-line.tsx';
import { DaysLeft, PriorityMark, Standing } from './status-chip.tsx';
import './agenda-row.css';

interface AgendaRowProps {
  activity: ActivityView;
  pick?: ReactNode;
  /** When closed work ended, as the table of this list says it. */
  endOf?: ((activity: ActivityView) => Date | null) | undefined;
  /** What this list says of delivered work in place of 'Entregada'. */
  delivered?: ReactNode;
  /** All rows of the list have the same status, so that none says it. */
  isAlike?: boolean;
  /** Below the words. */
  children?: ReactNode;
}

/** An activity where a table has too little room: what, whose, until when, and how it stands. The whole row is its link. */
export function AgendaRow({ activity, pick, isAlike = false, children, ...when }: AgendaRowProps) {
  const { user } = useSession();
  const linkState = useLinkState();
  const { assigneeId, ownerId } = activity;
  const isOwn = assigneeId === user.id && ownerId === user.id;
  return (
    <>
      {pick}
      <span className="agenda-row-words">
        <Link className="agenda-row-title" to={consultPathOf(activity, user.id)} state={linkState} {...rowLink}>
          {activity.description}
        </Link>
        <span className="agenda-row-of">
          <span>
            {activity.id} · {activity.topic}
            {activity.checklistTotal > 0 && ` · ${checklistTexts.done(activity)}`}
          </span>
          {!isOwn && (
            <span>
              <span className="agenda-row-other">
                {assigneeId === user.id ? (
                  <PersonLink id={ownerId} name={ownerName(activity)} />
                ) : (
                  <PersonLink id={assigneeId} name={assigneeName(activity)} />
                )}
              </span>
            </span>
          )}
        </span>
        {activity.found && <FoundLine {...activity.found} />}
        {children}
      </span>
      <span className="agenda-row-when">
        <Deadline activity={activity} {...when} />
        {activity.priority !== 'normal' && <PriorityMark priority={activity.priority} />}
        {!isAlike && <Standing activity={activity} isBrief />}
      </span>
      <ChevronRight size={16} aria-hidden="true" />
    </>
  );
}

/** 'Vence en 3 días', '2 días de retraso', 'Entregada'; of closed work the day it ended. */
function Deadline({
  activity,
  endOf = ({ verifiedAt, canceledAt }) => verifiedAt ?? canceledAt,
  delivered,
}: Pick<AgendaRowProps, 'activity' | 'endOf' | 'delivered'>) {
  const { status, daysLeft } = activity;
  const timeliness = timelinessOf(status, daysLeft);
  if (timeliness === 'closed') {
    const end = endOf(activity);
    return (
      <span className="muted">
        {end && (
          <>
            {agenda.ended[status === 'canceled' ? status : 'verified']} <InstantDay at={end} />
          </>
        )}
      </span>
    );
  }
  if (timeliness === 'delivered' && delivered) return delivered;
  if (timeliness === 'soon' || timeliness === 'later')
    return (
      <span className="days" data-signal={timeliness === 'soon' ? 'near' : undefined}>
        {agenda.dueIn(writtenDaysLeft(daysLeft))}
      </span>
    );
  return <DaysLeft activity={activity} />;
}
