import { ApiError } from '@bitacora/core/client';
import { newPassword } from '@bitacora/core/contract/account/session-endpoints';
import { fieldsOf } from '@bitacora/core/contract/wire-names';
import { isAcceptablePassword } from '@bitacora/core/domain/account/account';
import { reset } from '@bitacora/core/messages/account/login';
import { validation } from '@bitacora/core/messages/validation';
import { type FormEvent, useId, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import { useApp } from '../app/app.ts';
import { linkedReset } from '../app/route-guards.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, focusFirst, refuseFields } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { Alert, LiveMessage } from '../ui/states.tsx';
import { type Attempt, errorSentence, useAttempt } from '../ui/use-attempt.ts';

/** Asks for a token by email, then sets a new password with it. A mailed link brings both. */
export function PasswordReset({ onClose }: { onClose: () => void }) {
  const location = useLocation();
  const navigate = useNavigate();
  const [linked] = useState(() => linkedReset(location.hash));
  const [email, setEmail] = useState(linked.get('email') ?? '');
  const [step, setStep] = useState<'request' | 'renew'>(linked.has('token') ? 'renew' : 'request');
  const [isSent, setSent] = useState(false);
  const [linkedToken, setLinkedToken] = useState(linked.get('token') ?? '');
  const goOn = (wasSent: boolean) => {
    setSent(wasSent);
    setStep('renew');
  };
  const askAgain = () => {
    setLinkedToken('');
    setStep('request');
  };
  // Clears the link, because its token is used when the dialog closes.
  const close = () => {
    onClose();
    if (linked.has('token')) void navigate({ pathname: location.pathname, search: location.search }, { replace: true });
  };
  return (
    <>
      {step === 'request' ? (
        <RequestDialog email={email} onEmail={setEmail} onSent={() => goOn(true)} onHaveToken={() => goOn(false)} onClose={close} />
      ) : (
        <RenewDialog email={email} onEmail={setEmail} linkedToken={linkedToken} isSent={isSent} onAskAgain={askAgain} onClose={close} />
      )}
    </>
  );
}

interface StepProps {
  email: string;
  onEmail: (email: string) => void;
  onClose: () => void;
}

interface RequestDialogProps extends StepProps {
  onSent: () => void;
  onHaveToken: () => void;
}

function RequestDialog({ email, onEmail, onSent, onHaveToken, onClose }: RequestDialogProps) {
  const { loginClient: client } = useApp();
  const attempt = useAttempt();
  const form = useId();
  const request = async (event: FormEvent) => {
    event.preventDefault();
    if (await attempt.run(() => client.requestPasswordReset({ email }))) onSent();
  };
  return (
    <Dialog
      title={reset.requestTitle}
      onClose={onClose}
      isBusy={attempt.isBusy}
      footer={
        <>
          <Button tone="quiet" onClick={onHaveToken}>
            {reset.haveToken}
          </Button>
          <Button tone="accent" type="submit" form={form} isBusy={attempt.isBusy}>
            {reset.requestSubmit}
          </Button>
        </>
      }
    >
      <form id={form} noValidate className="form-stack" onSubmit={request}>
        <p className="muted">{reset.requestLead}</p>
        <FormAlert attempt={attempt} failed={reset.requestFailed} />
        <EmailField email={email} onEmail={onEmail} attempt={attempt} hasFocus />
      </form>
    </Dialog>
  );
}

interface RenewDialogProps extends StepProps {
  linkedToken: string;
  /** The token is on its way by mail. */
  isSent: boolean;
  onAskAgain: () => void;
}

function RenewDialog({ email, onEmail, linkedToken, isSent, onAskAgain, onClose }: RenewDialogProps) {
  const { loginClient: client, notices } = useApp();
  const attempt = useAttempt();
  const form = useId();
  const [token, setToken] = useState(linkedToken);
  const [password, setPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const renew = async (event: FormEvent) => {
    event.preventDefault();
    const wrong = wrongIn({ email, token: token.trim(), password }, confirmation);
    if (Object.keys(wrong).length > 0) return attempt.fail(refuseFields(wrong));
    const isDone = await attempt.run(async () => {
      await client.checkResetToken({ email, token: token.trim() });
      await client.resetPassword({ email, token: token.trim(), password });
    });
    if (!isDone) return;
    notices.show({ title: reset.done });
    onClose();
  };
  return (
    <Dialog
      title={reset.tokenTitle}
      onClose={onClose}
      isBusy={attempt.isBusy}
      footer={
        <>
          <Button tone="quiet" onClick={onAskAgain} disabled={attempt.isBusy}>
            {reset.askAgain}
          </Button>
          <Button tone="accent" type="submit" form={form} isBusy={attempt.isBusy}>
            {reset.submit}
          </Button>
        </>
      }
    >
      <form id={form} noValidate className="form-stack" onSubmit={renew}>
        {isSent && <LiveMessage className="dialog-told">{reset.requested}</LiveMessage>}
        <FormAlert attempt={attempt} failed={reset.failed} />
        <EmailField email={email} onEmail={onEmail} attempt={attempt} />
        <TextField
          attempt={attempt}
          field="token"
          label={reset.token}
          value={token}
          onChange={setToken}
          autoComplete="one-time-code"
          spellCheck={false}
          {...(linkedToken ? {} : focusFirst)}
          isRequired
        />
        <TextField
          attempt={attempt}
          field="password"
          label={reset.password}
          hint={reset.passwordHint}
          value={password}
          onChange={setPassword}
          type="password"
          autoComplete="new-password"
          isRequired
        />
        <TextField
          attempt={attempt}
          field="confirmation"
          label={reset.confirmation}
          value={confirmation}
          onChange={setConfirmation}
          type="password"
          autoComplete="new-password"
          isRequired
        />
      </form>
    </Dialog>
  );
}

/** Every error of the form, by field. The contract decides what a valid email and token are. */
function wrongIn(draft: { email: string; token: string; password: string }, confirmation: string): Record<string, string> {
  const read = z.safeDecode(newPassword, draft);
  return {
    ...(read.success ? {} : fieldsOf(read.error)),
    ...(isAcceptablePassword('reset', draft.password) ? {} : { password: validation.resetPasswordInvalid }),
    ...(draft.password === confirmation ? {} : { confirmation: validation.resetPasswordsDiffer }),
  };
}

interface EmailFieldProps extends Pick<StepProps, 'email' | 'onEmail'> {
  attempt: Attempt;
  hasFocus?: boolean;
}

const EmailField = ({ email, onEmail, attempt, hasFocus = false }: EmailFieldProps) => (
  <TextField
    attempt={attempt}
    field="email"
    label={reset.email}
    value={email}
    onChange={onEmail}
    type="email"
    autoComplete="username"
    {...(hasFocus ? focusFirst : {})}
    isRequired
  />
);

/** An error that belongs to no field. */
function FormAlert({ attempt: { error }, failed }: { attempt: Attempt; failed: string }) {
  if (!error || (error instanceof ApiError && Object.keys(error.fields).length > 0)) return null;
  return <Alert title={errorSentence(error, failed)} />;
}
