import type { EndpointName, Endpoints, Input, Reply } from '@bitacora/core/contract';
import type { Endpoint } from '@bitacora/core/contract/endpoint';
import type { Actor, Channel } from '@bitacora/core/domain/people/person';
import type { SheetRow } from '@bitacora/core/domain/people/user-import';
import type { IdempotencyKey, Image } from '@bitacora/core/server';
import { addEvidence } from '@bitacora/core/use-cases/activities/add-evidence';
import { cancelActivity } from '@bitacora/core/use-cases/activities/cancel-activity';
import { cancelComment } from '@bitacora/core/use-cases/activities/cancel-comment';
import { commentActivity } from '@bitacora/core/use-cases/activities/comment-activity';
import { completeActivity } from '@bitacora/core/use-cases/activities/complete-activity';
import { extendDeadline } from '@bitacora/core/use-cases/activities/extend-deadline';
import { pauseActivity, resumeActivity } from '@bitacora/core/use-cases/activities/pause-activity';
import {
  listAwaitingVerification,
  listComments,
  listEvidence,
  listHistory,
  listMyHistory,
  listMyPending,
  readActivity,
} from '@bitacora/core/use-cases/activities/read-activity';
import { readSeries } from '@bitacora/core/use-cases/activities/read-series';
import { assignActivity, registerOwnActivity } from '@bitacora/core/use-cases/activities/register-activity';
import { startActivity } from '@bitacora/core/use-cases/activities/start-activity';
import { validateActivities } from '@bitacora/core/use-cases/activities/validate-activities';
import { validateActivity } from '@bitacora/core/use-cases/activities/validate-activity';
import { readSummaryChoice } from '@bitacora/core/use-cases/chat/summarize';
import type { Context as Scene, UseCase } from '@bitacora/core/use-cases/use-case';
import type { Context } from 'koa';
import type * as z from 'zod/mini';
import { accountHandlers } from './account-handlers.ts';
import type { Download } from './http/download.ts';
import { officeHandlers } from './office-handlers.ts';
import { reportHandlers } from './report-handlers.ts';

/** The calls that need more than one use case: cookies, slow hashes, addresses of ours. */
export type SessionCall =
  | 'readSession'
  | 'readCsrfToken'
  | 'logIn'
  | 'logOut'
  | 'requestPasswordReset'
  | 'checkResetToken'
  | 'resetPassword';
export type SheetCall = 'importUsers' | 'downloadImportTemplate' | 'exportReport' | 'exportAdminHistory';
export type BotCall = 'offerChatLink' | 'exchangeChatIdentity' | 'claimWork' | 'acknowledgeWork';
/** What is about the chat that asks, as its token tells. */
export type ChatCall = 'keepChatCard' | 'chooseSummary' | 'stopSummary' | 'unlinkOwnChat';
export type SpecialCall =
  | SessionCall
  | SheetCall
  | 'changePassword'
  | 'listOwnSessions'
  | 'endOtherSessions'
  | 'createCalendarFeed'
  | 'revokeBearer'
  | 'readDiagnosis'
  | 'readStatus'
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
    call: { ctx: Context; actor: ActorOf<Endpoints[Name]>; by: CalledBy<ActorOf<Endpoints[Name]>>; once: IdempotencyKey | undefined },
  ) => Promise<Reply<Endpoints[Name]> | OrFile<Endpoints[Name]>>;
};
export type SpecialHandlers = Special<SpecialCall>;
export type AnyUseCase = (context: Scene<unknown, Actor | null>) => Promise<unknown>;

export const handlers: Handlers = {
  ...accountHandlers,
  ...officeHandlers,
  ...reportHandlers,

  assignActivity,
  registerOwnActivity,
  listMyPending,
  listMyHistory,
  readActivity,
  listComments,
  listEvidence,
  listHistory,
  readSeries,
  commentActivity,
  startActivity,
  addEvidence,
  completeActivity,
  extendDeadline,
  cancelComment,
  cancelActivity,
  validateActivity,
  validateActivities,
  listAwaitingVerification,
  readSummaryChoice,
  pauseActivity,
  resumeActivity,
};
