import type { accountEndpoints } from '@bitacora/core/contract/account/account-endpoints';
import type { deviceEndpoints } from '@bitacora/core/contract/account/device-endpoints';
import type { secondFactorEndpoints } from '@bitacora/core/contract/account/second-factor-endpoints';
import type { sessionEndpoints } from '@bitacora/core/contract/account/session-endpoints';
import {
  allowPasswordResets,
  cancelEmailChange,
  confirmEmailChange,
  disownEmailChange,
  readEmailChange,
} from '@bitacora/core/use-cases/account/email-change';
import { endOtherSessions, endOwnSession, listOwnSessions } from '@bitacora/core/use-cases/account/own-sessions';
import { createToken, listTokens, revokeBearer, revokeToken } from '@bitacora/core/use-cases/account/personal-tokens';
import { changePhoto, readOwnData, readPermissions, removePhoto, updateProfile } from '@bitacora/core/use-cases/account/profile';
import { resetSecondFactor } from '@bitacora/core/use-cases/account/second-factor';
import type { Handlers } from '../calls/handlers.ts';
import { type DeviceDependencies, deviceHandlers } from './device-handlers.ts';
import { type SecondFactorDependencies, secondFactorHandlers } from './second-factor-handlers.ts';
import { type SessionDependencies, sessionHandlers } from './session-handlers.ts';

type AccountCall =
  | keyof typeof sessionEndpoints
  | keyof typeof accountEndpoints
  | keyof typeof secondFactorEndpoints
  | keyof typeof deviceEndpoints;

export const accountHandlers = (
  dependencies: SessionDependencies & DeviceDependencies & SecondFactorDependencies,
): Handlers<AccountCall> => ({
  ...sessionHandlers(dependencies),
  ...deviceHandlers(dependencies),
  ...secondFactorHandlers(dependencies),
  resetSecondFactor,

  readPermissions,
  readOwnData,
  updateProfile,
  changePhoto,
  removePhoto,

  listOwnSessions,
  endOwnSession,
  endOtherSessions,

  listTokens,
  createToken,
  revokeToken,
  revokeBearer,

  readEmailChange,
  confirmEmailChange,
  cancelEmailChange,
  disownEmailChange,
  allowPasswordResets,
});
