import type { Endpoints, Reply } from '@bitacora/core/contract';
import { addDays, type CalendarDate, localDay } from '@bitacora/core/domain/calendar';
import { isRequestKind } from '@bitacora/core/domain/notifications/notification';
import { consultPath } from '@bitacora/core/domain/page-paths';
import { requestTitles } from '@bitacora/core/messages/activities/work-requests';
import { writtenClock, writtenNearDay, writtenWeekday } from '@bitacora/core/messages/dates';
import {
  AlarmClock,
  Ban,
  BellRing,
  CalendarPlus,
  CalendarX,
  CheckCheck,
  ClipboardPen,
  Hourglass,
  Inbox,
  type LucideIcon,
  MessageSquare,
  PencilLine,
  RotateCcw,
  TriangleAlert,
  UserCog,
  UserRoundX,
} from 'lucide-react';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { useSession } from '../app/app.ts';
import { useClients } from '../app/clients.ts';
import { paths } from '../app/paths.ts';
import { useLinkState } from '../layout/menu-entries.ts';
import { notificationTexts as texts } from '../messages/notification-texts.ts';
import { Fold } from '../ui/fold.tsx';
import { rowLink } from '../ui/table-parts.tsx';
import './notifications.css';

export type Notification = Reply<Endpoints['listOwnNotifications']>['notifications'][number];

type Tone = 'late' | 'soon' | 'done' | 'wait' | 'off';
const looks: Record<Notification['kind'], readonly [LucideIcon, Tone]> = {
  assigned: [ClipboardPen, 'off'],
  verificationRequested: [Hourglass, 'wait'],
  verified: [CheckCheck, 'done'],
  rejected: [RotateCcw, 'late'],
  canceled: [Ban, 'off'],
  extended: [CalendarPlus, 'off'],
  extensionRequested: [CalendarPlus, 'wait'],
  extensionDeclined: [CalendarX, 'soon'],
  reminded: [BellRing, 'soon'],
  amended: [PencilLine, 'off'],
  reassigned: [UserRoundX, 'off'],
  commented: [MessageSquare, 'off'],
  overdueEscalated: [TriangleAlert, 'late'],
  verdictOverdue: [Hourglass, 'wait'],
  seriesStopped: [TriangleAlert, 'late'],
  dueSoon: [AlarmClock, 'soon'],
  dueTomorrow: [AlarmClock, 'soon'],
  overdue: [AlarmClock, 'late'],
  accountChanged: [UserCog, 'soon'],
  requestReceived: [Inbox, 'wait'],
  requestOverdue: [Inbox, 'late'],
  requestAnswered: [Inbox, 'off'],
  requestClosed: [Inbox, 'done'],
  weekly: [BellRing, 'off'],
  other: [BellRing, 'off'],
};

interface NotificationRowsProps {
  notifications: readonly Notification[];
  /** Each row says its day, because no heading does. */
  hasDay?: boolean;
}

/** Lists what happened, the newest first. A row opens its activity. */
export const NotificationRows = ({ notifications, hasDay = false }: NotificationRowsProps) => (
  <ul className="notification-rows">
    {notifications.map((notification) => (
      <li key={notification.id}>
        <NotificationRow notification={notification} hasDay={hasDay} />
      </li>
    ))}
  </ul>
);

/** Lists the notifications of one day. */
export function NotificationDay({ day, notifications }: { day: CalendarDate; notifications: readonly Notification[] }) {
  const { today } = useSession();
  const title = useId();
  return (
    <section className="notification-day" aria-labelledby={title}>
      <p id={title}>{dayName(day, today)}</p>
      <NotificationRows notifications={notifications} />
    </section>
  );
}

const dayName = (day: CalendarDate, today: CalendarDate) =>
  day === today ? texts.today : day === addDays(today, -1) ? texts.yesterday : writtenWeekday(day);

/** Counts imported work only for its assignee, because a substitute gets the notification too. */
const importedFor = ({ imported = 0, assigneeName }: Notification, reader: string) => (assigneeName === reader ? imported : 0);

function NotificationRow({ notification, hasDay }: { notification: Notification; hasDay: boolean }) {
  const { user } = useSession();
  const open = useOpening(notification);
  const { readAt, others = [] } = notification;
  const words = <NotificationWords notification={notification} hasDay={hasDay} />;
  const row = { className: 'notification', 'data-unread': readAt === null };
  const path = importedFor(notification, user.name) > 1 ? paths.pending : (requestPath(notification) ?? workPath(notification, user.name));
  if (path === null || others.length > 0) return <div {...row}>{words}</div>;
  return (
    <Link {...row} {...rowLink} {...open} to={path}>
      {words}
    </Link>
  );
}

/** What a link of a notification needs. Opening it marks it read at once, because the reader may leave before its page has come. */
function useOpening({ id, readAt }: Notification) {
  const { client } = useClients();
  const state = useLinkState();
  return { state, onClick: () => void (readAt === null && client.markNotificationsRead({ ids: [id] }).catch(() => {})) };
}

/** Leads to the request, or to the activity that came of it. */
const requestPath = ({ request }: Notification) => request && (request.activityId ? paths.assigned(request.activityId) : paths.requests);

type Work = Pick<Notification, 'activityId' | 'description' | 'status' | 'isVisible' | 'assigneeName'>;

/** Null where the reader may not open it. The page itself redirects when the assignee is a namesake. */
const workPath = ({ activityId, status, isVisible, assigneeName }: Work, reader: string) =>
  isVisible && status !== null && activityId !== null ? consultPath({ id: activityId, status, isAssignee: assigneeName === reader }) : null;

/** So many works of one notification are named at once. */
const NAMED = 5;

/** Names the works of an act on several, each with its page. */
function Works({ notification }: { notification: Notification }) {
  const { user } = useSession();
  const open = useOpening(notification);
  const works: Work[] = [notification, ...(notification.others ?? [])];
  const list = (part: readonly Work[]) => (
    <ul className="notification-works">
      {part.map((work) => {
        const path = workPath(work, user.name);
        const name = `${work.activityId} · ${work.description}`;
        return (
          <li key={work.activityId}>
            {path ? (
              <Link {...rowLink} {...open} to={path}>
                {name}
              </Link>
            ) : (
              name
            )}
          </li>
        );
      })}
    </ul>
  );
  return (
    <>
      {list(works.slice(0, NAMED))}
      {works.length > NAMED && <Fold label={texts.more(works.length - NAMED)}>{list(works.slice(NAMED))}</Fold>}
    </>
  );
}

function NotificationWords({ notification, hasDay }: { notification: Notification; hasDay: boolean }) {
  const { kind, activityId, description, topic, actorName, request, createdAt, readAt, isVisible, status, others = [] } = notification;
  const note = notification.note ?? request?.reason;
  const { zone, today, user } = useSession();
  const imported = importedFor(notification, user.name);
  const [Icon, tone] = looks[kind];
  const day = localDay(zone, createdAt);
  return (
    <>
      <span className="notification-mark" data-tone={tone} aria-hidden="true">
        <Icon size={16} />
      </span>
      <div className="notification-words">
        <span className="notification-line">
          <span className="notification-title">
            {readAt === null && <span className="only-read">{texts.isUnread}: </span>}
            {request && isRequestKind(kind) ? requestTitles[kind](request) : texts.sentences[kind](actorName, others.length + 1, imported)}
          </span>
          {others.length === 0 && (
            <span className="notification-text">{imported > 1 && description ? texts.mostUrgent(description) : description}</span>
          )}
        </span>
        {others.length > 0 && <Works notification={notification} />}
        <span className="notification-line">
          {note && <span className="notification-note">{note}</span>}
          <span className="muted">
            {[
              others.length === 0 && activityId !== null && texts.folio(activityId),
              others.length === 0 && topic,
              activityId !== null && !isVisible && texts.lost(others.length + 1),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </span>
      </div>
      {kind === 'verificationRequested' && status === 'completed' && isVisible && others.length === 0 && (
        <span className="notification-review">{texts.review}</span>
      )}
      <time className="muted tabular" dateTime={createdAt.toISOString()}>
        {hasDay && day !== today ? writtenNearDay(day, today) : writtenClock(createdAt, zone)}
      </time>
      <span className="notification-dot" aria-hidden="true" />
    </>
  );
}
