import { ApiError } from '@bitacora/core/client/api-error';
import { login } from '@bitacora/core/messages/account/login';
import { Eye, EyeOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLoaderData, useLocation, useNavigate } from 'react-router-dom';
import { useApp } from '../app/app.ts';
import { forgetHash, hasEnded, linkedReset, readCompanyProblem, readDestination, wantsPassword } from '../app/route-guards.ts';
import type { Session } from '../app/session-memory.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Field, SentForm, TextInput } from '../ui/field.tsx';
import { later } from '../ui/later.tsx';
import { NoticeStack } from '../ui/notices.tsx';
import { useAttempt } from '../ui/use-attempt.ts';
import { LoginFrame } from './login-frame.tsx';
import type { Factor } from './second-factor/login-step.tsx';

const DemoWarning = later(async () => (await import('../layout/above-page.tsx')).DemoWarning);
const EndedNote = later(async () => (await import('./company-login.tsx')).EndedNote, <p className="login-note">{login.ended}</p>);
const FirstRun = later(async () => (await import('./first-run.tsx')).FirstRun);
const CompanyLogin = later(async () => (await import('./company-login.tsx')).CompanyLogin, <div className="login-company" />);
const LoginStep = later(async () => (await import('./second-factor/login-step.tsx')).LoginStep);
const loadRefusal = () => import('./company-login.tsx');
const Refusal = later(async () => (await loadRefusal()).Refusal);
const ResetDialogs = later(async () => (await import('./password-reset.tsx')).PasswordReset);

export function Component() {
  const { isDemo, isDemoExposed, needsFirstRun, companyLogin, allowsPasswords } = useLoaderData<Session>();
  const { notices } = useApp();
  const location = useLocation();
  const hasPasswordForm = allowsPasswords || wantsPassword(location.search);
  const [isResetting, setResetting] = useState(() => linkedReset(location.hash).has('token'));
  // This runs once the page is drawn, because its first call must not wait, nor what a failed one shows. Safari has no idle callback.
  useEffect(() => {
    (globalThis.requestIdleCallback ?? setTimeout)(() => void loadRefusal().catch(() => {}));
  }, []);
  return (
    <>
      <LoginFrame title={login.title} above={isDemoExposed && <DemoWarning />}>
        {needsFirstRun ? (
          <FirstRun companyUrl={allowsPasswords ? null : (companyLogin?.url ?? null)} />
        ) : (
          <>
            <p className="login-lead">{login.lead}</p>
            {hasEnded(location.search) && <EndedNote />}
            {companyLogin && <CompanyLogin {...companyLogin} problem={readCompanyProblem(location.search)} isAlone={!hasPasswordForm} />}
            {hasPasswordForm && <LoginForm hasFocus={!companyLogin} onForgotten={() => setResetting(true)} />}
          </>
        )}
        {isDemo && <p className="login-demo">{login.demoHint(allowsPasswords)}</p>}
      </LoginFrame>
      {isResetting && <ResetDialogs onClose={() => setResetting(false)} />}
      <NoticeStack notices={notices} />
    </>
  );
}

function LoginForm({ hasFocus, onForgotten }: { hasFocus: boolean; onForgotten: () => void }) {
  const { loginClient: client, session } = useApp();
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const attempt = useAttempt();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [isVisible, setVisible] = useState(false);
  const [asksCode, setAsksCode] = useState(false);
  const logIn = async (factor?: Factor) => {
    await client.logIn({ email, password, ...factor });
    session.forget();
    forgetHash();
    await navigate(readDestination(new URL(pathname + search + hash, window.location.origin)), { replace: true });
  };
  const enter = () =>
    attempt.run(() =>
      logIn().catch((error: unknown) => {
        if (!(error instanceof ApiError) || error.code !== 'secondFactor.required') throw error;
        setAsksCode(true);
      }),
    );
  if (asksCode) return <LoginStep logIn={logIn} onBack={() => setAsksCode(false)} />;
  const ShowIcon = isVisible ? EyeOff : Eye;
  return (
    <SentForm className="login-form" onSubmit={enter}>
      {attempt.error !== null && <Refusal error={attempt.error} />}
      <Field label={login.email} error={attempt.fieldError('email')} isRequired>
        {(tie) => (
          <TextInput
            {...tie}
            type="email"
            name="email"
            autoComplete="username"
            // The first field has the focus, where nothing stands before it.
            autoFocus={hasFocus}
            value={email}
            onChange={(event) => {
              setEmail(event.target.value);
              attempt.clearError('email');
            }}
          />
        )}
      </Field>
      <Field label={login.password} error={attempt.fieldError('password')} isRequired>
        {(tie) => (
          <div className="login-password">
            <TextInput
              {...tie}
              type={isVisible ? 'text' : 'password'}
              name="password"
              autoComplete="current-password"
              value={password}
              onChange={(event) => {
                setPassword(event.target.value);
                attempt.clearError('password');
              }}
            />
            <IconButton
              icon={ShowIcon}
              size={18}
              label={isVisible ? login.hidePassword : login.showPassword}
              aria-pressed={isVisible}
              onClick={() => setVisible(!isVisible)}
            />
          </div>
        )}
      </Field>
      <Button tone="accent" type="submit" isBusy={attempt.isBusy}>
        {attempt.isBusy ? login.submitting : login.submit}
      </Button>
      <Button tone="quiet" onClick={onForgotten}>
        {login.forgot}
      </Button>
    </SentForm>
  );
}
