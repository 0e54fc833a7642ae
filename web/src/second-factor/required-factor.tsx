import { frame } from '@bitacora/core/messages/layout';
import { type LoaderFunctionArgs, redirect, useLoaderData, useLocation, useNavigate } from 'react-router-dom';
import { appOf, useApp } from '../app.ts';
import { Footer } from '../layout/brand.tsx';
import { Logo } from '../layout/logo.tsx';
import { paths } from '../layout/paths.ts';
import { factorTexts as texts } from '../messages/second-factor.ts';
import { addressOf, destinationOf } from '../route-guards.ts';
import type { Session } from '../session-memory.ts';
import { Button } from '../ui/button.tsx';
import { SecondFactorSetup } from './setup.tsx';
import '../login/login.css';

export async function loader(args: LoaderFunctionArgs) {
  const { session, loadCalls } = appOf(args);
  const current = await session.current();
  if (!current.user) throw redirect(paths.login);
  if (!current.isSecondFactorDue) throw redirect(destinationOf(addressOf(args.request)));
  await loadCalls();
  return current;
}

/** Where a person who must have a second factor sets one up before anything else. */
export function Component() {
  const { contactUrl } = useLoaderData<Session>();
  const { client, session } = useApp();
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const go = async (to: string) => {
    session.forget();
    await navigate(to, { replace: true });
  };
  return (
    <div className="login">
      <title>{`${texts.title} · ${frame.product}`}</title>
      <main className="login-card">
        <div className="login-brand">
          <Logo size={40} />
          <h1>{frame.product}</h1>
        </div>
        <div className="factor-page">
          <SecondFactorSetup
            lead={texts.requiredLead}
            onDone={() => void go(destinationOf(new URL(pathname + search + hash, window.location.origin)))}
          />
          <Button tone="quiet" onClick={() => void client.logOut().finally(() => go(paths.login))}>
            {frame.logout}
          </Button>
        </div>
      </main>
      <div className="login-foot">
        <Footer contactUrl={contactUrl} isDemo={false} />
      </div>
    </div>
  );
}
