import { ApiError } from '@bitacora/core/client/api-error';
import type { CompanyLoginProblem } from '@bitacora/core/domain/account/account';
import { companyLogin as texts } from '@bitacora/core/messages/account/company-login';
import { login } from '@bitacora/core/messages/account/login';
import { useLocation } from 'react-router-dom';
import { keepHash, readDestination } from '../app/route-guards.ts';
import { Alert, LiveMessage } from '../ui/states.tsx';

interface CompanyLoginProps {
  label: string;
  /** Where a login begins: an address of the server. */
  url: string;
  /** The reason in the address why the last login failed. */
  problem: string | null;
  /** No password form stands below. */
  isAlone: boolean;
}

/** Logs in with the account of the company. It is a link, because it leaves the page. */
export function CompanyLogin({ label, url, problem, isAlone }: CompanyLoginProps) {
  const { pathname, search } = useLocation();
  const next = readDestination(new URL(pathname + search, window.location.origin));
  const tone = isAlone ? 'accent' : 'plain';
  return (
    <div className="login-company">
      {/* An unknown reason in the address shows nothing. */}
      {problem !== null && Object.hasOwn(texts.problems, problem) && (
        <Alert title={texts.failed}>{texts.problems[problem as CompanyLoginProblem]}</Alert>
      )}
      <a
        className={`button button-${tone}`}
        data-tone={tone}
        href={`${url}?${new URLSearchParams({ next })}`}
        onClick={() => keepHash(next)}
      >
        {label}
      </a>
      {!isAlone && <p className="login-or">{texts.or}</p>}
    </div>
  );
}

/** Says why a login failed, when the reason belongs to no field. */
export function Refusal({ error }: { error: unknown }) {
  if (!(error instanceof ApiError)) return <Alert title={login.requestFailed} />;
  if (error.code === 'credentials.wrong') return <Alert title={login.wrong}>{login.wrongDetail}</Alert>;
  if (error.code === 'user.inactive') return <Alert title={login.inactive}>{login.inactiveDetail}</Alert>;
  if (error.status === 429) return <Alert title={login.wait}>{error.message}</Alert>;
  if (error.status === 400 && Object.keys(error.fields).length > 0) return null;
  return <Alert title={login.requestFailed}>{error.message}</Alert>;
}

/** Says that the session has ended. */
export const EndedNote = () => <LiveMessage className="login-note">{login.ended}</LiveMessage>;
