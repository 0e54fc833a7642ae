import { consultPathOf } from '@bitacora/core/domain/activity/consult-path';
import { timelinessOf } from '@bitacora/core/domain/activity/deadline';
import { assigneeName, ownerName } from '@bitacora/core/domain/people/person';
import { writtenDaysLeft } from '@bitacora/core/messages/dates';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useSession } from '../../app.ts';
import { InstantDay } from '../../layout/business-day.tsx';
import { useLinkState } from '../../layout/menu-entries.ts';
import { agenda } from '../../messages/agenda.ts';
import { rowLink } from '../../ui/row-link.ts';
import type { Activity } from '../activity.ts';
import { FoundLine } from './found-line.tsx';
import { DaysLeft, Standing } from './status-chip.tsx';
import './agenda-row.css';

/** An activity where there is no room for a table: what, whose, until when, and how it stands. The whole row is its link. */
export function AgendaRow({ activity, pick }: { activity: Activity; pick?: ReactNode }) {
  const { user } = useSession();
  const linkState = useLinkState();
  const other = activity.assigneeId === user.id ? ownerName(activity) : assigneeName(activity);
  const isOwn = activity.assigneeId === user.id && activity.ownerId === user.id;
  return (
    <>
      {pick}
      <span className="agenda-row-words">
        <Link className="agenda-row-title" to={consultPathOf(activity, user.id)} state={linkState} {...rowLink}>
          {activity.description}
        </Link>
        <span className="agenda-row-of">{[`${activity.id}`, activity.topic, ...(isOwn ? [] : [other])].join(' · ')}</span>
        {activity.found && <FoundLine {...activity.found} />}
      </span>
      <span className="agenda-row-when">
        <Deadline activity={activity} />
        <Standing activity={activity} />
      </span>
      <ChevronRight size={16} aria-hidden="true" />
    </>
  );
}

/** 'Vence en 3 días', '2 días de retraso', 'Entregada'; of closed work the day it ended. */
function Deadline({ activity }: { activity: Activity }) {
  const { status, daysLeft, verifiedAt, canceledAt } = activity;
  const timeliness = timelinessOf(status, daysLeft);
  const end = verifiedAt ?? canceledAt;
  if (timeliness === 'closed') return <span className="muted">{end && <InstantDay at={end} />}</span>;
  if (timeliness === 'soon' || timeliness === 'later')
    return (
      <span className="days" data-signal={timeliness === 'soon' ? 'near' : undefined}>
        {agenda.dueIn(writtenDaysLeft(daysLeft))}
      </span>
    );
  return <DaysLeft activity={activity} />;
}
