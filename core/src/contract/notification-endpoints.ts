import * as z from 'zod/mini';
import { FAILED_MAX } from '../domain/notifications/failed-digest.ts';
import { notificationKinds } from '../domain/notifications/notification.ts';
import { validation } from '../messages/validation.ts';
import type { Endpoint } from './endpoint.ts';
import { counted } from './replies.ts';
import { atLeast, atMost, instant, typeError } from './wire.ts';
import { renamed } from './wire-names.ts';

/** Announcements to one person that go in one mail. */
export const failedLetter = renamed({
  id: ['id', z.uuid()],
  kinds: ['kinds', z.array(z.enum(notificationKinds))],
  recipientName: ['recipient_name', z.string()],
  recipientEmail: ['recipient_email', z.string()],
  activityIds: ['folios', z.array(z.int())],
  failure: ['failure', z.enum(['refused', 'unknown', 'expired'])],
  reason: ['reason', z.string()],
  detail: ['detail', z.nullable(z.string())],
  failedAt: ['failed_at', instant],
  tries: ['tries', z.int()],
});

const letter = z.uuid({ error: typeError(validation.unknown) });
const ids = z
  .array(letter, { error: ({ input }) => (input === undefined || input === null ? validation.required : validation.notList) })
  .check(atLeast(1, { error: validation.required }), atMost(FAILED_MAX, { error: validation.tooManyValues(FAILED_MAX) }));

/** Announcements that reached nobody (docs/product.md, 7). */
export const notificationEndpoints = {
  listFailedNotifications: {
    method: 'GET',
    path: '/api/get_failed_announcements',
    who: 'manageUsers',
    effect: 'reads',
    summary: 'Los avisos que no llegaron: los 200 más recientes y cuántos son',
    reply: renamed({
      success: ['success', z.literal(true)],
      total: ['total', z.int()],
      failed: ['failed', z.array(failedLetter)],
    }),
  },
  resendNotifications: {
    method: 'POST',
    path: '/api/resend_announcements',
    who: 'manageUsers',
    effect: 'writes',
    summary: 'Envía otra vez avisos que no llegaron y dice cuántos',
    body: renamed({ ids: ['ids', ids] }),
    reply: counted,
  },
} as const satisfies Record<string, Endpoint>;
