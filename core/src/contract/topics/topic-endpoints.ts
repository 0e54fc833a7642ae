import * as z from 'zod/mini';
import { type Endpoint, get, post, put, registered, remove } from '../endpoint.ts';
import { editedText, id, mark, maybe, optionalText, requiredName, seenVersion } from '../wire.ts';
import { renamed } from '../wire-names.ts';

export const TOPIC_NAME_MAX = 150;
const DEPARTMENT_MAX = 100;
const TEXT_MAX = 2000;

const facts = {
  id: ['id', z.int()],
  name: ['name_project', z.string()],
  description: ['description_project', z.nullable(z.string())],
  department: ['department', z.string()],
} as const;

export const topic = renamed(facts);
export type Topic = z.output<typeof topic>;

/** A topic as those who edit it see it. An edit that sends its `version` back overwrites no other edit. */
export const editableTopic = renamed({ ...facts, version: ['version', z.string()] });
export type EditableTopic = z.output<typeof editableTopic>;

export const eligibleAssignee = renamed({
  id: ['id', z.int()],
  employeeNumber: ['num_employe', z.string()],
  firstName: ['name_user', z.string()],
  lastName: ['last_name', z.string()],
  position: ['position', z.string()],
  department: ['department', z.string()],
});

const departmentField = ['department', requiredName(DEPARTMENT_MAX)] as const;

const newTopic = renamed({
  name: ['name_project', requiredName(TOPIC_NAME_MAX)],
  description: ['description_project', optionalText(TEXT_MAX)],
  department: departmentField,
});
const editedTopic = renamed({
  id: ['id', id],
  description: ['description_project', editedText(TEXT_MAX)],
  department: departmentField,
  seen: ['version', seenVersion],
});
export const department = renamed({ department: ['department', z.string()] });

const newAssignment = renamed({ topicId: ['id_project', id], userId: ['id_user', id] });
/** Someone from outside a topic's department who may work under it. */
export const assignment = renamed({
  id: ['id', z.int()],
  topicId: ['id_project', z.int()],
  topic: ['name_project', z.string()],
  userId: ['id_user', z.int()],
  employeeNumber: ['num_employe', z.string()],
  firstName: ['name_user', z.string()],
  lastName: ['last_name', z.string()],
  level: ['level_user', z.string()],
  position: ['position', z.string()],
});
export type Assignment = z.output<typeof assignment>;

/** The activity whose act chooses from the list: its owner decides what is offered, and substitutes see the same. */
const forActivity = renamed({ activityId: ['activity_id', maybe(id)] });

export const topicEndpoints = {
  listTopics: get('/api/get_projects', 'manageTopics', 'Todos los temas', { reply: z.array(editableTopic) }),
  createTopic: post('/api/create_project', 'manageTopics', 'Registra un tema; su nombre no se repite en ningún departamento', {
    body: newTopic,
    reply: registered,
  }),
  updateTopic: put('/api/update_project', 'manageTopics', 'Corrige la descripción y el departamento de un tema', { body: editedTopic }),
  listDepartments: get('/api/get_departments', 'person', 'Los departamentos de personas y temas, sin GENERAL', {
    reply: z.array(department),
  }),
  listAssignments: get('/api/get_assignments', 'assignTopics', 'Los temas asignados a externos', { reply: z.array(assignment) }),
  assignTopic: post('/api/create_assignment', 'assignTopics', 'Asigna un tema a un externo', { body: newAssignment, reply: registered }),
  withdrawTopic: remove('/api/delete_assignment/:id', 'assignTopics', 'Quita una asignación', {
    params: renamed({ assignmentId: ['id', id] }),
  }),
  listMyTopics: get(
    '/api/get_projects_by_users',
    'person',
    'Los temas que puedo usar; con activity_id, los que puede usar su dueño, para corregirla; con for_request, todos, para pedir trabajo',
    { query: renamed({ activityId: ['activity_id', maybe(id)], isForRequest: ['for_request', mark] }), reply: z.array(topic) },
  ),
  listEligibleAssignees: get(
    '/api/get_employees_for_project/:id',
    'person',
    'A quién se puede asignar un tema; con activity_id responde también a quien puede reasignar esa actividad',
    {
      whoFor: ({ activityId }: { activityId?: number }) => (activityId === undefined ? 'assignActivities' : 'person'),
      params: renamed({ topicId: ['id', id] }),
      query: forActivity,
      reply: z.array(eligibleAssignee),
    },
  ),
} as const satisfies Record<string, Endpoint>;
