import { login } from '@bitacora/core/messages/account/login';
import { frame } from '@bitacora/core/messages/layout';
import { Logo } from '../layout/logo.tsx';

export const LoginBrand = () => (
  <div className="login-brand">
    <Logo size={40} />
    <h1>{frame.product}</h1>
  </div>
);

export const LoginLead = () => <p className="login-lead">{login.lead}</p>;

/** Fills the page of the login until the scripts are there. It leaves the room of the plain form, so that its words do not move. */
export const LoginPlaceholder = () => (
  <div className="login">
    <main className="login-card" aria-busy="true">
      <LoginBrand />
      <LoginLead />
      <div className="login-waiting" />
    </main>
    <div className="login-foot login-foot-waiting" />
  </div>
);
