import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import { done, registered } from './replies.ts';
import { assignment, department, editableTopic, editedTopic, newAssignment, newTopic } from './topic.ts';
import { id } from './wire.ts';
import { renamed } from './wire-names.ts';

/** Topics and who works under them from outside (specification, sections 5 and 7). */
export const topicEndpoints = {
  listTopics: {
    method: 'GET',
    path: '/api/get_projects',
    who: 'manageTopics',
    effect: 'reads',
    summary: 'Todos los temas',
    reply: z.array(editableTopic),
  },
  createTopic: {
    method: 'POST',
    path: '/api/create_project',
    who: 'manageTopics',
    effect: 'writes',
    summary: 'Registra un tema; su nombre no se repite en ningún departamento',
    body: newTopic,
    reply: registered,
  },
  updateTopic: {
    method: 'PUT',
    path: '/api/update_project',
    who: 'manageTopics',
    effect: 'writes',
    summary: 'Corrige la descripción y el departamento de un tema',
    body: editedTopic,
    reply: done,
  },
  listDepartments: {
    method: 'GET',
    path: '/api/get_departments',
    who: 'person',
    effect: 'reads',
    summary: 'Los departamentos de personas y temas, sin GENERAL',
    reply: z.array(department),
  },
  listAssignments: {
    method: 'GET',
    path: '/api/get_assignments',
    who: 'assignTopics',
    effect: 'reads',
    summary: 'Los temas asignados a externos',
    reply: z.array(assignment),
  },
  assignTopic: {
    method: 'POST',
    path: '/api/create_assignment',
    who: 'assignTopics',
    effect: 'writes',
    summary: 'Asigna un tema a un externo',
    body: newAssignment,
    reply: registered,
  },
  withdrawTopic: {
    method: 'DELETE',
    path: '/api/delete_assignment/:id',
    who: 'assignTopics',
    effect: 'writes',
    summary: 'Quita una asignación',
    params: renamed({ assignmentId: ['id', id] }),
    reply: done,
  },
} as const satisfies Record<string, Endpoint>;
