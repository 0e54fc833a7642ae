import { createHash } from 'node:crypto';
import type { Actor } from '@bitacora/core/domain/people/person';
import { Refused } from '@bitacora/core/domain/refusal';
import type { Core } from '@bitacora/core/server';
import { findCalendarReader } from '@bitacora/core/use-cases/notifications/calendar-feed';
import { readCalendar } from '@bitacora/core/use-cases/notifications/read-calendar';
import type { Context } from 'koa';
import type { RateLimits } from '../http/rate-limit.ts';
import { writeCalendar } from './write-calendar.ts';

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
    const actor = await readerOf(String(ctx.params.token), ctx, core);
    if (!actor) {
      await limits.spend('calendarGuesses', ctx.ip);
      throw new Refused({ code: 'calendar.unknown' });
    }
    await limits.spend('calendarReads', actor.id);
    const { result } = await core.perform({ useCase: readCalendar, actor, channel: actor.channel, input: {}, effect: 'reads' });
    answer(ctx, writeCalendar(result, publicUrl));
  };

async function readerOf(token: string, ctx: Context, core: Core): Promise<Actor | null> {
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
