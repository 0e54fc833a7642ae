import { companyLogin as texts } from '@bitacora/core/messages/company-login';
import { useLocation } from 'react-router-dom';
import { destinationOf } from '../route-guards.ts';
import { keepHash } from './kept-hash.ts';
import { CompanyRefusal } from './refusal.tsx';

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
  const tone = isAlone ? 'accent' : 'plain';
  return (
    <div className="login-company">
      <CompanyRefusal problem={problem} />
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
