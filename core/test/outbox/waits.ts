import type { CalendarDate } from '../../src/domain/calendar.ts';
import type { NotificationKind } from '../../src/domain/notifications/notification.ts';
import type { QuietHours } from '../../src/domain/notifications/quiet-hours.ts';

/** The oracle of the quiet hours in SQL: a notification waits, unless its deadline ends before the opening. */
export const waits = (kind: NotificationKind, deadlineOn: CalendarDate | null, quiet: readonly QuietHours[]): boolean =>
  quiet.some(({ kinds, today, opensOn }) => kinds.includes(kind) && !(today && deadlineOn && deadlineOn >= today && deadlineOn < opensOn));
