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
