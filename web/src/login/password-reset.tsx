import { newPassword } from '@bitacora/core/contract/account/session-endpoints';
import { fieldErrors } from '@bitacora/core/contract/wire-names';
import { isAcceptablePassword } from '@bitacora/core/domain/account/account';
import { reset } from '@bitacora/core/messages/account/login';
import { validation } from '@bitacora/core/messages/validation';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import { useApp } from '../app/app.ts';
import { linkedReset } from '../app/route-guards.ts';
import { Button } from '../ui/button.tsx';
import { focusFirst } from '../ui/dialog.tsx';
import { CallFormDialog, FormText, refuseFields, useCallForm } from '../ui/form.tsx';
import { LiveMessage } from '../ui/states.tsx';

/** The email goes from one step to the other. */
interface ResetStep {
  isRenewing: boolean;
  email: string;
  /** The token of a mailed link. */
  linkedToken: string;
  /** The token is on its way by mail. */
  isSent: boolean;
}

/** Asks for a token by email, then sets a new password with it. A mailed link brings both. */
export function PasswordReset({ onClose }: { onClose: () => void }) {
  const location = useLocation();
  const navigate = useNavigate();
  const [linked] = useState(() => linkedReset(location.hash));
  const [step, setStep] = useState<ResetStep>({
    isRenewing: linked.has('token'),
    email: linked.get('email') ?? '',
    linkedToken: linked.get('token') ?? '',
    isSent: false,
  });
  const go = (isRenewing: boolean, email: string, isSent = false) => setStep({ isRenewing, email, linkedToken: '', isSent });
  // Clears the link, because its token is used when the dialog closes.
  const close = () => {
    onClose();
    if (linked.has('token')) void navigate({ pathname: location.pathname, search: location.search }, { replace: true });
  };
  return step.isRenewing ? (
    <RenewDialog step={step} onAskAgain={(email) => go(false, email)} onClose={close} />
  ) : (
    <RequestDialog step={step} onNext={(email, isSent) => go(true, email, isSent)} onClose={close} />
  );
}

interface RequestDialogProps {
  step: ResetStep;
  onNext: (email: string, isSent: boolean) => void;
  onClose: () => void;
}

function RequestDialog({ step, onNext, onClose }: RequestDialogProps) {
  const { loginClient: client } = useApp();
  const form = useCallForm({ email: step.email });
  const request = async ({ email }: { email: string }) => {
    await client.requestPasswordReset({ email });
    onNext(email, true);
    // The next step has a dialog of its own.
    return false;
  };
  return (
    <CallFormDialog
      form={form}
      texts={reset.request}
      onSubmit={request}
      onClose={onClose}
      otherButton={
        <Button tone="quiet" onClick={() => onNext(form.getValues('email'), false)}>
          {reset.haveToken}
        </Button>
      }
    >
      <p className="muted">{reset.requestLead}</p>
      <FormText form={form} name="email" label={reset.email} type="email" autoComplete="username" {...focusFirst} isRequired />
    </CallFormDialog>
  );
}

type NewPasswordFields = { email: string; token: string; password: string; confirmation: string };

interface RenewDialogProps {
  step: ResetStep;
  onAskAgain: (email: string) => void;
  onClose: () => void;
}

function RenewDialog({ step: { email, linkedToken, isSent }, onAskAgain, onClose }: RenewDialogProps) {
  const { loginClient: client, notices } = useApp();
  const form = useCallForm<NewPasswordFields>({ email, token: linkedToken, password: '', confirmation: '' });
  const renew = async ({ confirmation, ...fields }: NewPasswordFields) => {
    const draft = { ...fields, token: fields.token.trim() };
    const errors = findErrors(draft, confirmation);
    if (Object.keys(errors).length > 0) throw refuseFields(errors);
    await client.checkResetToken({ email: draft.email, token: draft.token });
    await client.resetPassword(draft);
    notices.show({ title: reset.done });
  };
  return (
    <CallFormDialog
      form={form}
      texts={reset.renewal}
      onSubmit={renew}
      onClose={onClose}
      otherButton={
        <Button tone="quiet" onClick={() => onAskAgain(form.getValues('email'))} disabled={form.isBusy}>
          {reset.askAgain}
        </Button>
      }
    >
      {isSent && <LiveMessage className="dialog-told">{reset.requested}</LiveMessage>}
      <FormText form={form} name="email" label={reset.email} type="email" autoComplete="username" isRequired />
      <FormText
        form={form}
        name="token"
        label={reset.token}
        autoComplete="one-time-code"
        spellCheck={false}
        {...(linkedToken ? {} : focusFirst)}
        isRequired
      />
      <FormText
        form={form}
        name="password"
        label={reset.password}
        hint={reset.passwordHint}
        type="password"
        autoComplete="new-password"
        isRequired
      />
      <FormText form={form} name="confirmation" label={reset.confirmation} type="password" autoComplete="new-password" isRequired />
    </CallFormDialog>
  );
}

/** Every error of the form, by field. The contract decides what a valid email and token are. */
function findErrors(draft: { email: string; token: string; password: string }, confirmation: string): Record<string, string> {
  const read = z.safeDecode(newPassword, draft);
  return {
    ...(read.success ? {} : fieldErrors(read.error)),
    ...(isAcceptablePassword('reset', draft.password) ? {} : { password: validation.resetPasswordInvalid }),
    ...(draft.password === confirmation ? {} : { confirmation: validation.resetPasswordsDiffer }),
  };
}
