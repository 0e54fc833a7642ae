import * as z from 'zod/mini';
import { MAX_IMAGES } from '../domain/activity/activity.ts';
import { validation } from '../messages/validation.ts';
import { activity, comment, historyEntry, image, matchPlace, outcomes, status } from './activity.ts';
import {
  activitieRef,
  activityRef,
  amendment,
  cancellations,
  completion,
  extension,
  newActivitiesOfMany,
  newAssignedActivity,
  newComment,
  newOwnActivity,
  reassignment,
  reassignments,
  reminder,
  reminders,
  turn,
  validationInput,
  verifications,
} from './activity-input.ts';
import type { Endpoint, Uploads } from './endpoint.ts';
import { confirmation, extended, registered, registeredMany, registeredOnDay } from './replies.ts';
import { addedLater, day, id, maybe, orOther, requiredText, typeError } from './wire.ts';
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
const searchedPart = z.enum(['open', 'closed'], { error: typeError(validation.notAnOption('open, closed')) });

/** `isAssignee` and `isOwner` tell which consult page is the caller's. */
const hit = renamed({
  id: ['id', z.int()],
  description: ['objetive_project', z.string()],
  topic: ['project_name', z.string()],
  status: ['status_project', orOther(status)],
  isOwner: ['is_owner', z.boolean()],
  isAssignee: ['is_mine', z.boolean()],
  found: ['found', z.nullable(matchPlace)],
});
export type SearchHit = z.output<typeof hit>;

const personHit = renamed({
  id: ['id', z.int()],
  name: ['name', z.string()],
  position: ['position', z.string()],
  department: ['department', z.string()],
  isActive: ['active', z.boolean()],
});
const topicHit = renamed({ id: ['id', z.int()], name: ['name_project', z.string()], department: ['department', z.string()] });

const searchReply = renamed({
  success: ['success', z.literal(true)],
  hits: ['hits', z.array(hit)],
  people: ['people', addedLater(z.array(personHit), [])],
  topics: ['topics', addedLater(z.array(topicHit), [])],
});
export type SearchReply = z.output<typeof searchReply>;

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
  assignToMany: {
    method: 'POST',
    path: '/api/create_activities',
    who: 'assignActivities',
    effect: 'writes',
    summary: 'Asigna la misma actividad a varias personas: una para cada quien, todas o ninguna',
    body: newActivitiesOfMany,
    uploads: evidence(0),
    reply: registeredMany,
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
    reply: confirmation,
  },
  addEvidence: {
    method: 'POST',
    path: '/api/record_evidences_activity',
    who: 'person',
    effect: 'writes',
    summary: 'Agrega evidencias',
    body: activityRef,
    uploads: evidence(1),
    reply: confirmation,
  },
  completeActivity: {
    method: 'POST',
    path: '/api/end_activity',
    who: 'person',
    effect: 'writes',
    summary: 'La marca como completada',
    body: completion,
    reply: confirmation,
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
    reply: confirmation,
  },
  cancelActivity: {
    method: 'POST',
    path: '/api/cancel_activity',
    who: 'person',
    effect: 'writes',
    summary: 'Cancela la actividad, sin vuelta atrás',
    body: activityRef,
    reply: confirmation,
  },
  cancelActivities: {
    method: 'POST',
    path: '/api/cancel_activities',
    who: 'person',
    effect: 'writes',
    summary: 'Cancela hasta 100 actividades; cada una responde por sí misma',
    body: cancellations,
    reply: outcomes,
  },
  remindActivity: {
    method: 'POST',
    path: '/api/remind_activity',
    who: 'person',
    effect: 'writes',
    summary: 'Recuerda la actividad al responsable, una vez al día',
    body: reminder,
    reply: confirmation,
  },
  remindActivities: {
    method: 'POST',
    path: '/api/remind_activities',
    who: 'person',
    effect: 'writes',
    summary: 'Recuerda hasta 100 actividades; cada una responde por sí misma',
    body: reminders,
    reply: outcomes,
  },
  amendActivity: {
    method: 'POST',
    path: '/api/amend_activity',
    who: 'person',
    effect: 'writes',
    summary: 'Corrige lo que se registró; el historial conserva el antes y el después',
    body: amendment,
    reply: extended,
  },
  reassignActivity: {
    method: 'POST',
    path: '/api/reassign_activity',
    who: 'person',
    effect: 'writes',
    summary: 'Da la actividad a otra persona del tema',
    body: reassignment,
    reply: confirmation,
  },
  reassignActivities: {
    method: 'POST',
    path: '/api/reassign_activities',
    who: 'person',
    effect: 'writes',
    summary: 'Da hasta 100 actividades a otra persona; cada una responde por sí misma',
    body: reassignments,
    reply: outcomes,
  },
  validateActivity: {
    method: 'POST',
    path: '/api/validate_activity',
    who: 'person',
    effect: 'writes',
    summary: 'La verifica o la rechaza',
    body: validationInput,
    reply: confirmation,
  },
  pauseActivity: {
    method: 'POST',
    path: '/api/pause_activity',
    who: 'person',
    effect: 'writes',
    summary: 'La pone en pausa',
    body: turn,
    reply: confirmation,
  },
  resumeActivity: {
    method: 'POST',
    path: '/api/resume_activity',
    who: 'person',
    effect: 'writes',
    summary: 'La reanuda',
    body: turn,
    reply: confirmation,
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
    reply: outcomes,
  },
  searchActivities: {
    method: 'POST',
    path: '/api/search',
    who: 'person',
    effect: 'reads',
    summary:
      'Busca por folio o por palabras entre las actividades que puedo ver, 20 como máximo, y dice dónde están; también personas (con privilegio) y temas. Con `in_comments` (`open` o `closed`), solo lo mío que tiene alguna de las palabras en un comentario y en ningún otro texto',
    body: renamed({ text: ['q', requiredText(TEXT_MAX)], inComments: ['in_comments', maybe(searchedPart)] }),
    reply: searchReply,
  },
} as const satisfies Record<string, Endpoint>;
