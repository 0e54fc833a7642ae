import * as z from 'zod/mini';
import { tokenScopes } from '../../domain/account/account.ts';
import { validation } from '../../messages/validation.ts';
import { ask, countReply, type Endpoint, get, post, remove, success } from '../endpoint.ts';
import { ownFields, userRef } from '../people/user-endpoints.ts';
import { day, exactText, id, instant, maybe, oneOf, orOther, requiredName, typeError } from '../wire.ts';
import { renamed } from '../wire-names.ts';

const PASSWORD_MAX = 200;
const PHOTO_MAX_BYTES = 5_000_000;

/** The use case checks the new password, because its rules depend on the other two. */
const passwordChange = renamed({
  currentPassword: ['currentPassword', exactText(PASSWORD_MAX, validation.currentPasswordRequired)],
  password: ['password', exactText(PASSWORD_MAX, validation.profilePasswordInvalid)],
  confirmation: ['confirmPassword', exactText(PASSWORD_MAX, validation.passwordsDiffer)],
  /** Absent means yes. */
  endsAccess: ['end_access', maybe(z.boolean({ error: typeError(validation.notYesNo) }))],
});

export const ownSession = renamed({
  id: ['id', z.int()],
  device: ['device', z.string()],
  address: ['address', z.nullable(z.string())],
  createdAt: ['created_at', instant],
  lastUsedAt: ['last_used_at', instant],
  isCurrent: ['current', z.boolean()],
});

const TOKEN_MAX = 100;
const token = renamed({ token: ['token', exactText(TOKEN_MAX, validation.required)] });

const NAME_MAX = 100;
const scope = oneOf(tokenScopes);

/** A personal token as its owner sees it: the prefix identifies it, the secret is stored nowhere. */
export const personalToken = renamed({
  id: ['id', z.int()],
  name: ['name', z.string()],
  prefix: ['prefix', z.string()],
  scope: ['scope', orOther(scope)],
  createdAt: ['created_at', instant],
  expiresOn: ['expires_on', day],
  lastUsedAt: ['last_used_at', z.nullable(instant)],
});

/** The calls about a person's own account: profile, sessions, email and tokens (docs/product.md, 5 and 8). */
export const accountEndpoints = {
  updateProfile: post('/api/update_profile', 'person', 'Cambia mi alias, mi teléfono y mi horario de avisos', { body: ownFields }),
  changePassword: post(
    '/api/update_password',
    'person',
    'Cambia mi contraseña y cierra mis otras sesiones; salvo end_access false, también mis tokens, chats vinculados y dirección de calendario',
    { needs: 'request', credential: 'session', secret: 'given', body: passwordChange },
  ),
  changePhoto: post('/api/update_profile_image', 'person', 'Cambia mi foto', {
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
    reply: renamed({ success, url: ['path', z.string()] }),
  }),
  removePhoto: remove('/api/delete_profile_image', 'person', 'Quita mi foto'),
  listOwnSessions: get('/api/get_sessions', 'person', 'Mis sesiones abiertas', { credential: 'session', reply: z.array(ownSession) }),
  endOwnSession: post('/api/end_session', 'person', 'Cierra una de mis sesiones', {
    credential: 'session',
    body: renamed({ id: ['id', id] }),
  }),
  endOtherSessions: post('/api/end_other_sessions', 'person', 'Cierra mis demás sesiones', { credential: 'session', reply: countReply }),
  readEmailChange: ask('/api/get_email_change', 'anyone', 'Qué correo confirmaría el enlace, y de quién', {
    credential: 'session',
    body: token,
    reply: renamed({
      success,
      name: ['user', z.string()],
      email: ['email', z.string()],
      expiresAt: ['expires_at', instant],
    }),
  }),
  confirmEmailChange: post(
    '/api/confirm_email_change',
    'anyone',
    'Confirma el correo nuevo con el enlace; cierra las sesiones de la persona',
    { credential: 'session', body: token },
  ),
  disownEmailChange: post(
    '/api/disown_email_change',
    'anyone',
    'Deshace, con el enlace enviado al correo anterior, un cambio de correo que pidió otra persona; cierra los accesos y bloquea el restablecimiento por correo',
    { credential: 'session', body: token },
  ),
  allowPasswordResets: post(
    '/api/allow_password_resets',
    'allowPasswordResets',
    'Permite otra vez que una persona restablezca su contraseña por correo; se le avisa',
    { credential: 'session', recentLogin: 'always', body: userRef },
  ),
  cancelEmailChange: post('/api/cancel_email_change', 'manageUsers', 'Cancela el cambio de correo que una persona tiene por confirmar', {
    credential: 'session',
    recentLogin: 'always',
    body: userRef,
  }),
  listTokens: get('/api/get_tokens', 'person', 'Mis tokens', { credential: 'session', reply: z.array(personalToken) }),
  createToken: post(
    '/api/create_token',
    'person',
    'Crea un token y lo muestra una sola vez; vale hasta 365 días; import_people es de quien administra usuarios',
    {
      credential: 'session',
      recentLogin: 'always',
      secret: 'answered',
      body: renamed({ name: ['name', requiredName(NAME_MAX)], scope: ['scope', scope], expiresOn: ['expires_on', day] }),
      reply: renamed({ success, id: ['id', z.int()], secret: ['token', z.string()] }),
    },
  ),
  revokeToken: remove('/api/delete_token/:id', 'person', 'Revoca uno de mis tokens', {
    credential: 'session',
    params: renamed({ tokenId: ['id', id] }),
  }),
  revokeBearer: post('/api/revoke_own_token', 'person', 'Revoca el token con que se llama', { credential: 'token' }),
} as const satisfies Record<string, Endpoint>;
