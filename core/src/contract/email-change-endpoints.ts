import * as z from 'zod/mini';
import { validation } from '../messages/validation.ts';
import type { Endpoint } from './endpoint.ts';
import { userRef } from './person.ts';
import { done } from './replies.ts';
import { exactText, instant } from './wire.ts';
import { renamed } from './wire-names.ts';

const TOKEN_MAX = 100;
const token = renamed({ token: ['token', exactText(TOKEN_MAX, validation.required)] });

/** The owner of a new email confirms it with the mailed link, logged in or not; administrators may cancel the change (docs/product.md, 5.9). */
export const emailChangeEndpoints = {
  readEmailChange: {
    method: 'POST',
    path: '/api/get_email_change',
    who: 'anyone',
    effect: 'reads',
    credential: 'session',
    summary: 'Qué correo confirmaría el enlace, y de quién',
    body: token,
    reply: renamed({
      success: ['success', z.literal(true)],
      name: ['user', z.string()],
      email: ['email', z.string()],
      expiresAt: ['expires_at', instant],
    }),
  },
  confirmEmailChange: {
    method: 'POST',
    path: '/api/confirm_email_change',
    who: 'anyone',
    effect: 'writes',
    credential: 'session',
    summary: 'Confirma el correo nuevo con el enlace; cierra las sesiones de la persona',
    body: token,
    reply: done,
  },
  cancelEmailChange: {
    method: 'POST',
    path: '/api/cancel_email_change',
    who: 'manageUsers',
    effect: 'writes',
    credential: 'session',
    summary: 'Cancela el cambio de correo que una persona tiene por confirmar',
    body: userRef,
    reply: done,
  },
} as const satisfies Record<string, Endpoint>;
