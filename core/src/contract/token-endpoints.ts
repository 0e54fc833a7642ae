import * as z from 'zod/mini';
import { tokenScopes } from '../domain/people/access-token.ts';
import { validation } from '../messages/validation.ts';
import type { Endpoint } from './endpoint.ts';
import { done } from './replies.ts';
import { day, id, instant, requiredName, typeError } from './wire.ts';
import { renamed } from './wire-names.ts';

const NAME_MAX = 100;
const scope = z.enum(tokenScopes, { error: typeError(validation.notAnOption(tokenScopes.join(', '))) });

/** A personal token as its owner sees it: the prefix tells which one it is, the secret is nowhere. */
export const personalToken = renamed({
  id: ['id', z.int()],
  name: ['name', z.string()],
  prefix: ['prefix', z.string()],
  scope: ['scope', scope],
  createdAt: ['created_at', instant],
  expiresOn: ['expires_on', day],
  lastUsedAt: ['last_used_at', z.nullable(instant)],
});

/** Personal access tokens (docs/product.md, 8). */
export const tokenEndpoints = {
  listTokens: {
    method: 'GET',
    path: '/api/get_tokens',
    who: 'person',
    effect: 'reads',
    credential: 'session',
    summary: 'Mis tokens',
    reply: z.array(personalToken),
  },
  createToken: {
    method: 'POST',
    path: '/api/create_token',
    who: 'person',
    effect: 'writes',
    credential: 'session',
    secret: 'answered',
    summary: 'Crea un token y lo muestra una sola vez; vale hasta 90 días',
    body: renamed({ name: ['name', requiredName(NAME_MAX)], scope: ['scope', scope], expiresOn: ['expires_on', day] }),
    reply: renamed({ success: ['success', z.literal(true)], id: ['id', z.int()], secret: ['token', z.string()] }),
  },
  revokeToken: {
    method: 'DELETE',
    path: '/api/delete_token/:id',
    who: 'person',
    effect: 'writes',
    credential: 'session',
    summary: 'Revoca uno de mis tokens',
    params: renamed({ tokenId: ['id', id] }),
    reply: done,
  },
  revokeBearer: {
    method: 'POST',
    path: '/api/revoke_own_token',
    who: 'person',
    effect: 'writes',
    credential: 'token',
    summary: 'Revoca el token con que se llama',
    reply: done,
  },
} as const satisfies Record<string, Endpoint>;
