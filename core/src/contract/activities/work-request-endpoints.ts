import * as z from 'zod/mini';
import { type Endpoint, get, post, registered, success } from '../endpoint.ts';
import { day, id, listLimit, maybe, oneOf, requiredText, wireWord } from '../wire.ts';
import { renamed } from '../wire-names.ts';
import { evidence } from './activity-endpoints.ts';
import { work } from './activity-input.ts';
import { workRequest } from './activity-shapes.ts';

const REASON_MAX = 300;
const view = wireWord({ mine: 'mine', to_answer: 'toAnswer' } as const);
const choices = ['open', 'all'] as const;
const byId = renamed({ id: ['id', id] });

/** Requests for work from below (docs/product.md, 19). `create_activity` with `id_request` accepts one. */
export const workRequestEndpoints = {
  createRequest: post(
    '/api/create_request',
    'person',
    'Pide trabajo en cualquier tema, a quien puede asignarlo; `create_activity` con `id_request` la acepta',
    {
      body: renamed({ topicId: ['id_project', id], text: work.description, wantedOn: ['requested_date', day] }),
      uploads: evidence(0),
      reply: registered,
    },
  ),
  listRequests: get(
    '/api/get_requests',
    'person',
    'Mis solicitudes, las más recientes primero, o con `view` `to_answer` las que puedo contestar, primero lo que más espera (`limit` de ellas, 200 como máximo); cuántas son y cuántas puedo contestar. `state`: `open` o `all`',
    {
      whoFor: ({ view }: { view?: string }) => (view === 'toAnswer' ? 'assignActivities' : 'person'),
      query: renamed({
        view: ['view', maybe(view)],
        state: ['state', maybe(oneOf(choices))],
        limit: ['limit', maybe(listLimit)],
      }),
      reply: renamed({
        success,
        total: ['total', z.int()],
        toAnswer: ['to_answer', z.int()],
        requests: ['requests', z.array(workRequest)],
      }),
    },
  ),
  readRequest: get('/api/get_request/:id', 'person', 'Una solicitud, para quien la hizo y quien puede contestarla', {
    params: byId,
    reply: workRequest,
  }),
  declineRequest: post('/api/decline_request', 'assignActivities', 'Rechaza una solicitud, con su motivo', {
    body: renamed({ id: ['id', id], reason: ['reason', requiredText(REASON_MAX)] }),
  }),
  withdrawRequest: post('/api/withdraw_request', 'person', 'Retira una solicitud mía que nadie ha contestado', { body: byId }),
} as const satisfies Record<string, Endpoint>;
