import type { Core } from '@bitacora/core/server';
import { createCalendarFeed } from '@bitacora/core/use-cases/notifications/calendar-feed';
import type { Special } from '../handlers.ts';

/** A person gets the address their calendar program reads: a token of theirs, at our public address. */
export function calendarHandler({ core, publicUrl }: { core: Core; publicUrl: string }): Special<'createCalendarFeed'> {
  return {
    async createCalendarFeed(_input, { by, once }) {
      const { result: token } = await core.perform({ ...by, useCase: createCalendarFeed, input: {}, effect: 'writes', once });
      return { success: true, url: new URL(`/api/calendar/${token}.ics`, publicUrl).href };
    },
  };
}
