import * as z from 'zod/mini';
import { savedViewScreens } from '../domain/reports/saved-view.ts';
import { validation } from '../messages/validation.ts';
import type { Endpoint } from './endpoint.ts';
import { done, registered } from './replies.ts';
import { id, optionalText, requiredName, typeError } from './wire.ts';
import { renamed } from './wire-names.ts';

const NAME_MAX = 60;
/** What servers and proxies commonly let an address be. */
const QUERY_MAX = 8_000;
const screen = z.enum(savedViewScreens, { error: typeError(validation.notAnOption(savedViewScreens.join(', '))) });

/** The query of an address; absent, null and empty are the screen as it comes. */
const query = z.codec(optionalText(QUERY_MAX), z.string(), {
  decode: (given) => given ?? '',
  encode: (given) => given,
});

export const savedView = renamed({
  id: ['id', z.int()],
  screen: ['screen', screen],
  name: ['name', z.string()],
  query: ['query', z.string()],
});

/** How a person likes to see their lists and reports. */
export const savedViewEndpoints = {
  listSavedViews: {
    method: 'GET',
    path: '/api/get_saved_views',
    who: 'person',
    effect: 'reads',
    summary: 'Mis vistas guardadas',
    reply: z.array(savedView),
  },
  saveView: {
    method: 'POST',
    path: '/api/save_view',
    who: 'person',
    effect: 'writes',
    summary: 'Guarda una vista; con el nombre de otra de la misma pantalla, la reemplaza',
    body: renamed({ screen: ['screen', screen], name: ['name', requiredName(NAME_MAX)], query: ['query', query] }),
    reply: registered,
  },
  removeSavedView: {
    method: 'DELETE',
    path: '/api/delete_saved_view/:id',
    who: 'person',
    effect: 'writes',
    summary: 'Borra una de mis vistas',
    params: renamed({ viewId: ['id', id] }),
    reply: done,
  },
} as const satisfies Record<string, Endpoint>;
