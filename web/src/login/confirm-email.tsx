import { ApiError } from '@bitacora/core/client';
import type { Endpoints, Reply } from '@bitacora/core/contract';
import { writtenInstant } from '@bitacora/core/messages/dates';
import { type ReactNode, useState } from 'react';
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
      {/* Asks nothing of the server before, so that the page says nothing about a made-up link. */}
      {disowning !== null && (
        <Question
          texts={emailChangeTexts.disowning}
          doneDetail={emailChangeTexts.disownedDetail}
          act={() => client.disownEmailChange({ token: disowning })}
        >
          <p className="confirm-email-question">{emailChangeTexts.disownQuestion}</p>
          <p>{emailChangeTexts.disownEffect}</p>
        </Question>
      )}
      {disowning === null && (
        <DeferredContent ask={ask}>
          {(answer) =>
            typeof answer === 'string' ? (
              <div className="confirm-email">
                <Alert title={emailChangeTexts.invalid}>{answer}</Alert>
                <ButtonLink to={paths.login}>{emailChangeTexts.toLogin}</ButtonLink>
              </div>
            ) : (
              <Question
                texts={emailChangeTexts.confirmation}
                doneDetail={emailChangeTexts.confirmedDetail(answer.email)}
                act={() => client.confirmEmailChange({ token })}
              >
                <p className="confirm-email-question">{emailChangeTexts.question(answer.name, answer.email)}</p>
                <p>{emailChangeTexts.effect}</p>
                <p className="muted">{emailChangeTexts.until(writtenInstant(answer.expiresAt))}</p>
              </Question>
            )
          }
        </DeferredContent>
      )}
    </LoginFrame>
  );
}

interface QuestionProps {
  texts: { confirm: string; failed: string; done: string };
  doneDetail: string;
  act: () => Promise<unknown>;
  /** The question. */
  children: ReactNode;
}

/** Asks, acts once, and says in the place of the question what was done. */
function Question({ texts, doneDetail, act, children }: QuestionProps) {
  const { session } = useApp();
  const navigate = useNavigate();
  const attempt = useAttempt();
  const [isDone, setDone] = useState(false);
  const confirm = async () => {
    if (!(await attempt.run(act))) return;
    session.forget();
    setDone(true);
    // Removes the token from the address, because it was used.
    await navigate(paths.confirmEmail, { replace: true });
  };
  if (isDone)
    return (
      <LiveMessage className="confirm-email">
        <p className="confirm-email-question">{texts.done}</p>
        <p>{doneDetail}</p>
        <ButtonLink tone="accent" to={paths.login}>
          {emailChangeTexts.toLogin}
        </ButtonLink>
      </LiveMessage>
    );
  return (
    <div className="confirm-email">
      {attempt.error !== null && <Alert title={errorSentence(attempt.error, texts.failed)} />}
      {children}
      <Button tone="accent" isBusy={attempt.isBusy} onClick={confirm}>
        {texts.confirm}
      </Button>
    </div>
  );
}
