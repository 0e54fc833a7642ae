import type { CompanyLoginProblem } from '@bitacora/core/domain/people/company-login';
import { companyLogin as texts } from '@bitacora/core/messages/company-login';
import { useLocation } from 'react-router-dom';
import { destinationOf } from '../route-guards.ts';
import { Alert } from '../ui/states.tsx';

interface CompanyLoginProps {
  label: string;
  /** Where a login begins: an address of the server. */
  url: string;
  /** Why the last one failed, as the address says it. */
  problem: string | null;
  /** Without a password form below. */
  isAlone: boolean;
}

/** The way in with the account of the company. A link, because it leaves the page. */
export function CompanyLogin({ label, url, problem, isAlone }: CompanyLoginProps) {
  const { pathname, search } = useLocation();
  const next = destinationOf(new URL(pathname + search, window.location.origin));
  const sentence = problem !== null && Object.hasOwn(texts.problems, problem) ? texts.problems[problem as CompanyLoginProblem] : null;
  const tone = isAlone ? 'accent' : 'plain';
  return (
    <div className="login-company">
      {sentence && <Alert title={texts.failed}>{sentence}</Alert>}
      <a className={`button button-${tone}`} data-tone={tone} href={`${url}?${new URLSearchParams({ next })}`}>
        {label}
      </a>
      {!isAlone && <p className="login-or">{texts.or}</p>}
    </div>
  );
}
