import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import { newUser } from './person.ts';
import { registered } from './replies.ts';
import { candidate, topic } from './topic.ts';
import { id } from './wire.ts';
import { renamed } from './wire-names.ts';

/** People and topics (docs/product.md, 1). */
export const adminEndpoints = {
  listMyTopics: {
    method: 'GET',
    path: '/api/get_projects_by_users',
    who: 'person',
    effect: 'reads',
    summary: 'Los temas que puedo usar',
    reply: z.array(topic),
  },
  listEligibleAssignees: {
    method: 'GET',
    path: '/api/get_employees_for_project/:id',
    who: 'assignActivities',
    effect: 'reads',
    summary: 'A quién se puede asignar un tema',
    params: renamed({ topicId: ['id', id] }),
    reply: z.array(candidate),
  },
  createUser: {
    method: 'POST',
    path: '/api/create_user',
    who: 'manageUsers',
    effect: 'writes',
    credential: 'session',
    summary: 'Registra a una persona y la invita',
    body: newUser,
    reply: registered,
  },
} as const satisfies Record<string, Endpoint>;
