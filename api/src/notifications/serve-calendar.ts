import { createHash } from 'node:crypto';
import { effectiveDeadline } from '@bitacora/core/domain/activities/deadline';
import { addDays, type CalendarDate } from '@bitacora/core/domain/calendar';
import type { Actor } from '@bitacora/core/domain/people/person';
import { Refused } from '@bitacora/core/domain/refusal';
import type { Core } from '@bitacora/core/server';
import { type Calendar, findCalendarReader, readCalendar } from '@bitacora/core/use-cases/notifications/calendar-feed';
import ical, { ICalEventTransparency } from 'ical-generator';
import type { Context } from 'koa';
import { limitedAddress } from '../http/client-network.ts';
import type { RateLimits } from '../http/rate-limit.ts';
import { calendarTexts } from '../messages/answers.ts';

/** How often programs are asked to come back, in seconds. */
const COME_BACK = 3_600;

/** Days have no hours and so no zone: they are written as they would be in UTC. */
const utcDate = (day: CalendarDate) => new Date(`${day}T00:00:00Z`);

/**
 * A calendar as iCalendar text (RFC 5545): every entry a whole day that keeps nobody busy. The same calendar gives the same text, to the
 * letter; an entry keeps its UID for life.
 */
export function writeCalendar({ today, deadlines, awaiting }: Calendar, publicUrl: string): string {
  const { hostname } = new URL(publicUrl);
  const calendar = ical({ name: calendarTexts.name, prodId: { company: 'Bitacora', product: 'Bitacora', language: 'ES' }, ttl: COME_BACK });
  /** DTEND is the first day after the entry. */
  const wholeDay = (day: CalendarDate) => ({
    allDay: true,
    transparency: ICalEventTransparency.TRANSPARENT,
    start: utcDate(day),
    end: utcDate(addDays(day, 1)),
  });

  for (const activity of deadlines) {
    calendar.createEvent({
      ...wholeDay(effectiveDeadline(activity)),
      id: `deadline-${activity.id}@${hostname}`,
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
      ...wholeDay(today),
      id: `verification-${activity.id}@${hostname}`,
      stamp: utcDate(today),
      summary: calendarTexts.awaiting(activity),
      description: calendarTexts.awaitingDetails(activity, assignee),
      url: new URL(`/Consult_Activitie_Assigned/${activity.id}`, publicUrl).href,
    });
  }
  return `${calendar.toString()}\r\n`;
}

export interface CalendarDependencies {
  core: Core;
  limits: RateLimits;
  publicUrl: string;
}

/**
 * A person's calendar, for programs that have its address; cookies and tokens are ignored. Only wrong addresses count against the client,
 * because programs of many people share one IP address. A revoked calendar of one must not close the others.
 */
export const serveCalendar =
  ({ core, limits, publicUrl }: CalendarDependencies) =>
  async (ctx: Context) => {
    ctx.state.endpoint = 'calendar';
    const client = limitedAddress(ctx.ip);
    // Counted before the look-up, because guesses come at once.
    await limits.count('calendarGuesses', client);
    const actor = await findReader(String(ctx.params.token), ctx, core);
    if (!actor) {
      await limits.demandUnder('calendarGuesses', client);
      throw new Refused({ code: 'calendar.unknown' });
    }
    await limits.restore('calendarGuesses', client);
    await limits.spend('calendarReads', actor.id);
    const { result } = await core.perform({ useCase: readCalendar, actor, channel: actor.channel, input: {}, effect: 'reads' });
    answer(ctx, writeCalendar(result, publicUrl));
  };

async function findReader(token: string, ctx: Context, core: Core): Promise<Actor | null> {
  const anyone = { actor: null, channel: 'web', effect: 'reads' } as const;
  const { result: person } = await core.perform({ ...anyone, useCase: findCalendarReader, input: { token } });
  const actor: Actor | null = person ? { ...person, channel: 'web' } : null;
  ctx.state.actor = actor;
  return actor;
}

/** Kept by the program that asked, which asks again each time whether it is still the same. */
function answer(ctx: Context, text: string): void {
  ctx.set('Cache-Control', 'private, no-cache');
  ctx.set('Content-Disposition', 'inline; filename="bitacora.ics"');
  ctx.type = 'text/calendar; charset=utf-8';
  ctx.etag = createHash('sha256').update(text).digest('base64url');
  ctx.status = 200;
  if (ctx.fresh) ctx.status = 304;
  else ctx.body = text;
}
