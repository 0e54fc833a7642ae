import { ApiError } from '@bitacora/core/client';
import { reset } from '@bitacora/core/messages/account/login';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useApp } from '../app/app.ts';
import { paths } from '../app/paths.ts';
import { firstRun as texts } from '../messages/company-home-texts.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Alert } from '../ui/states.tsx';
import { errorSentence, useAttempt } from '../ui/use-attempt.ts';

const nobody = { code: '', firstName: '', lastName: '', email: '', password: '' };

interface FirstRunProps {
  /** Where the company's account logs in, if passwords are off. */
  companyUrl: string | null;
}

/** Registers the first administrator of an empty database, with the code that the server printed, and logs them in. */
export function FirstRun({ companyUrl }: FirstRunProps) {
  const { loginClient: client, session } = useApp();
  const navigate = useNavigate();
  const attempt = useAttempt();
  const [draft, setDraft] = useState(nobody);
  const fieldOf = (field: keyof typeof nobody) => ({
    attempt,
    field,
    label: texts[field],
    value: draft[field],
    onChange: (text: string) => setDraft({ ...draft, [field]: text }),
    isRequired: true,
  });
  const create = async (event: FormEvent) => {
    event.preventDefault();
    const isCreated = await attempt.run(async () => {
      const { password, ...person } = draft;
      await client.createFirstAdministrator(companyUrl ? person : draft);
      if (!companyUrl) await client.logIn({ email: draft.email, password });
    });
    if (!isCreated) return;
    if (companyUrl) return globalThis.location.assign(companyUrl);
    session.forget();
    await navigate(paths.home, { replace: true });
  };
  const { error } = attempt;
  const isGone = error instanceof ApiError && error.status === 404;
  const hasFields = error instanceof ApiError && Object.keys(error.fields).length > 0;
  return (
    <>
      <p className="login-lead">{texts.lead}</p>
      <form className="login-form" noValidate onSubmit={create}>
        {error !== null && !hasFields && <Alert title={isGone ? texts.gone : errorSentence(error, texts.failed)} />}
        <TextField
          {...fieldOf('code')}
          hint={texts.codeHint}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          // The first field has the focus.
          autoFocus
        />
        <TextField {...fieldOf('firstName')} autoComplete="given-name" />
        <TextField {...fieldOf('lastName')} autoComplete="family-name" />
        <TextField {...fieldOf('email')} hint={companyUrl ? texts.companyEmailHint : undefined} type="email" autoComplete="username" />
        {!companyUrl && <TextField {...fieldOf('password')} hint={reset.passwordHint} type="password" autoComplete="new-password" />}
        <Button tone="accent" type="submit" isBusy={attempt.isBusy}>
          {attempt.isBusy ? texts.submitting : texts.submit}
        </Button>
      </form>
    </>
  );
}
