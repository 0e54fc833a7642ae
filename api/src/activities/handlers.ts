import type { activityEndpoints } from '@bitacora/core/contract/activities/activity-endpoints';
import type { activityImportEndpoints } from '@bitacora/core/contract/activities/activity-import-endpoints';
import type { templateEndpoints } from '@bitacora/core/contract/activities/template-endpoints';
import type { workRequestEndpoints } from '@bitacora/core/contract/activities/work-request-endpoints';
import type { HolidayNotice } from '@bitacora/core/domain/holidays';
import { historyNote, importedByCause } from '@bitacora/core/messages/activities/history-note';
import { holidayNotice } from '@bitacora/core/messages/dates';
import { writtenActor } from '@bitacora/core/messages/people/users';
import { refusalSentence } from '@bitacora/core/messages/refusals';
import type { Core } from '@bitacora/core/server';
import { createTemplate, listTemplates, retireTemplate, updateTemplate } from '@bitacora/core/use-cases/activities/activity-templates';
import { amendActivity } from '@bitacora/core/use-cases/activities/amend-activity';
import { cancelActivity } from '@bitacora/core/use-cases/activities/cancel-activity';
import { cancelComment, commentActivity } from '@bitacora/core/use-cases/activities/comments';
import { completeActivity } from '@bitacora/core/use-cases/activities/complete-activity';
import { addDocuments, addEvidence, withdrawImage } from '@bitacora/core/use-cases/activities/evidence';
import { extendDeadline } from '@bitacora/core/use-cases/activities/extend-deadline';
import {
  type ActOutcome,
  cancelActivities,
  reassignActivities,
  remindActivities,
  validateActivities,
} from '@bitacora/core/use-cases/activities/many-activities';
import { pauseActivity, resumeActivity } from '@bitacora/core/use-cases/activities/pause-activity';
import {
  encodedPending,
  listAwaitingVerification,
  listComments,
  listDocuments,
  listEvidence,
  listHistory,
  listMyHistory,
  readActivity,
  readSeries,
} from '@bitacora/core/use-cases/activities/read-activity';
import { reassignActivity } from '@bitacora/core/use-cases/activities/reassign-activity';
import { assignActivity, assignToMany, registerOwnActivity } from '@bitacora/core/use-cases/activities/register-activity';
import { remindActivity } from '@bitacora/core/use-cases/activities/remind-activity';
import { declineExtension, requestExtension, withdrawExtensionRequest } from '@bitacora/core/use-cases/activities/request-extension';
import { searchActivities } from '@bitacora/core/use-cases/activities/search-activities';
import { startActivity } from '@bitacora/core/use-cases/activities/start-activity';
import { tickItems, untickItems } from '@bitacora/core/use-cases/activities/tick-checklist';
import { validateActivity } from '@bitacora/core/use-cases/activities/validate-activity';
import {
  createRequest,
  declineRequest,
  listRequests,
  readRequest,
  withdrawRequest,
} from '@bitacora/core/use-cases/activities/work-requests';
import { type Handlers, withReply } from '../calls/handlers.ts';
import { activityFields } from '../http/activity-fields.ts';
import { activityImportHandlers } from './activity-import.ts';

type ActivityCall =
  | Exclude<keyof typeof activityEndpoints, 'downloadRecord'>
  | keyof typeof activityImportEndpoints
  | keyof typeof templateEndpoints
  | keyof typeof workRequestEndpoints;

const withNotice = <Facts>({ holiday, ...facts }: Facts & HolidayNotice) => ({
  ...facts,
  ...(holiday && { notice: holidayNotice(holiday) }),
});

const withSentences = ({ results }: { results: readonly ActOutcome[] }) => ({
  results: results.map(({ activityId, refusal }) => ({
    activityId,
    success: refusal === null,
    ...(refusal && { error: refusalSentence(refusal), code: refusal.code }),
  })),
});

const historyForReader = (entries: Awaited<ReturnType<typeof listHistory>>) =>
  entries.map((entry) => ({
    ...entry,
    actorName: writtenActor(entry),
    note: historyNote(entry),
    commentId: entry.facts?.comment?.id,
    imported: importedByCause(entry),
    capturedAt: entry.facts?.capturedAt ? new Date(entry.facts.capturedAt) : undefined,
  }));

export const activityHandlers = (core: Core, publicUrl: string): Handlers<ActivityCall> => ({
  ...activityImportHandlers(core, publicUrl),

  assignActivity: withReply(assignActivity, withNotice),
  assignToMany: withReply(assignToMany, withNotice),
  registerOwnActivity: withReply(registerOwnActivity, withNotice),
  listMyPending: encodedPending(activityFields),
  listMyHistory,
  readActivity: withReply(readActivity, ({ history, ...activity }) => ({
    ...activity,
    ...(history && { history: historyForReader(history) }),
  })),
  listComments,
  listEvidence,
  listDocuments,
  listHistory: withReply(listHistory, historyForReader),
  readSeries,
  commentActivity,
  startActivity,
  addEvidence,
  addDocuments,
  completeActivity,
  tickItems,
  untickItems,
  requestExtension,
  declineExtension,
  withdrawExtensionRequest,
  extendDeadline: withReply(extendDeadline, withNotice),
  cancelComment,
  withdrawImage,
  cancelActivity,
  cancelActivities: withReply(cancelActivities, withSentences),
  remindActivity,
  remindActivities: withReply(remindActivities, withSentences),
  amendActivity: withReply(amendActivity, withNotice),
  reassignActivity,
  reassignActivities: withReply(reassignActivities, withSentences),
  validateActivity,
  validateActivities: withReply(validateActivities, withSentences),
  listAwaitingVerification,
  pauseActivity,
  resumeActivity,
  searchActivities,

  createRequest,
  listRequests,
  readRequest,
  declineRequest,
  withdrawRequest,

  listTemplates,
  createTemplate,
  updateTemplate,
  retireTemplate,
});
