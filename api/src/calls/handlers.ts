import type { EndpointName, Endpoints, Input, Reply } from '@bitacora/core/contract';
import type { Endpoint } from '@bitacora/core/contract/endpoint';
import type { TokenScope } from '@bitacora/core/domain/account/account';
import type { OnHoliday } from '@bitacora/core/domain/holidays';
import type { Actor, Channel } from '@bitacora/core/domain/people/person';
import { causeNote, historyNote, importedByCause } from '@bitacora/core/messages/activities/history-note';
import { failureSentences } from '@bitacora/core/messages/admin/server-status';
import { holidayNotice } from '@bitacora/core/messages/dates';
import { writtenActor } from '@bitacora/core/messages/people/users';
import { sentenceOf } from '@bitacora/core/messages/refusals';
import type { EncodedRows, IdempotencyKey, Image } from '@bitacora/core/server';
import { cancelEmailChange, confirmEmailChange, readEmailChange } from '@bitacora/core/use-cases/account/email-change';
import { endOtherSessions, endOwnSession, listOwnSessions } from '@bitacora/core/use-cases/account/own-sessions';
import { createToken, listTokens, revokeBearer, revokeToken } from '@bitacora/core/use-cases/account/personal-tokens';
import { changePhoto, readOwnData, readPermissions, removePhoto, updateProfile } from '@bitacora/core/use-cases/account/profile';
import { resetSecondFactor } from '@bitacora/core/use-cases/account/second-factor';
import { createTemplate, listTemplates, retireTemplate, updateTemplate } from '@bitacora/core/use-cases/activities/activity-templates';
import { amendActivity } from '@bitacora/core/use-cases/activities/amend-activity';
import { cancelActivity } from '@bitacora/core/use-cases/activities/cancel-activity';
import { cancelComment, commentActivity } from '@bitacora/core/use-cases/activities/comments';
import { completeActivity } from '@bitacora/core/use-cases/activities/complete-activity';
import { addEvidence, withdrawImage } from '@bitacora/core/use-cases/activities/evidence';
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
  listEvidence,
  listHistory,
  listMyHistory,
  readActivity,
  readSeries,
} from '@bitacora/core/use-cases/activities/read-activity';
import { reassignActivity } from '@bitacora/core/use-cases/activities/reassign-activity';
import { assignActivity, assignToMany, registerOwnActivity } from '@bitacora/core/use-cases/activities/register-activity';
import { remindActivity } from '@bitacora/core/use-cases/activities/remind-activity';
import { searchActivities } from '@bitacora/core/use-cases/activities/search-activities';
import { startActivity } from '@bitacora/core/use-cases/activities/start-activity';
import { tickItems, untickItems } from '@bitacora/core/use-cases/activities/tick-checklist';
import { validateActivity } from '@bitacora/core/use-cases/activities/validate-activity';
import { listAdminHistory } from '@bitacora/core/use-cases/admin/admin-history';
import { listHolidays, removeHoliday, saveHoliday } from '@bitacora/core/use-cases/admin/holidays';
import {
  listWebhookDeliveries,
  listWebhooks,
  removeWebhook,
  resendWebhookDeliveries,
  rotateWebhookSecret,
  testWebhook,
} from '@bitacora/core/use-cases/admin/webhooks';
import {
  confirmChatLink,
  exchangeChatIdentity,
  listChatEntrances,
  listChatLinks,
  offerChatLink,
  readChatLinkOffer,
  unlinkChat,
  unlinkOwnChat,
} from '@bitacora/core/use-cases/chat/chat-links';
import { acknowledgeWork, keepChatCard } from '@bitacora/core/use-cases/chat/chat-work';
import { chooseSummary, readSummaryChoice, stopSummary } from '@bitacora/core/use-cases/chat/summarize';
import { addTopicChannel, listTopicChannels, removeTopicChannel } from '@bitacora/core/use-cases/chat/topic-channels';
import { createCalendarFeed, readCalendarFeed, revokeCalendarFeed } from '@bitacora/core/use-cases/notifications/calendar-feed';
import { listFailedNotifications, resendNotifications } from '@bitacora/core/use-cases/notifications/failed-notifications';
import {
  listOwnNotifications,
  markNotificationsRead,
  type OwnNotification,
} from '@bitacora/core/use-cases/notifications/own-notifications';
import { choosePreferences, listPreferences, subscribePush, unsubscribePush } from '@bitacora/core/use-cases/notifications/preferences';
import { snoozeReminders } from '@bitacora/core/use-cases/notifications/scheduled-notifications';
import { addAbsence, cancelAbsence, listAbsences, listSubstitutes } from '@bitacora/core/use-cases/people/absences';
import { setUserStatus } from '@bitacora/core/use-cases/people/set-user-status';
import { createUser, inviteUser, listUsers, updateUser } from '@bitacora/core/use-cases/people/users';
import { readComplianceGroups, readPeopleLoad, readPunctuality } from '@bitacora/core/use-cases/reports/read-figures';
import {
  countFacets,
  encodedAllActivities,
  encodedAssignedByMe,
  readAssignedFigures,
  readCompanyFigures,
  readFirstPending,
} from '@bitacora/core/use-cases/reports/read-reports';
import { listSavedViews, removeSavedView, saveListSize, saveView } from '@bitacora/core/use-cases/reports/saved-views';
import {
  assignTopic,
  createTopic,
  listAssignments,
  listDepartments,
  listEligibleAssignees,
  listMyTopics,
  listTopics,
  updateTopic,
  withdrawTopic,
} from '@bitacora/core/use-cases/topics/topics';
import type { RequestFacts, UseCase, Context as UseCaseContext } from '@bitacora/core/use-cases/use-case';
import type { Context } from 'koa';
import type * as z from 'zod/mini';
import { activityFields } from '../http/activity-fields.ts';
import type { Download } from '../http/answer.ts';
import type { SheetReading, TakenSheet } from '../uploads/take-sheet.ts';

/** Calls that set cookies or hash passwords, which takes too long for a transaction. */
export type SessionCall =
  | 'readSession'
  | 'readCsrfToken'
  | 'logIn'
  | 'logOut'
  | 'requestPasswordReset'
  | 'checkResetToken'
  | 'resetPassword'
  | 'createFirstAdministrator'
  | 'changePassword';
/** Calls that limit guesses, or set a cookie, when a terminal is let in from the browser. */
export type DeviceCall = 'beginDeviceAuthorization' | 'exchangeDeviceCode' | 'readDeviceAuthorization' | 'answerDeviceAuthorization';
/** Calls about the caller's own second factor: codes are limited, passwords hashed. */
export type SecondFactorCall =
  | 'readSecondFactor'
  | 'beginSecondFactor'
  | 'confirmSecondFactor'
  | 'renewRecoveryCodes'
  | 'removeSecondFactor';
/** Calls whose input or reply is a workbook. */
export type SheetCall =
  | 'importActivities'
  | 'downloadActivitySample'
  | 'importUsers'
  | 'downloadImportTemplate'
  | 'exportReport'
  | 'exportAdminHistory';
/** Calls whose answer is an archive of what is stored. */
export type DataCall = 'exportOwnData' | 'exportCompany';
/** Calls that read this process, its store and its mail server, or use several transactions. */
export type ServerCall = 'claimWork' | 'signEvidence' | 'readDiagnosis' | 'readFirstSteps' | 'readStatus' | 'readPush';
/** Calls that name an address, which the settings of this server may allow. */
export type AddressCall = 'createWebhook' | 'updateWebhook';
export type SpecialCall = SessionCall | SecondFactorCall | DeviceCall | SheetCall | DataCall | ServerCall | AddressCall;

type WithImages<E> = E extends { uploads: object } ? { images: readonly Image[] } : unknown;
type WithSheet<E> = E extends { sheet: { reads: infer Reading extends SheetReading } }
  ? { sheet: TakenSheet<Reading> }
  : E extends { sheet: object }
    ? { sheet: TakenSheet<'cells'> }
    : unknown;
type OrFile<E> = E extends { file: object } ? Download : never;

/** A reply without the `success` that `answer` adds; anything where there is nothing else. */
type ReplyValue<R> = R extends { success: true } ? (Exclude<keyof R, 'success'> extends never ? unknown : Omit<R, 'success'>) : R;

/** Rows may be encoded already. */
type WithEncoded<R> = R extends { rows: unknown } ? Omit<R, 'rows'> & { rows: R['rows'] | EncodedRows } : R;

/** The reply, one page of it, or a list in batches. */
type Answer<E extends Endpoint> =
  | ReplyValue<E extends { page: infer Page extends z.ZodMiniType } ? WithEncoded<z.output<Page>> : Reply<E>>
  | (Reply<E> extends readonly unknown[] ? AsyncIterable<Reply<E>> | EncodedRows : never);

/** The use case of each call. The compiler refuses a missing one. */
export type Handlers = {
  [Name in Exclude<EndpointName, SpecialCall>]: UseCase<Input<Endpoints[Name]> & WithImages<Endpoints[Name]>, Answer<Endpoints[Name]>>;
};

/** There is an actor wherever the audience is a person. */
type ActorOf<E> = E extends { who: 'anyone' | 'service' } ? Actor | null : Actor;
/** The part of `core.perform` that is the same for every use case of a request. */
export interface CalledBy<Who extends Actor | null> {
  actor: Who;
  channel: Channel;
  address: string | null;
  request: RequestFacts;
}
/** What a special handler knows of its request besides the input. */
export interface SpecialContext<Who extends Actor | null> {
  ctx: Context;
  actor: Who;
  scope: TokenScope | null;
  isSecondFactorDue: boolean;
  by: CalledBy<Who>;
  once: IdempotencyKey | undefined;
}
export type Special<Call extends SpecialCall> = {
  [Name in Call]: (
    input: Input<Endpoints[Name]> & WithSheet<Endpoints[Name]>,
    context: SpecialContext<ActorOf<Endpoints[Name]>>,
  ) => Promise<ReplyValue<Reply<Endpoints[Name]>> | OrFile<Endpoints[Name]>>;
};
export type SpecialHandlers = Special<SpecialCall>;
/** A special handler whose input and caller `serve` has checked by the contract. */
export type AnySpecial = (input: unknown, context: SpecialContext<Actor | null>) => Promise<unknown>;
export type AnyUseCase = (context: UseCaseContext<unknown, Actor | null>) => Promise<unknown>;

/** A use case whose result `write` turns into the reply, where facts become sentences. */
const withReply =
  <In, Result, Written>(useCase: UseCase<In, Result>, write: (result: Result) => Written): UseCase<In, Written> =>
  async (context) =>
    write(await useCase(context));

/** Names the holiday that a deadline falls on. */
const withNotice = <Facts>({ holiday, ...facts }: Facts & OnHoliday) => ({ ...facts, ...(holiday && { notice: holidayNotice(holiday) }) });

/** The outcomes of one act on many activities, as the contract writes them. */
const withSentences = ({ results }: { results: readonly ActOutcome[] }) => ({
  results: results.map(({ activityId, refusal }) => ({
    activityId,
    success: refusal === null,
    ...(refusal && { error: sentenceOf(refusal), code: refusal.code }),
  })),
});

/** Each notification with who caused it and what they said. */
const withCauses = ({ unread, notifications }: { unread: number; notifications: readonly OwnNotification[] }) => ({
  unread,
  notifications: notifications.map(({ cause, ...facts }) => ({
    ...facts,
    actorName: cause && writtenActor(cause),
    note: cause && causeNote(facts.kind, cause),
    imported: cause ? importedByCause(cause) : undefined,
  })),
});

/** The rows of a history in the words of their reader. */
const historyForReader = (entries: Awaited<ReturnType<typeof listHistory>>) =>
  entries.map((entry) => ({
    ...entry,
    actorName: writtenActor(entry),
    note: historyNote(entry),
    commentId: entry.facts?.comment?.id,
    imported: importedByCause(entry),
    capturedAt: entry.facts?.capturedAt ? new Date(entry.facts.capturedAt) : undefined,
  }));

export const handlers: Handlers = {
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
  listHistory: withReply(listHistory, historyForReader),
  readSeries,
  commentActivity,
  startActivity,
  addEvidence,
  completeActivity,
  tickItems,
  untickItems,
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
  readSummaryChoice,
  pauseActivity,
  resumeActivity,

  readPermissions,
  readOwnData,
  updateProfile,
  changePhoto,
  removePhoto,

  listOwnNotifications: withReply(listOwnNotifications, withCauses),
  markNotificationsRead,

  listPreferences,
  choosePreferences,

  subscribePush,
  unsubscribePush,
  readCalendarFeed,
  revokeCalendarFeed,

  endOwnSession,

  listTokens,
  createToken,
  revokeToken,

  readChatLinkOffer,
  confirmChatLink,
  listChatEntrances,
  listChatLinks,
  unlinkChat,

  readEmailChange,
  confirmEmailChange,

  resetSecondFactor,

  listSavedViews,
  saveView,
  saveListSize,
  removeSavedView,

  listUsers,
  createUser,
  updateUser,
  setUserStatus,
  inviteUser,
  cancelEmailChange,

  listTopics,
  listMyTopics,
  listEligibleAssignees,
  createTopic,
  updateTopic,
  listTemplates,
  createTemplate,
  updateTemplate,
  retireTemplate,
  listDepartments,
  listAssignments,
  assignTopic,
  withdrawTopic,

  listHolidays,
  saveHoliday,
  removeHoliday,

  listAdminHistory,

  listFailedNotifications: withReply(listFailedNotifications, ({ total, failed }) => ({
    total,
    failed: failed.map((digest) => ({ ...digest, reason: failureSentences[digest.failure] })),
  })),
  resendNotifications,

  listWebhooks,
  rotateWebhookSecret,
  removeWebhook,
  testWebhook,
  listWebhookDeliveries: withReply(listWebhookDeliveries, ({ rows, total }) => ({
    total,
    rows: rows.map(({ messageId, ...delivery }) => ({ ...delivery, messageId: `msg_${messageId}` })),
  })),
  resendWebhookDeliveries,

  listAllActivities: encodedAllActivities(activityFields),
  listAssignedByMe: encodedAssignedByMe(activityFields),
  countFacets,
  readCompanyFigures,
  readAssignedFigures,
  readComplianceGroups,
  readPeopleLoad,
  readPunctuality,
  readFirstPending,
  searchActivities,

  listAbsences,
  listSubstitutes,
  addAbsence,
  cancelAbsence,

  listOwnSessions,
  endOtherSessions,
  revokeBearer,
  createCalendarFeed,

  offerChatLink,
  exchangeChatIdentity,
  acknowledgeWork,
  keepChatCard,
  snoozeReminders,
  chooseSummary,
  stopSummary,
  listTopicChannels,
  addTopicChannel,
  removeTopicChannel,
  unlinkOwnChat,
};
