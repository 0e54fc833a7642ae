import { consultPathFor } from '@bitacora/core/domain/activity/consult-path';
import type { CalendarDate } from '@bitacora/core/domain/calendar';
import { addDays } from '@bitacora/core/domain/calendar';
import { writtenClock, writtenWeekday } from '@bitacora/core/messages/dates';
import {
  AlarmClock,
  Ban,
  BellRing,
  CalendarPlus,
  CheckCheck,
  ClipboardPen,
  Hourglass,
  type LucideIcon,
  MessageSquare,
  PencilLine,
  RotateCcw,
  TriangleAlert,
  UserRoundX,
} from 'lucide-react';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { useSession } from '../app.ts';
import { useLinkState } from '../layout/menu-entries.ts';
import { notificationTexts as texts } from '../messages/notifications.ts';
import { rowLink } from '../ui/row-link.ts';
import type { Notification } from './notifications.tsx';

type Tone = 'late' | 'soon' | 'done' | 'wait' | 'off';
const looks: Record<Notification['kind'], readonly [LucideIcon, Tone]> = {
  assigned: [ClipboardPen, 'off'],
  verificationRequested: [Hourglass, 'wait'],
  verified: [CheckCheck, 'done'],
  rejected: [RotateCcw, 'late'],
  canceled: [Ban, 'off'],
  extended: [CalendarPlus, 'off'],
  reminded: [BellRing, 'soon'],
  amended: [PencilLine, 'off'],
  reassigned: [UserRoundX, 'off'],
  commented: [MessageSquare, 'off'],
  overdueEscalated: [TriangleAlert, 'late'],
  verdictOverdue: [Hourglass, 'wait'],
  dueSoon: [AlarmClock, 'soon'],
  dueTomorrow: [AlarmClock, 'soon'],
  overdue: [AlarmClock, 'late'],
  weekly: [BellRing, 'off'],
  other: [BellRing, 'off'],
};

interface NotificationDayProps {
  day: CalendarDate;
  notifications: readonly Notification[];
  onOpen: (notification: Notification) => void;
}

/** What one day brought, newest first. */
export function NotificationDay({ day, notifications, onOpen }: NotificationDayProps) {
  const { today } = useSession();
  const title = useId();
  const name = day === today ? texts.today : day === addDays(today, -1) ? texts.yesterday : writtenWeekday(day);
  return (
    <section className="notification-day" aria-labelledby={title}>
      <h2 id={title}>{name}</h2>
      <ul>
        {notifications.map((notification) => (
          <li key={notification.id}>
            <NotificationRow notification={notification} onOpen={() => onOpen(notification)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function NotificationRow({ notification, onOpen }: { notification: Notification; onOpen: () => void }) {
  const { user } = useSession();
  const linkState = useLinkState();
  const { activityId, status, isVisible, assigneeName, readAt } = notification;
  const words = <NotificationWords notification={notification} />;
  const row = { className: 'notification', 'data-unread': readAt === null };
  if (!isVisible || status === null) return <div {...row}>{words}</div>;
  // The page itself leads on where the name is a namesake's.
  const path = consultPathFor({ id: activityId, status, isAssignee: assigneeName === user.name });
  return (
    <Link {...row} {...rowLink} to={path} state={linkState} onClick={onOpen}>
      {words}
    </Link>
  );
}

function NotificationWords({
  notification: { kind, activityId, description, topic, actorName, note, createdAt, readAt },
}: {
  notification: Notification;
}) {
  const { zone } = useSession();
  const [Icon, tone] = looks[kind];
  return (
    <>
      <span className="notification-mark" data-tone={tone} aria-hidden="true">
        <Icon size={16} />
      </span>
      <span className="notification-words">
        <span className="notification-title">
          {readAt === null && <span className="only-read">{texts.isUnread}: </span>}
          {texts.sentences[kind](actorName)}
        </span>
        <span className="notification-text">{description ?? texts.lost}</span>
        {note && <span className="notification-note">{note}</span>}
        <span className="muted">
          {texts.folio(activityId)}
          {topic && ` · ${topic}`}
        </span>
      </span>
      <time className="muted tabular" dateTime={createdAt.toISOString()}>
        {writtenClock(createdAt, zone)}
      </time>
      <span className="notification-dot" aria-hidden="true" />
    </>
  );
}
