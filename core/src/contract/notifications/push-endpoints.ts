import * as z from 'zod/mini';
import { isPlainHttpsUrl } from '../../domain/notifications/delivery.ts';
import { validation } from '../../messages/validation.ts';
import { confirmation, type Endpoint, get, post, success } from '../endpoint.ts';
import { subscribeRequest } from '../exchange.ts';
import { typeError } from '../wire.ts';
import { renamed } from '../wire-names.ts';

const ENDPOINT_MAX = 1000;
const KEY_SHAPE = /^[\w-]+$/;

/** The browser's maker chose this address; it has no name and password. */
const pushEndpoint = z
  .string({ error: typeError(validation.notText) })
  .check(
    z.maxLength(ENDPOINT_MAX, { error: validation.tooLong(ENDPOINT_MAX) }),
    z.refine(isPlainHttpsUrl, { error: validation.notPushEndpoint }),
  );
/** A key is this many bytes in base64url. */
const pushKey = (bytes: number) =>
  z
    .string({ error: typeError(validation.notText) })
    .check(z.refine((text) => KEY_SHAPE.test(text) && Math.floor((text.length * 3) / 4) === bytes, { error: validation.notPushKey }));

export const pushEndpoints = {
  readPush: get(
    '/api/get_push',
    'person',
    'La clave pública con la que un navegador se suscribe a mis avisos, y cuántos dispositivos míos los muestran',
    { needs: 'request', credential: 'session', reply: renamed({ success, key: ['key', z.string()], devices: ['devices', z.int()] }) },
  ),
  subscribePush: {
    ...subscribeRequest,
    who: 'person',
    credential: 'session',
    summary: 'Muestra mis avisos en este navegador hasta que cierre sesión',
    body: renamed({ endpoint: ['endpoint', pushEndpoint], publicKey: ['p256dh', pushKey(65)], authSecret: ['auth', pushKey(16)] }),
    reply: confirmation,
  },
  unsubscribePush: post('/api/unsubscribe_push', 'person', 'Deja de mostrar mis avisos en ese navegador', {
    credential: 'session',
    body: renamed({ endpoint: ['endpoint', pushEndpoint] }),
  }),
} as const satisfies Record<string, Endpoint>;
