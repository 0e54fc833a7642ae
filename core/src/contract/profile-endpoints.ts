import * as z from 'zod/mini';
import { validation } from '../messages/validation.ts';
import type { Endpoint } from './endpoint.ts';
import { ownFields } from './person.ts';
import { done } from './replies.ts';
import { exactText, maybe, typeError } from './wire.ts';
import { renamed } from './wire-names.ts';

const PASSWORD_MAX = 200;
const PHOTO_MAX_BYTES = 5_000_000;

/** What a new password must be is the use case's to say, since it depends on the other two. */
const passwordChange = renamed({
  currentPassword: ['currentPassword', exactText(PASSWORD_MAX, validation.currentPasswordRequired)],
  password: ['password', exactText(PASSWORD_MAX, validation.profilePasswordInvalid)],
  confirmation: ['confirmPassword', exactText(PASSWORD_MAX, validation.passwordsDiffer)],
  /** Absent: yes. */
  endsAccess: ['end_access', maybe(z.boolean({ error: typeError(validation.notYesNo) }))],
});

/** A person's own account (specification, sections 5 and 7). */
export const profileEndpoints = {
  updateProfile: {
    method: 'POST',
    path: '/api/update_profile',
    who: 'person',
    effect: 'writes',
    summary: 'Cambia mi alias y mi teléfono',
    body: ownFields,
    reply: done,
  },
  changePassword: {
    method: 'POST',
    path: '/api/update_password',
    who: 'person',
    effect: 'writes',
    credential: 'session',
    secret: 'given',
    summary:
      'Cambia mi contraseña y cierra mis otras sesiones; salvo end_access false, también mis tokens, chats vinculados y dirección de calendario',
    body: passwordChange,
    reply: done,
  },
  changePhoto: {
    method: 'POST',
    path: '/api/update_profile_image',
    who: 'person',
    effect: 'writes',
    summary: 'Cambia mi foto',
    body: renamed({}),
    uploads: {
      field: 'image',
      min: 1,
      max: 1,
      maxBytes: PHOTO_MAX_BYTES,
      maxSide: 512,
      tooFew: validation.photoMissing,
      tooMany: validation.photosTooMany,
    },
    reply: renamed({ success: ['success', z.literal(true)], url: ['path', z.string()] }),
  },
  removePhoto: {
    method: 'DELETE',
    path: '/api/delete_profile_image',
    who: 'person',
    effect: 'writes',
    summary: 'Quita mi foto',
    reply: done,
  },
} as const satisfies Record<string, Endpoint>;
