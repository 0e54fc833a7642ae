import './login.css';
import { frame } from '@bitacora/core/messages/layout';
import type { ReactNode } from 'react';
import { useLoaderData } from 'react-router-dom';
import type { Session } from '../app/session-memory.ts';
import { Footer } from '../layout/brand.tsx';
import { Logo } from '../layout/logo.tsx';

interface LoginFrameProps {
  title: string;
  /** Stands above the brand. */
  above?: ReactNode;
  children: ReactNode;
}

/** A page for somebody who is not logged in yet. Its loader returns the session. */
export function LoginFrame({ title, above, children }: LoginFrameProps) {
  const { contactUrl } = useLoaderData<Session>();
  return (
    <div className="login">
      <title>{`${title} · ${frame.product}`}</title>
      <main className="login-card">
        {above}
        <div className="login-brand">
          <Logo size={40} />
          <h1>{frame.product}</h1>
        </div>
        {children}
      </main>
      <div className="login-foot">
        <Footer contactUrl={contactUrl} isDemo={false} />
      </div>
    </div>
  );
}
