import { ApiError } from '@bitacora/core/client';
import type { Endpoints, Reply } from '@bitacora/core/contract';
import { writtenInstant } from '@bitacora/core/messages/dates';
import { useState } from 'react';
import { type LoaderFunctionArgs, useLocation, useNavigate } from 'react-router-dom';
import { getApp, useApp } from '../app/app.ts';
import { useClients } from '../app/clients.ts';
import { paths } from '../app/paths.ts';
import { DeferredContent } from '../layout/loaded.tsx';
import { emailChangeTexts } from '../messages/email-change-texts.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Alert, LiveMessage } from '../ui/states.tsx';
import { errorSentence, useAttempt } from '../ui/use-attempt.ts';
import { LoginFrame } from './login-frame.tsx';

type EmailChange = Reply<Endpoints['readEmailChange']>;

export const loader = (args: LoaderFunctionArgs) => getApp(args).session.current();

/** The page behind the links of mails about a change of email. Nothing happens before the person presses, because mail scanners follow links. */
export function Component() {
  const { client } = useClients();
  const { hash } = useLocation();
  const [{ token, disowning }] = useState(() => {
    const words = new URLSearchParams(hash.slice(1));
    return { token: words.get('token') ?? '', disowning: words.get('disown') };
  });
  /** The change, or why the link does not work. */
  const ask = async (): Promise<EmailChange | string> => {
    if (!token) return emailChangeTexts.incomplete;
    return client.readEmailChange({ token }).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 400) return error.message;
      throw error;
    });
  };
  return (
    <LoginFrame title={emailChangeTexts.title}>
      <p className="login-lead">{disowning === null ? emailChangeTexts.lead : emailChangeTexts.disownLead}</p>
      {disowning !== null && <Disowning token={disowning} />}
      {disowning === null && (
        <DeferredContent ask={ask}>
          {(answer) =>
            typeof answer === 'string' ? (
              <div className="confirm-email">
                <Alert title={emailChangeTexts.invalid}>{answer}</Alert>
                <ButtonLink to={paths.login}>{emailChangeTexts.toLogin}</ButtonLink>
              </div>
            ) : (
              <Question change={answer} token={token} />
            )
          }
        </DeferredContent>
      )}
    </LoginFrame>
  );
}

/** Asks nothing of the server before, so that the page says nothing about a made-up link. */
function Disowning({ token }: { token: string }) {
  const { client } = useClients();
  const { session } = useApp();
  const navigate = useNavigate();
  const attempt = useAttempt();
  const [isDone, setDone] = useState(false);
  const disown = async () => {
    if (!(await attempt.run(() => client.disownEmailChange({ token })))) return;
    session.forget();
    setDone(true);
    await navigate(paths.confirmEmail, { replace: true });
  };
  if (isDone)
    return (
      <LiveMessage className="confirm-email">
        <p className="confirm-email-question">{emailChangeTexts.disowned}</p>
        <p>{emailChangeTexts.disownedDetail}</p>
        <ButtonLink tone="accent" to={paths.login}>
          {emailChangeTexts.toLogin}
        </ButtonLink>
      </LiveMessage>
    );
  return (
    <div className="confirm-email">
      {attempt.error !== null && <Alert title={errorSentence(attempt.error, emailChangeTexts.disownFailed)} />}
      <p className="confirm-email-question">{emailChangeTexts.disownQuestion}</p>
      <p>{emailChangeTexts.disownEffect}</p>
      <Button tone="accent" isBusy={attempt.isBusy} onClick={disown}>
        {emailChangeTexts.disown}
      </Button>
    </div>
  );
}

function Question({ change, token }: { change: EmailChange; token: string }) {
  const { client } = useClients();
  const { session } = useApp();
  const navigate = useNavigate();
  const attempt = useAttempt();
  const [isConfirmed, setConfirmed] = useState(false);
  const confirm = async () => {
    if (!(await attempt.run(() => client.confirmEmailChange({ token })))) return;
    session.forget();
    setConfirmed(true);
    // Removes the token from the address, because it was used.
    await navigate(paths.confirmEmail, { replace: true });
  };
  if (isConfirmed)
    return (
      <LiveMessage className="confirm-email">
        <p className="confirm-email-question">{emailChangeTexts.confirmed}</p>
        <p>{emailChangeTexts.confirmedDetail(change.email)}</p>
        <ButtonLink tone="accent" to={paths.login}>
          {emailChangeTexts.toLogin}
        </ButtonLink>
      </LiveMessage>
    );
  return (
    <div className="confirm-email">
      {attempt.error !== null && <Alert title={errorSentence(attempt.error, emailChangeTexts.failed)} />}
      <p className="confirm-email-question">{emailChangeTexts.question(change.name, change.email)}</p>
      <p>{emailChangeTexts.effect}</p>
      <p className="muted">{emailChangeTexts.until(writtenInstant(change.expiresAt))}</p>
      <Button tone="accent" isBusy={attempt.isBusy} onClick={confirm}>
        {emailChangeTexts.confirm}
      </Button>
    </div>
  );
}
