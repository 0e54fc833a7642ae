import { ApiError } from '@bitacora/core/client';
import { useNavigate } from 'react-router-dom';
import { useApp } from '../app/app.ts';
import { paths } from '../app/paths.ts';
import { firstRun as texts } from '../messages/company-home-texts.ts';
import { Button } from '../ui/button.tsx';
import { FormAlert } from '../ui/dialog.tsx';
import { SentForm } from '../ui/field.tsx';
import { FormText, useCallForm } from '../ui/form.tsx';
import { Alert } from '../ui/states.tsx';

const nobody = { code: '', firstName: '', lastName: '', email: '', password: '' };

interface FirstRunProps {
  /** The address where the company's account logs in, if passwords are off. */
  companyUrl: string | null;
}

/** Registers the first administrator of an empty database, with the code that the server printed, and logs them in. */
export function FirstRun({ companyUrl }: FirstRunProps) {
  const { loginClient: client, session } = useApp();
  const navigate = useNavigate();
  const form = useCallForm(nobody);
  const tie = (name: keyof typeof nobody) => ({ form, name, label: texts[name], isRequired: true });
  const create = async () => {
    const isCreated = await form.send(async (draft) => {
      const { password, ...person } = draft;
      await client.createFirstAdministrator(companyUrl ? person : draft);
      if (!companyUrl) await client.logIn({ email: draft.email, password });
    });
    if (!isCreated) return;
    if (companyUrl) return globalThis.location.assign(companyUrl);
    session.forget();
    await navigate(paths.home, { replace: true });
  };
  const isGone = form.error instanceof ApiError && form.error.status === 404;
  return (
    <>
      <p className="login-lead">{texts.lead}</p>
      <SentForm ref={form.element} className="login-form" onSubmit={create}>
        {isGone ? <Alert title={texts.gone} /> : <FormAlert error={form.error} failed={texts.failed} fields={Object.keys(nobody)} />}
        <FormText
          {...tie('code')}
          hint={texts.codeHint}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          // The first field has the focus.
          autoFocus
        />
        <FormText {...tie('firstName')} autoComplete="given-name" />
        <FormText {...tie('lastName')} autoComplete="family-name" />
        <FormText {...tie('email')} hint={companyUrl ? texts.companyEmailHint : undefined} type="email" autoComplete="username" />
        {!companyUrl && <FormText {...tie('password')} hint={texts.passwordHint} type="password" autoComplete="new-password" />}
        <Button tone="accent" type="submit" isBusy={form.isBusy}>
          {form.isBusy ? texts.submitting : texts.submit}
        </Button>
      </SentForm>
    </>
  );
}
