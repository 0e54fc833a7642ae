import type { Endpoint } from './endpoint.ts';
import { done } from './replies.ts';
import { credentials, csrfToken, loggedIn, newPassword, ownData, permissions, resetRequest, resetToken, session } from './session.ts';

/** Coming in, going out, and who one is (specification, section 7). */
export const sessionEndpoints = {
  getSession: { method: 'GET', path: '/api/get-session', who: 'anyone', effect: 'reads', summary: 'Quién tiene la sesión', reply: session },
  csrfToken: { method: 'GET', path: '/api/csrf-token', who: 'anyone', effect: 'reads', summary: 'El token de seguridad', reply: csrfToken },
  login: {
    method: 'POST',
    path: '/api/login',
    who: 'anyone',
    effect: 'writes',
    summary: 'Inicia sesión',
    body: credentials,
    reply: loggedIn,
  },
  logout: { method: 'POST', path: '/api/logout', who: 'anyone', effect: 'writes', summary: 'Cierra la sesión', reply: done },
  passwordResetRequest: {
    method: 'POST',
    path: '/api/password-reset-request',
    who: 'anyone',
    effect: 'writes',
    summary: 'Pide un token por correo',
    body: resetRequest,
    reply: done,
  },
  validateResetToken: {
    method: 'POST',
    path: '/api/validate-reset-token',
    who: 'anyone',
    effect: 'writes',
    summary: 'Comprueba el token',
    body: resetToken,
    reply: done,
  },
  resetPassword: {
    method: 'POST',
    path: '/api/reset-password',
    who: 'anyone',
    effect: 'writes',
    summary: 'Define una contraseña con el token',
    body: newPassword,
    reply: done,
  },
  permissionsUser: {
    method: 'GET',
    path: '/api/permissions_user',
    who: 'person',
    effect: 'reads',
    summary: 'Mi tipo y mi puesto',
    reply: permissions,
  },
  dataUser: { method: 'GET', path: '/api/data_user', who: 'person', effect: 'reads', summary: 'Mis datos', reply: ownData },
} as const satisfies Record<string, Endpoint>;
