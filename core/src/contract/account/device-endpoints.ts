import * as z from 'zod/mini';
import { deviceGrants } from '../../domain/account/account.ts';
import { validation } from '../../messages/validation.ts';
import { ask, type Endpoint, post, success } from '../endpoint.ts';
import { day, exactText, instant, oneOf, orOther, requiredName, typeError } from '../wire.ts';
import { renamed } from '../wire-names.ts';

const MACHINE_MAX = 80;
const CODE_MAX = 100;

const grant = oneOf(deviceGrants);
const userCode = exactText(CODE_MAX, validation.required);

/** The answer of a poll: nothing yet, a token, or, where a session was asked for, its cookie. */
const codeExchange = renamed({
  success,
  status: ['status', orOther(z.enum(['pending', 'approved']))],
  interval: ['interval', z.number()],
  secret: ['token', z.nullable(z.string())],
  expiresOn: ['expires_on', z.nullable(day)],
});

/**
 * A terminal that a person lets in from the browser, in the manner of RFC 8628. These calls are no part of what every page of the web loads.
 */
export const deviceEndpoints = {
  beginDeviceAuthorization: post(
    '/api/begin_device_authorization',
    'anyone',
    'Pide un código para que una persona autorice esta terminal en la web; session solo con el token de esa persona',
    {
      needs: 'request',
      secret: 'answered',
      body: renamed({ machine: ['machine', requiredName(MACHINE_MAX)], grant: ['grant', grant] }),
      reply: renamed({
        success,
        deviceCode: ['device_code', z.string()],
        userCode: ['user_code', z.string()],
        url: ['verification_uri', z.string()],
        interval: ['interval', z.number()],
        expiresAt: ['expires_at', instant],
      }),
    },
  ),
  exchangeDeviceCode: post(
    '/api/exchange_device_code',
    'anyone',
    'Pregunta si el código ya se autorizó y recibe, una sola vez, el token o la sesión',
    {
      needs: 'request',
      secret: 'answered',
      body: renamed({ deviceCode: ['device_code', exactText(CODE_MAX, validation.required)] }),
      reply: codeExchange,
    },
  ),
  readDeviceAuthorization: ask('/api/get_device_authorization', 'person', 'Qué terminal muestra el código, desde dónde y qué pide', {
    needs: 'request',
    credential: 'session',
    body: renamed({ userCode: ['user_code', userCode] }),
    reply: renamed({
      success,
      machine: ['machine', z.string()],
      grant: ['grant', orOther(grant)],
      address: ['address', z.nullable(z.string())],
      isSameAddress: ['same_address', z.boolean()],
      requestedAt: ['requested_at', instant],
      expiresAt: ['expires_at', instant],
    }),
  }),
  answerDeviceAuthorization: post('/api/answer_device_authorization', 'person', 'Autoriza o rechaza la terminal que muestra el código', {
    needs: 'request',
    credential: 'session',
    recentLogin: 'sometimes',
    body: renamed({
      userCode: ['user_code', userCode],
      isApproved: ['approve', z.boolean({ error: typeError(validation.notYesNo) })],
    }),
  }),
} as const satisfies Record<string, Endpoint>;
