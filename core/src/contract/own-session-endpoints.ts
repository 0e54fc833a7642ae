import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import { counted, done } from './replies.ts';
import { id, instant } from './wire.ts';
import { renamed } from './wire-names.ts';

/** An open session as its person sees it; `address` is where it was opened from. */
export const ownSession = renamed({
  id: ['id', z.int()],
  device: ['device', z.string()],
  address: ['address', z.nullable(z.string())],
  createdAt: ['created_at', instant],
  lastUsedAt: ['last_used_at', instant],
  isCurrent: ['current', z.boolean()],
});

/** A person's own sessions: listed and ended within a session alone. */
export const ownSessionEndpoints = {
  listOwnSessions: {
    method: 'GET',
    path: '/api/get_sessions',
    who: 'person',
    effect: 'reads',
    credential: 'session',
    summary: 'Mis sesiones abiertas',
    reply: z.array(ownSession),
  },
  endOwnSession: {
    method: 'POST',
    path: '/api/end_session',
    who: 'person',
    effect: 'writes',
    credential: 'session',
    summary: 'Cierra una de mis sesiones',
    body: renamed({ id: ['id', id] }),
    reply: done,
  },
  endOtherSessions: {
    method: 'POST',
    path: '/api/end_other_sessions',
    who: 'person',
    effect: 'writes',
    credential: 'session',
    summary: 'Cierra mis demás sesiones',
    reply: counted,
  },
} as const satisfies Record<string, Endpoint>;
