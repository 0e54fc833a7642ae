import * as z from 'zod/mini';
import { MAX_IMAGES } from '../domain/activity/activity.ts';
import { validation } from '../messages/validation.ts';
import { activity, comment, historyEntry, image, outcome, status } from './activity.ts';
import {
  activitieRef,
  activityRef,
  completion,
  extension,
  newAssignedActivity,
  newComment,
  newOwnActivity,
  turn,
  validationInput,
  verifications,
} from './activity-input.ts';
import type { Endpoint, Uploads } from './endpoint.ts';
import { done, extended, registered, registeredOnDay } from './replies.ts';
import { day, id, orOther, requiredText } from './wire.ts';
import { renamed } from './wire-names.ts';

const EVIDENCE_MAX_BYTES = 10_000_000;
const byId = renamed({ activityId: ['id', id] });
const evidence = (min: number): Uploads => ({
  field: 'images',
  min,
  max: MAX_IMAGES,
  maxBytes: EVIDENCE_MAX_BYTES,
  maxSide: 2560,
  tooFew: validation.imagesRequired,
  tooMany: validation.imagesTooMany,
});

/** `occurrence` is its place in the series, counted from 0; lapses that passed unused are skipped. */
const occurrence = renamed({
  id: ['id', z.int()],
  occurrence: ['occurrence', z.int()],
  dueOn: ['due_date', day],
  status: ['status_project', orOther(status)],
  ownerId: ['id_user_owner', z.int()],
  assigneeId: ['id_user_assigned', z.int()],
});

const TEXT_MAX = 200;

/** `isAssignee` and `isOwner` tell which consult page is the caller's. */
const hit = renamed({
  id: ['id', z.int()],
  description: ['objetive_project', z.string()],
  topic: ['project_name', z.string()],
  status: ['status_project', status],
  isOwner: ['is_owner', z.boolean()],
  isAssignee: ['is_mine', z.boolean()],
});
export type SearchHit = z.output<typeof hit>;

/** Registering, finding, reading and working on activities (docs/product.md, 1). */
export const activityEndpoints = {
  assignActivity: {
    method: 'POST',
    path: '/api/create_activity',
    who: 'assignActivities',
    effect: 'writes',
    summary: 'Asigna una actividad a un empleado del tema',
    body: newAssignedActivity,
    uploads: evidence(0),
    reply: registeredOnDay,
  },
  registerOwnActivity: {
    method: 'POST',
    path: '/api/create_my_new_activity',
    who: 'person',
    effect: 'writes',
    summary: 'Registra una actividad propia',
    body: newOwnActivity,
    uploads: evidence(0),
    reply: registeredOnDay,
  },
  listMyPending: {
    method: 'GET',
    path: '/api/get_my_activities',
    who: 'person',
    effect: 'reads',
    summary: 'Mis actividades abiertas',
    reply: z.array(activity),
  },
  listMyHistory: {
    method: 'GET',
    path: '/api/get_my_historial_activities',
    who: 'person',
    effect: 'reads',
    summary: 'Mis actividades cerradas',
    reply: z.array(activity),
  },
  readActivity: {
    method: 'GET',
    path: '/api/get_activity/:id',
    who: 'person',
    effect: 'reads',
    summary: 'Una actividad',
    params: byId,
    reply: activity,
  },
  listComments: {
    method: 'GET',
    path: '/api/call_comments_by_activity/:id',
    who: 'person',
    effect: 'reads',
    summary: 'Sus comentarios vigentes',
    params: byId,
    reply: z.array(comment),
  },
  listEvidence: {
    method: 'GET',
    path: '/api/call_images_by_activity/:id',
    who: 'person',
    effect: 'reads',
    summary: 'Sus evidencias',
    params: byId,
    reply: z.array(image),
  },
  listHistory: {
    method: 'GET',
    path: '/api/get_activity_history/:id',
    who: 'person',
    effect: 'reads',
    summary: 'Su historial',
    params: byId,
    reply: z.array(historyEntry),
  },
  commentActivity: {
    method: 'POST',
    path: '/api/record_comments_activity',
    who: 'person',
    effect: 'writes',
    summary: 'Agrega un comentario',
    body: newComment,
    reply: registered,
  },
  startActivity: {
    method: 'POST',
    path: '/api/record_start_work_activity',
    who: 'person',
    effect: 'writes',
    summary: 'Inicia el trabajo',
    body: activitieRef,
    reply: done,
  },
  addEvidence: {
    method: 'POST',
    path: '/api/record_evidences_activity',
    who: 'person',
    effect: 'writes',
    summary: 'Agrega evidencias',
    body: activityRef,
    uploads: evidence(1),
    reply: done,
  },
  completeActivity: {
    method: 'POST',
    path: '/api/end_activity',
    who: 'person',
    effect: 'writes',
    summary: 'La marca como completada',
    body: completion,
    reply: done,
  },
  extendDeadline: {
    method: 'POST',
    path: '/api/update_extension_date',
    who: 'person',
    effect: 'writes',
    summary: 'Extiende la fecha, una sola vez',
    body: extension,
    reply: extended,
  },
  cancelComment: {
    method: 'POST',
    path: '/api/cancel_my_comment/:id',
    who: 'person',
    effect: 'writes',
    summary: 'Cancela un comentario propio',
    params: renamed({ commentId: ['id', id] }),
    reply: done,
  },
  cancelActivity: {
    method: 'POST',
    path: '/api/cancel_activity',
    who: 'person',
    effect: 'writes',
    summary: 'Cancela la actividad, sin vuelta atrás',
    body: activityRef,
    reply: done,
  },
  validateActivity: {
    method: 'POST',
    path: '/api/validate_activity',
    who: 'person',
    effect: 'writes',
    summary: 'La verifica o la rechaza',
    body: validationInput,
    reply: done,
  },
  pauseActivity: {
    method: 'POST',
    path: '/api/pause_activity',
    who: 'person',
    effect: 'writes',
    summary: 'La pone en pausa',
    body: turn,
    reply: done,
  },
  resumeActivity: {
    method: 'POST',
    path: '/api/resume_activity',
    who: 'person',
    effect: 'writes',
    summary: 'La reanuda',
    body: turn,
    reply: done,
  },
  readSeries: {
    method: 'GET',
    path: '/api/get_activity_series/:id',
    who: 'person',
    effect: 'reads',
    summary: 'Las repeticiones de una actividad que puedo ver, 60 a lo más, y la fecha de la siguiente mientras siga abierta',
    params: renamed({ activityId: ['id', id] }),
    reply: renamed({
      success: ['success', z.literal(true)],
      occurrences: ['occurrences', z.array(occurrence)],
      nextOn: ['next_due_date', z.nullable(day)],
    }),
  },
  listAwaitingVerification: {
    method: 'GET',
    path: '/api/get_awaiting_verification',
    who: 'person',
    effect: 'reads',
    summary: 'Lo que otros terminaron y espera mi verificación, primero lo que más ha esperado',
    reply: z.array(activity),
  },
  validateActivities: {
    method: 'POST',
    path: '/api/validate_activities',
    who: 'person',
    effect: 'writes',
    summary: 'Verifica hasta 50 actividades; cada una responde por sí misma',
    body: verifications,
    reply: renamed({ success: ['success', z.literal(true)], results: ['results', z.array(outcome)] }),
  },
  searchActivities: {
    method: 'POST',
    path: '/api/search',
    who: 'person',
    effect: 'reads',
    summary: 'Busca por folio o por texto entre lo que puedo ver; 20 resultados como máximo',
    body: renamed({ text: ['q', requiredText(TEXT_MAX)] }),
    reply: renamed({ success: ['success', z.literal(true)], hits: ['hits', z.array(hit)] }),
  },
} as const satisfies Record<string, Endpoint>;
