import { deadlineOf } from '@bitacora/core/domain/activity/deadline';
import type { CalendarDate } from '@bitacora/core/domain/calendar';
import type { Calendar } from '@bitacora/core/use-cases/notifications/read-calendar';
import ical, { ICalEventTransparency } from 'ical-generator';
import { calendarTexts } from '../messages/calendar-entries.ts';

/** How often programs are asked to come back, in seconds. */
const COME_BACK = 3_600;

/** Days have no hours and so no zone: they are written as they would be in UTC. */
const dateOf = (day: CalendarDate) => new Date(`${day}T00:00:00Z`);

/**
 * A calendar as iCalendar text (RFC 5545): every entry a whole day that keeps nobody busy. The same calendar gives the same text, to the
 * letter; an entry keeps its UID for life.
 */
export function writeCalendar({ today, deadlines, awaiting }: Calendar, publicUrl: string): string {
  const { hostname } = new URL(publicUrl);
  const calendar = ical({ name: calendarTexts.name, prodId: { company: 'Bitacora', product: 'Bitacora', language: 'ES' }, ttl: COME_BACK });
  const usual = { allDay: true, transparency: ICalEventTransparency.TRANSPARENT };

  for (const activity of deadlines) {
    calendar.createEvent({
      ...usual,
      id: `deadline-${activity.id}@${hostname}`,
      start: dateOf(deadlineOf(activity)),
      stamp: activity.changedAt,
      sequence: activity.extendedTo ? 1 : 0,
      summary: calendarTexts.deadline(activity),
      description: calendarTexts.deadlineDetails(activity),
      url: new URL(`/Consult_My_Activity/${activity.id}`, publicUrl).href,
    });
  }
  for (const activity of awaiting) {
    const assignee = { firstName: activity.assigneeFirstName, lastName: activity.assigneeLastName };
    calendar.createEvent({
      ...usual,
      id: `verification-${activity.id}@${hostname}`,
      start: dateOf(today),
      stamp: dateOf(today),
      summary: calendarTexts.awaiting(activity),
      description: calendarTexts.awaitingDetails(activity, assignee),
      url: new URL(`/Consult_Activitie_Assigned/${activity.id}`, publicUrl).href,
    });
  }
  return `${calendar.toString()}\r\n`;
}
