import type { Endpoints, Reply } from '@bitacora/core/contract';
import { addDays, type CalendarDate, localDay } from '@bitacora/core/domain/calendar';
import { consultPath } from '@bitacora/core/domain/page-paths';
import { writtenClock, writtenShortDay, writtenWeekday } from '@bitacora/core/messages/dates';
import {
  AlarmClock,
  Ban,
  BellRing,
  CalendarPlus,
  CalendarX,
  CheckCheck,
  ClipboardPen,
  Hourglass,
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
import { paths } from '../app/paths.ts';
import { useLinkState } from '../layout/menu-entries.ts';
import { notificationTexts as texts } from '../messages/notification-texts.ts';
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
  dueSoon: [AlarmClock, 'soon'],
  dueTomorrow: [AlarmClock, 'soon'],
  overdue: [AlarmClock, 'late'],
  accountChanged: [UserCog, 'soon'],
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
      <h2 id={title}>{dayName(day, today)}</h2>
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
  const linkState = useLinkState();
  const { activityId, status, isVisible, assigneeName, readAt } = notification;
  const words = <NotificationWords notification={notification} hasDay={hasDay} />;
  const row = { className: 'notification', 'data-unread': readAt === null };
  if (!isVisible || status === null || activityId === null) return <div {...row}>{words}</div>;
  // The page itself redirects when the assignee is a namesake.
  const path =
    importedFor(notification, user.name) > 1
      ? paths.pending
      : consultPath({ id: activityId, status, isAssignee: assigneeName === user.name });
  return (
    <Link {...row} {...rowLink} to={path} state={linkState}>
      {words}
    </Link>
  );
}

function NotificationWords({ notification, hasDay }: { notification: Notification; hasDay: boolean }) {
  const { kind, activityId, description, topic, actorName, note, createdAt, readAt } = notification;
  const { zone, today, user } = useSession();
  const imported = importedFor(notification, user.name);
  const [Icon, tone] = looks[kind];
  const day = localDay(zone, createdAt);
  return (
    <>
      <span className="notification-mark" data-tone={tone} aria-hidden="true">
        <Icon size={16} />
      </span>
      <span className="notification-words">
        <span className="notification-title">
          {readAt === null && <span className="only-read">{texts.isUnread}: </span>}
          {texts.sentences[kind](actorName, imported)}
        </span>
        <span className="notification-text">
          {imported > 1 && description ? texts.mostUrgent(description) : (description ?? texts.lost)}
        </span>
        {note && <span className="notification-note">{note}</span>}
        <span className="muted">
          {activityId !== null && texts.folio(activityId)}
          {topic && ` · ${topic}`}
        </span>
      </span>
      <time className="muted tabular" dateTime={createdAt.toISOString()}>
        {hasDay && day !== today ? writtenShortDay(day) : writtenClock(createdAt, zone)}
      </time>
      <span className="notification-dot" aria-hidden="true" />
    </>
  );
}
