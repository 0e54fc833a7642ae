import * as z from 'zod/mini';
import { chosenKinds } from '../domain/notifications/preference.ts';
import { validation } from '../messages/validation.ts';
import type { Endpoint } from './endpoint.ts';
import { done } from './replies.ts';
import { atLeast, atMost, typeError } from './wire.ts';
import { renamed } from './wire-names.ts';

const kind = z.enum(chosenKinds, { error: typeError(validation.notAnOption(chosenKinds.join(', '))) });
const flag = z.boolean({ error: typeError(validation.notYesNo) });

/** How a person wants to be told of one kind of announcement. */
export const preference = renamed({ kind: ['kind', kind], byEmail: ['email', flag], byChat: ['chat', flag] });

const chosen = z
  .array(preference, { error: ({ input }) => (input === undefined || input === null ? validation.required : validation.notList) })
  .check(
    atLeast(1, { error: validation.required }),
    atMost(chosenKinds.length, { error: validation.tooManyValues(chosenKinds.length) }),
    z.refine((list) => new Set(list.map((item) => item.kind)).size === list.length, { error: validation.kindRepeated }),
  );

/** How a person is told of things (docs/product.md, 7). */
export const preferenceEndpoints = {
  listPreferences: {
    method: 'GET',
    path: '/api/get_preferences',
    who: 'person',
    effect: 'reads',
    summary: 'Por dónde recibo cada aviso',
    reply: z.array(preference),
  },
  choosePreferences: {
    method: 'POST',
    path: '/api/update_preferences',
    who: 'person',
    effect: 'writes',
    summary: 'Elige por dónde recibo los avisos nombrados; los demás quedan como estaban',
    body: renamed({ preferences: ['preferences', chosen] }),
    reply: done,
  },
} as const satisfies Record<string, Endpoint>;
