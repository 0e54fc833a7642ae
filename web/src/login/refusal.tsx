import { ApiError } from '@bitacora/core/client/api-error';
import { login } from '@bitacora/core/messages/login';
import { Alert } from '../ui/states.tsx';

/** Why a login failed, where it belongs to no field. */
export function Refusal({ error }: { error: unknown }) {
  if (!(error instanceof ApiError)) return <Alert title={login.requestFailed} />;
  if (error.code === 'credentials.wrong') return <Alert title={login.wrong}>{login.wrongDetail}</Alert>;
  if (error.code === 'user.inactive') return <Alert title={login.inactive}>{login.inactiveDetail}</Alert>;
  if (error.status === 429) return <Alert title={login.wait}>{error.message}</Alert>;
  if (error.status === 400 && Object.keys(error.fields).length > 0) return null;
  return <Alert title={login.requestFailed}>{error.message}</Alert>;
}
