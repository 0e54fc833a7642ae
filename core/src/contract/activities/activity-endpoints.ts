import * as z from 'zod/mini';
import { activityParts, MAX_DOCUMENTS, MAX_IMAGES } from '../../domain/activities/activity.ts';
import { statusWords } from '../../messages/activities/labels.ts';
import { validation } from '../../messages/validation.ts';
import {
  ask,
  type Endpoint,
  extended,
  get,
  post,
  registered,
  registeredMany,
  registeredOnDay,
  success,
  type Uploads,
} from '../endpoint.ts';
import { activityRequests, PDF_TYPE } from '../exchange.ts';
import { addedLater, commaList, day, id, instant, maybe, oneOf, orOther, requiredText } from '../wire.ts';
import { renamed } from '../wire-names.ts';
import * as inputs from './activity-input.ts';
import * as shapes from './activity-shapes.ts';

const EVIDENCE_MAX_BYTES = 10_000_000;
const DOCUMENT_MAX_BYTES = 20_000_000;
/** The sheets that a record is drawn for. */
export const papers = ['letter', 'a4'] as const;
const byId = renamed({ activityId: ['id', id] });
const readPart = <const Request, Reply extends z.ZodMiniType>(request: Request, summary: string, reply: Reply) =>
  ({ ...request, who: 'person', summary, params: byId, reply }) as const;
export const evidence = (min: number): Uploads => ({
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
  status: ['status_project', orOther(shapes.status)],
  ownerId: ['id_user_owner', z.int()],
  assigneeId: ['id_user_assigned', z.int()],
});

const TEXT_MAX = 200;
const searchedPart = oneOf(['open', 'closed']);

/** `isAssignee` and `isOwner` tell which consult page is the caller's. */
const hit = renamed(
  {
    id: ['id', z.int()],
    description: ['objetive_project', z.string()],
    topic: ['project_name', z.string()],
    status: ['status_project', orOther(shapes.status)],
    rejectedAt: ['rejected_at', addedLater(z.nullable(instant), null)],
    requestedTo: ['requested_extension_date', addedLater(z.nullable(day), null)],
    isImported: ['imported', addedLater(z.boolean(), false)],
    isOwner: ['is_owner', z.boolean()],
    isAssignee: ['is_mine', z.boolean()],
    found: ['found', z.nullable(shapes.matchPlace)],
  },
  { status_text: [z.string(), statusWords] },
);
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
  success,
  hits: ['hits', z.array(hit)],
  people: ['people', z.array(personHit)],
  topics: ['topics', z.array(topicHit)],
  suggestions: shapes.suggestions,
});
export type SearchReply = z.output<typeof searchReply>;

export const activityEndpoints = {
  assignActivity: post('/api/create_activity', 'assignActivities', 'Asigna una actividad a un empleado del tema', {
    body: inputs.newAssignedActivity,
    uploads: evidence(0),
    reply: registeredOnDay,
  }),
  assignToMany: post(
    '/api/create_activities',
    'assignActivities',
    'Asigna la misma actividad a varias personas: una para cada quien, todas o ninguna',
    { body: inputs.newActivitiesOfMany, uploads: evidence(0), reply: registeredMany },
  ),
  registerOwnActivity: post('/api/create_my_new_activity', 'person', 'Registra una actividad propia', {
    body: inputs.newOwnActivity,
    uploads: evidence(0),
    reply: registeredOnDay,
  }),
  listMyPending: get('/api/get_my_activities', 'person', 'Mis actividades abiertas', { reply: z.array(shapes.activity) }),
  listMyHistory: get('/api/get_my_historial_activities', 'person', 'Mis actividades cerradas', { reply: z.array(shapes.activity) }),
  readActivity: {
    ...activityRequests.readActivity,
    who: 'person',
    summary: 'Una actividad, y en la misma respuesta lo que `include` pida: sus comentarios, evidencias, documentos e historial',
    params: byId,
    query: renamed({ include: ['include', maybe(commaList(activityParts))] }),
    reply: shapes.activityWithParts,
  },
  listComments: readPart(activityRequests.listComments, 'Sus comentarios vigentes', z.array(shapes.comment)),
  listEvidence: readPart(activityRequests.listEvidence, 'Sus evidencias', z.array(shapes.image)),
  listDocuments: readPart(activityRequests.listDocuments, 'Sus documentos', z.array(shapes.document)),
  listHistory: readPart(activityRequests.listHistory, 'Su historial', z.array(shapes.historyEntry)),
  downloadRecord: get(
    '/api/activity_record/:id',
    'person',
    'Su constancia en PDF: datos, evidencias con su huella, comentarios, historial y sello; `paper` es `letter` si no dices `a4`',
    {
      needs: 'request',
      params: byId,
      query: renamed({ paper: ['paper', maybe(oneOf(papers))] }),
      reply: z.custom<Blob>(),
      file: { name: 'Constancia.pdf', mediaType: PDF_TYPE },
    },
  ),
  commentActivity: post('/api/record_comments_activity', 'person', 'Agrega un comentario', {
    body: inputs.newComment,
    isQueueable: true,
    reply: registered,
  }),
  startActivity: post('/api/record_start_work_activity', 'person', 'Inicia el trabajo', { body: inputs.start, isQueueable: true }),
  addEvidence: post('/api/record_evidences_activity', 'person', 'Agrega evidencias', {
    body: inputs.newEvidence,
    uploads: evidence(1),
    isQueueable: true,
  }),
  addDocuments: post('/api/record_documents_activity', 'person', 'Agrega documentos PDF', {
    body: inputs.newDocuments,
    uploads: {
      field: 'documents',
      min: 1,
      max: MAX_DOCUMENTS,
      maxBytes: DOCUMENT_MAX_BYTES,
      tooFew: validation.documentsRequired,
      tooMany: validation.documentsTooMany,
    },
    isQueueable: true,
  }),
  withdrawImage: post(
    '/api/withdraw_image',
    'withdrawImages',
    'Retira una imagen o un documento que está por error: se borra su archivo; el historial conserva su huella y el motivo',
    { body: inputs.imageWithdrawal },
  ),
  completeActivity: post('/api/end_activity', 'person', 'La marca como completada, con toda su lista marcada y las imágenes que pide', {
    body: inputs.completion,
    isQueueable: true,
  }),
  extendDeadline: post('/api/update_extension_date', 'person', 'Extiende la fecha, una sola vez', {
    body: inputs.extension,
    reply: extended,
  }),
  requestExtension: post('/api/request_extension', 'person', 'Pide al dueño otra fecha, con su motivo', { body: inputs.extensionRequest }),
  declineExtension: post('/api/decline_extension', 'person', 'No concede la prórroga que se pidió; `update_extension_date` la concede', {
    body: inputs.extensionRefusal,
  }),
  withdrawExtensionRequest: post('/api/withdraw_extension_request', 'person', 'Retira la prórroga que se pidió', {
    body: inputs.activityRef,
  }),
  tickItems: post('/api/tick_items', 'person', 'Marca puntos de su lista de verificación', { body: inputs.tickedItems }),
  untickItems: post('/api/untick_items', 'person', 'Desmarca puntos de su lista de verificación', { body: inputs.tickedItems }),
  cancelComment: post('/api/cancel_my_comment/:id', 'person', 'Cancela un comentario propio', {
    params: renamed({ commentId: ['id', id] }),
  }),
  cancelActivity: post(
    '/api/cancel_activity',
    'person',
    'Cancela la actividad, sin vuelta atrás; de una serie, sólo esta (continues) o todo lo que falta por entregar (canceled)',
    { body: inputs.cancellation },
  ),
  cancelActivities: post(
    '/api/cancel_activities',
    'person',
    'Cancela hasta 100 actividades; cada una responde por sí misma, y su serie sigue con `continues`',
    { body: inputs.cancellations, reply: shapes.outcomes },
  ),
  remindActivity: post('/api/remind_activity', 'person', 'Recuerda la actividad al responsable, una vez al día', { body: inputs.reminder }),
  remindActivities: post('/api/remind_activities', 'person', 'Recuerda hasta 100 actividades; cada una responde por sí misma', {
    body: inputs.reminders,
    reply: shapes.outcomes,
  }),
  amendActivity: post('/api/amend_activity', 'person', 'Corrige lo que se registró; el historial conserva el antes y el después', {
    body: inputs.amendment,
    reply: extended,
  }),
  reassignActivity: post('/api/reassign_activity', 'person', 'Da la actividad a otra persona del tema', { body: inputs.reassignment }),
  reassignActivities: post(
    '/api/reassign_activities',
    'person',
    'Da hasta 100 actividades a otra persona; cada una responde por sí misma',
    { body: inputs.reassignments, reply: shapes.outcomes },
  ),
  validateActivity: post('/api/validate_activity', 'person', 'La verifica o la rechaza', { body: inputs.validationInput }),
  pauseActivity: post('/api/pause_activity', 'person', 'La pone en pausa', { body: inputs.pauseOrResume }),
  resumeActivity: post('/api/resume_activity', 'person', 'La reanuda', { body: inputs.pauseOrResume }),
  readSeries: readPart(
    activityRequests.readSeries,
    'Las repeticiones de una actividad que puedo ver, 60 a lo más, y la fecha de la siguiente si es la última',
    renamed({
      success,
      occurrences: ['occurrences', z.array(occurrence)],
      nextOn: ['next_due_date', z.nullable(day)],
      // True while nothing new is registered, because too many are undelivered.
      isStopped: ['stopped', z.optional(z.boolean())],
    }),
  ),
  listAwaitingVerification: get(
    '/api/get_awaiting_verification',
    'person',
    'Lo que otros terminaron y espera mi verificación, primero lo que más ha esperado',
    { reply: z.array(shapes.activity) },
  ),
  validateActivities: post('/api/validate_activities', 'person', 'Verifica hasta 50 actividades; cada una responde por sí misma', {
    body: inputs.verifications,
    reply: shapes.outcomes,
  }),
  searchActivities: ask(
    '/api/search',
    'person',
    'Busca por folio o por palabras entre las actividades que puedo ver, 20 como máximo, y dice dónde están; también personas (con privilegio) y temas. Con `in_comments` (`open` o `closed`), solo lo mío que tiene alguna de las palabras en un comentario y en ningún otro texto',
    { body: renamed({ text: ['q', requiredText(TEXT_MAX)], inComments: ['in_comments', maybe(searchedPart)] }), reply: searchReply },
  ),
} as const satisfies Record<string, Endpoint>;
