import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import { done } from './replies.ts';
import { instant } from './wire.ts';
import { renamed } from './wire-names.ts';

/** Both instants are null where there is no address; `readAt` also while no calendar has asked for it. */
const feed = renamed(
  {
    success: ['success', z.literal(true)],
    createdAt: ['created_at', z.nullable(instant)],
    readAt: ['read_at', z.nullable(instant)],
  },
  { exists: [z.boolean(), ({ createdAt }) => createdAt !== null] },
);

/** The address at which a calendar program reads one's deadlines. It opens without a session, so only a session gives it out. */
export const calendarEndpoints = {
  readCalendarFeed: {
    method: 'GET',
    path: '/api/get_calendar_feed',
    who: 'person',
    effect: 'reads',
    credential: 'session',
    summary: 'Si tengo una dirección de calendario, desde cuándo y cuándo se leyó',
    reply: feed,
  },
  createCalendarFeed: {
    method: 'POST',
    path: '/api/create_calendar_feed',
    who: 'person',
    effect: 'writes',
    credential: 'session',
    secret: 'answered',
    summary: 'Crea mi dirección de calendario y la muestra una sola vez; la anterior deja de servir',
    reply: renamed({ success: ['success', z.literal(true)], url: ['url', z.string()] }),
  },
  revokeCalendarFeed: {
    method: 'DELETE',
    path: '/api/delete_calendar_feed',
    who: 'person',
    effect: 'writes',
    credential: 'session',
    summary: 'Revoca mi dirección de calendario',
    reply: done,
  },
} as const satisfies Record<string, Endpoint>;
