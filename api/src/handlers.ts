import type { EndpointName, Endpoints, Input, Reply } from '@bitacora/core/contract';
import type { Actor } from '@bitacora/core/domain/person';
import type { Image } from '@bitacora/core/server';
import { addEvidence } from '@bitacora/core/use-cases/add-evidence';
import { cancelActivity } from '@bitacora/core/use-cases/cancel-activity';
import { cancelComment } from '@bitacora/core/use-cases/cancel-comment';
import { commentActivity } from '@bitacora/core/use-cases/comment-activity';
import { completeActivity } from '@bitacora/core/use-cases/complete-activity';
import { createUser } from '@bitacora/core/use-cases/create-user';
import { extendDeadline } from '@bitacora/core/use-cases/extend-deadline';
import { pauseActivity, resumeActivity } from '@bitacora/core/use-cases/pause-activity';
import {
  listAssignedByMe,
  listComments,
  listHistory,
  listImages,
  listMyHistory,
  listMyPending,
  readActivity,
} from '@bitacora/core/use-cases/read-activity';
import { readOwnData, readPermissions } from '@bitacora/core/use-cases/read-own-data';
import { listCandidates, listMyTopics } from '@bitacora/core/use-cases/read-topics';
import { assignActivity, registerOwnActivity } from '@bitacora/core/use-cases/register-activity';
import { startActivity } from '@bitacora/core/use-cases/start-activity';
import type { Context as Scene, UseCase } from '@bitacora/core/use-cases/use-case';
import { validateActivity } from '@bitacora/core/use-cases/validate-activity';
import type { Context } from 'koa';

/** The calls that set or end a cookie, or answer people who are not logged in. */
type SessionCall = 'getSession' | 'csrfToken' | 'login' | 'logout' | 'passwordResetRequest' | 'validateResetToken' | 'resetPassword';

type WithImages<E> = E extends { uploads: object } ? { images: readonly Image[] } : unknown;

/** Which use case answers which call; a forgotten one does not compile. */
export type Handlers = {
  [Name in Exclude<EndpointName, SessionCall>]: UseCase<Input<Endpoints[Name]> & WithImages<Endpoints[Name]>, Reply<Endpoints[Name]>>;
};
export type SessionHandlers = {
  [Name in SessionCall]: (input: Input<Endpoints[Name]>, call: { ctx: Context; actor: Actor | null }) => Promise<Reply<Endpoints[Name]>>;
};
export type AnyUseCase = (context: Scene<unknown, Actor | null>) => Promise<unknown>;

export const handlers: Handlers = {
  permissionsUser: readPermissions,
  dataUser: readOwnData,

  createActivity: assignActivity,
  createMyNewActivity: registerOwnActivity,
  getMyActivities: listMyPending,
  getMyHistorialActivities: listMyHistory,
  getUserAssignedActivities: listAssignedByMe,
  getActivity: readActivity,
  callCommentsByActivity: listComments,
  callImagesByActivity: listImages,
  getActivityHistory: listHistory,
  recordCommentsActivity: commentActivity,
  recordStartWorkActivity: startActivity,
  recordEvidencesActivity: addEvidence,
  endActivity: completeActivity,
  updateExtensionDate: extendDeadline,
  cancelMyComment: cancelComment,
  cancelActivity,
  validateActivity,
  pauseActivity,
  resumeActivity,

  getProjectsByUsers: listMyTopics,
  getEmployeesForProject: listCandidates,
  createUser,
};
