import * as z from 'zod/mini';
import { TEMPLATE_DAYS_MAX } from '../../domain/activities/activity-template.ts';
import { type Endpoint, get, post, put, registered, remove } from '../endpoint.ts';
import { id, orOther, seenVersion, wholeNumber } from '../wire.ts';
import { renamed } from '../wire-names.ts';
import { repeating, repetition, wireNamesBySpec, work } from './activity-input.ts';
import { lapseOrEmpty, priority } from './activity-shapes.ts';

const template = { ...work, days: ['days', wholeNumber(0, TEMPLATE_DAYS_MAX)] } as const;
const newTemplateFields = { topicId: ['id_project', id], ...template } as const;
const editedTemplateFields = { id: ['id', id], ...template, seen: ['version', seenVersion] } as const;
const newTemplate = repeating(renamed({ ...newTemplateFields, ...repetition }), wireNamesBySpec(newTemplateFields), null);
const templateEdit = repeating(renamed({ ...editedTemplateFields, ...repetition }), wireNamesBySpec(editedTemplateFields), null);

/** An edit that sends the `version` back overwrites no other edit. */
export const activityTemplate = renamed(
  {
    id: ['id', z.int()],
    topicId: ['id_project', z.int()],
    description: ['objective', z.string()],
    days: ['days', z.int()],
    priority: ['priority', orOther(priority)],
    repeats: ['time_lapse', lapseOrEmpty],
    checklist: ['checklist', z.array(z.string())],
    minimumImages: ['minimum_images', z.int()],
    version: ['version', z.string()],
  },
  { repeatable: [z.enum(['SI', 'NO']), ({ repeats }) => (repeats ? 'SI' : 'NO')] },
);
export type TemplateView = z.output<typeof activityTemplate>;

export const templateEndpoints = {
  listTemplates: get(
    '/api/get_templates/:id',
    'person',
    'Las plantillas vigentes de un tema, para quien puede registrar actividades en él',
    { params: renamed({ topicId: ['id', id] }), reply: z.array(activityTemplate) },
  ),
  createTemplate: post('/api/create_template', 'manageTopics', 'Agrega una plantilla a un tema', { body: newTemplate, reply: registered }),
  updateTemplate: put('/api/update_template', 'manageTopics', 'Cambia una plantilla; las actividades que ya existen no cambian', {
    body: templateEdit,
  }),
  retireTemplate: remove('/api/delete_template/:id', 'manageTopics', 'Retira una plantilla; las actividades que ya existen no cambian', {
    params: renamed({ templateId: ['id', id] }),
  }),
} as const satisfies Record<string, Endpoint>;
