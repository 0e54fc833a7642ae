import { ApiError } from '@bitacora/core/client/api-error';
import type { CompanyLoginProblem } from '@bitacora/core/domain/people/account';
import { companyLogin } from '@bitacora/core/messages/company-login';
import { login } from '@bitacora/core/messages/login';
import { Alert, LiveMessage } from '../ui/states.tsx';

/** Why a login failed, where it belongs to no field. */
export function Refusal({ error }: { error: unknown }) {
  if (!(error instanceof ApiError)) return <Alert title={login.requestFailed} />;
  if (error.code === 'credentials.wrong') return <Alert title={login.wrong}>{login.wrongDetail}</Alert>;
  if (error.code === 'user.inactive') return <Alert title={login.inactive}>{login.inactiveDetail}</Alert>;
  if (error.status === 429) return <Alert title={login.wait}>{error.message}</Alert>;
  if (error.status === 400 && Object.keys(error.fields).length > 0) return null;
  return <Alert title={login.requestFailed}>{error.message}</Alert>;
}

/** Why a login with the company's account failed, as the address says it; nothing for a reason that nobody here gives. */
export function CompanyRefusal({ problem }: { problem: string | null }) {
  const { failed, problems } = companyLogin;
  if (problem === null || !Object.hasOwn(problems, problem)) return null;
  return <Alert title={failed}>{problems[problem as CompanyLoginProblem]}</Alert>;
}

/** Why one is here again. */
export const EndedNote = () => <LiveMessage className="login-note">{login.ended}</LiveMessage>;
