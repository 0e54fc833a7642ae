import type { EndpointName, Endpoints, Input, Reply } from '@bitacora/core/contract';
import type { Endpoint } from '@bitacora/core/contract/endpoint';
import type { Actor, Channel } from '@bitacora/core/domain/person';
import type { SheetRow } from '@bitacora/core/domain/user-import';
import type { Image, Once } from '@bitacora/core/server';
import { addEvidence } from '@bitacora/core/use-cases/add-evidence';
import { cancelActivity } from '@bitacora/core/use-cases/cancel-activity';
import { cancelComment } from '@bitacora/core/use-cases/cancel-comment';
import { commentActivity } from '@bitacora/core/use-cases/comment-activity';
import { completeActivity } from '@bitacora/core/use-cases/complete-activity';
import { extendDeadline } from '@bitacora/core/use-cases/extend-deadline';
import { pauseActivity, resumeActivity } from '@bitacora/core/use-cases/pause-activity';
import {
  listAwaitingVerification,
  listComments,
  listHistory,
  listImages,
  listMyHistory,
  listMyPending,
  readActivity,
} from '@bitacora/core/use-cases/read-activity';
import { readSeries } from '@bitacora/core/use-cases/read-series';
import { assignActivity, registerOwnActivity } from '@bitacora/core/use-cases/register-activity';
import { startActivity } from '@bitacora/core/use-cases/start-activity';
import { readSummaryChoice } from '@bitacora/core/use-cases/summarize';
import type { Context as Scene, UseCase } from '@bitacora/core/use-cases/use-case';
import { validateActivities } from '@bitacora/core/use-cases/validate-activities';
import { validateActivity } from '@bitacora/core/use-cases/validate-activity';
import type { Context } from 'koa';
import type * as z from 'zod/mini';
import { accountHandlers } from './account-handlers.ts';
import type { Download } from './http/download.ts';
import { officeHandlers } from './office-handlers.ts';
import { reportHandlers } from './report-handlers.ts';

/** The calls that need more than one use case: cookies, slow hashes, addresses of ours. */
export type SessionCall = 'getSession' | 'csrfToken' | 'login' | 'logout' | 'passwordResetRequest' | 'validateResetToken' | 'resetPassword';
export type SheetCall = 'uploadUsersBulk' | 'usersTemplate' | 'createReportActivitiesF' | 'createAdminHistoryWorkbook';
export type BotCall = 'botLinkRequest' | 'botExchange' | 'botClaimWork' | 'botAcknowledgeWork';
/** What is about the chat that asks, as its token tells. */
export type ChatCall = 'keepChatCard' | 'chooseSummaryConversation' | 'stopSummary' | 'endOwnChatLink';
export type SpecialCall =
  | SessionCall
  | SheetCall
  | 'updatePassword'
  | 'getSessions'
  | 'endOtherSessions'
  | 'createCalendarFeed'
  | 'revokeOwnToken'
  | 'getDiagnosis'
  | 'getStatus'
  | BotCall
  | ChatCall;

type WithImages<E> = E extends { uploads: object } ? { images: readonly Image[] } : unknown;
type WithSheet<E> = E extends { sheet: object } ? { sheet: readonly SheetRow[] } : unknown;
type OrFile<E> = E extends { file: object } ? Download : never;

/** A list may come in batches. Where a page can be asked for: that page, else everything. */
type Answer<E extends Endpoint> =
  | (E extends { page: infer Page extends z.ZodMiniType } ? z.output<Page> : Reply<E>)
  | (Reply<E> extends readonly unknown[] ? AsyncIterable<Reply<E>> : never);

/** Which use case answers which call; a forgotten one does not compile. */
export type Handlers = {
  [Name in Exclude<EndpointName, SpecialCall>]: UseCase<Input<Endpoints[Name]> & WithImages<Endpoints[Name]>, Answer<Endpoints[Name]>>;
};

/** There is an actor wherever the audience is a person. */
type ActorOf<E> = E extends { who: 'anyone' | 'service' } ? Actor | null : Actor;
/** Who acts, where it came in and from which address: what every performance of the call begins with. */
export interface CalledBy<Who extends Actor | null> {
  actor: Who;
  channel: Channel;
  address: string | null;
}
export type Special<Call extends SpecialCall> = {
  [Name in Call]: (
    input: Input<Endpoints[Name]> & WithSheet<Endpoints[Name]>,
    call: { ctx: Context; actor: ActorOf<Endpoints[Name]>; by: CalledBy<ActorOf<Endpoints[Name]>>; once: Once | undefined },
  ) => Promise<Reply<Endpoints[Name]> | OrFile<Endpoints[Name]>>;
};
export type SpecialHandlers = Special<SpecialCall>;
export type AnyUseCase = (context: Scene<unknown, Actor | null>) => Promise<unknown>;

export const handlers: Handlers = {
  ...accountHandlers,
  ...officeHandlers,
  ...reportHandlers,

  createActivity: assignActivity,
  createMyNewActivity: registerOwnActivity,
  getMyActivities: listMyPending,
  getMyHistorialActivities: listMyHistory,
  getActivity: readActivity,
  callCommentsByActivity: listComments,
  callImagesByActivity: listImages,
  getActivityHistory: listHistory,
  getActivitySeries: readSeries,
  recordCommentsActivity: commentActivity,
  recordStartWorkActivity: startActivity,
  recordEvidencesActivity: addEvidence,
  endActivity: completeActivity,
  updateExtensionDate: extendDeadline,
  cancelMyComment: cancelComment,
  cancelActivity,
  validateActivity,
  validateActivities,
  getAwaitingVerification: listAwaitingVerification,
  getSummary: readSummaryChoice,
  pauseActivity,
  resumeActivity,
};
