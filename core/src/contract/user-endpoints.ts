import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import { account, editedUser, statusChange, userRef } from './person.ts';
import { done } from './replies.ts';

/** The people of the company, for those who administer them (docs/product.md, 5). */
export const userEndpoints = {
  listUsers: {
    method: 'GET',
    path: '/api/get_users',
    who: 'manageUsers',
    effect: 'reads',
    summary: 'Todas las personas',
    reply: z.array(account),
  },
  updateUser: {
    method: 'POST',
    path: '/api/update_user',
    who: 'manageUsers',
    effect: 'writes',
    credential: 'session',
    summary: 'Corrige los datos de una persona',
    body: editedUser,
    reply: done,
  },
  setUserStatus: {
    method: 'POST',
    path: '/api/update_user_status',
    who: 'manageUsers',
    effect: 'writes',
    credential: 'session',
    summary: 'Activa o desactiva a una persona; reassign_to se hace cargo de lo que deja abierto',
    body: statusChange,
    reply: done,
  },
  inviteUser: {
    method: 'POST',
    path: '/api/invite_user',
    who: 'manageUsers',
    effect: 'writes',
    credential: 'session',
    summary: 'Envía otra vez la invitación',
    body: userRef,
    reply: done,
  },
} as const satisfies Record<string, Endpoint>;
