import * as z from 'zod/mini';
import { validation } from '../../messages/validation.ts';
import { type Endpoint, get, post, success } from '../endpoint.ts';
import { userRef } from '../people/user-endpoints.ts';
import { exactText, instant, maybe, requiredText } from '../wire.ts';
import { renamed } from '../wire-names.ts';

const PASSWORD_MAX = 200;
const CODE_MAX = 40;

/** Six digits of an authenticator app, or a recovery code. */
export const secondFactorCode = requiredText(CODE_MAX, validation.codeRequired);

const code = renamed({ code: ['code', secondFactorCode] });
export const recoveryCodes = renamed({ success, recoveryCodes: ['recovery_codes', z.array(z.string())] });

export const secondFactorEndpoints = {
  readSecondFactor: get('/api/get_second_factor', 'person', 'Mi segundo factor', {
    needs: 'request',
    credential: 'session',
    reply: renamed({
      success,
      isActive: ['active', z.boolean()],
      since: ['since', z.nullable(instant)],
      recoveryCodesLeft: ['recovery_codes_left', z.int()],
      isRequired: ['required', z.boolean()],
    }),
  }),
  beginSecondFactor: post(
    '/api/begin_second_factor',
    'person',
    'Da la clave para mi aplicación de autenticación, que vale al confirmarla; quien ya tiene una envía un código y la cambia',
    {
      needs: 'request',
      credential: 'session',
      secret: 'given',
      body: renamed({
        currentPassword: ['currentPassword', exactText(PASSWORD_MAX, validation.currentPasswordRequired)],
        /** People who change phones send it. */
        code: ['code', maybe(secondFactorCode)],
      }),
      reply: renamed({ success, secret: ['secret', z.string()], url: ['url', z.string()] }),
    },
  ),
  confirmSecondFactor: post(
    '/api/confirm_second_factor',
    'person',
    'Activa o cambia mi segundo factor con un primer código, cierra mis otras sesiones y da una vez los códigos de recuperación',
    { needs: 'request', credential: 'session', secret: 'answered', body: code, reply: recoveryCodes },
  ),
  renewRecoveryCodes: post('/api/renew_recovery_codes', 'person', 'Cambia mis códigos de recuperación, con un código', {
    needs: 'request',
    credential: 'session',
    secret: 'answered',
    body: code,
    reply: recoveryCodes,
  }),
  removeSecondFactor: post('/api/remove_second_factor', 'person', 'Desactiva mi segundo factor, con un código, si no es obligatorio', {
    needs: 'request',
    credential: 'session',
    body: code,
  }),
  resetSecondFactor: post(
    '/api/reset_second_factor',
    'resetSecondFactors',
    'Quita el segundo factor de otra persona y cierra sus sesiones; se le avisa por correo',
    { credential: 'session', recentLogin: 'always', body: userRef },
  ),
} as const satisfies Record<string, Endpoint>;
