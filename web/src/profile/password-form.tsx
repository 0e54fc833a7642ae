import { ApiError } from '@bitacora/core/client';
import { isAcceptablePassword } from '@bitacora/core/domain/people/password';
import { profileTexts } from '@bitacora/core/messages/profile';
import { validation } from '@bitacora/core/messages/validation';
import { type FormEvent, useRef, useState } from 'react';
import { useRevalidator } from 'react-router-dom';
import { useApp } from '../app.ts';
import { Card } from '../layout/card.tsx';
import { Button } from '../ui/button.tsx';
import { Check } from '../ui/check.tsx';
import { Field, TextInput } from '../ui/field.tsx';
import { FormAlert, focusFirstWrong } from '../ui/form-dialog.tsx';
import { useAttempt } from '../ui/use-attempt.ts';
import { useSession } from '../use-session.ts';

const empty = { currentPassword: '', password: '', confirmation: '' };
type PasswordDraft = typeof empty;
const FIELDS = ['currentPassword', 'password', 'confirmation'] as const;
const labels = {
  currentPassword: profileTexts.currentPassword,
  password: profileTexts.newPassword,
  confirmation: profileTexts.confirmation,
};

/** Errors before the call, in the server's words (docs/product.md, 10). */
function wrongIn({ currentPassword, password, confirmation }: PasswordDraft): Partial<PasswordDraft> {
  if (currentPassword === '') return { currentPassword: validation.currentPasswordRequired };
  if (!isAcceptablePassword('profile', password)) return { password: validation.profilePasswordInvalid };
  if (password === currentPassword) return { password: validation.passwordUnchanged };
  return password === confirmation ? {} : { confirmation: validation.passwordsDiffer };
}

/** Changes the password. Other sessions end; other access ends unless the person keeps it. */
export function PasswordForm() {
  const { client, notices } = useApp();
  const { user } = useSession();
  const { revalidate } = useRevalidator();
  const attempt = useAttempt();
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState(empty);
  const [endsAccess, setEndsAccess] = useState(true);
  const change = async (event: FormEvent) => {
    event.preventDefault();
    const isChanged = await attempt.run(async () => {
      const wrong = wrongIn(draft);
      if (Object.keys(wrong).length > 0) throw new ApiError(400, validation.summary, 'input.invalid', wrong);
      await client.changePassword({ ...draft, endsAccess });
    });
    if (!isChanged) return focusFirstWrong(form.current);
    setDraft(empty);
    setEndsAccess(true);
    notices.show({
      title: profileTexts.passwordSaved,
      detail: endsAccess ? profileTexts.passwordSavedAllDetail : profileTexts.passwordSavedDetail,
    });
    await revalidate();
  };
  return (
    <Card title={profileTexts.password}>
      <form ref={form} className="profile-form" noValidate onSubmit={change}>
        <FormAlert error={attempt.error} failed={profileTexts.passwordFailed} fields={FIELDS} />
        {/* Tells password managers the account. */}
        <input type="email" autoComplete="username" aria-label={profileTexts.facts.email} value={user.email} readOnly hidden />
        <div className="profile-pair">
          {FIELDS.map((field) => (
            <Field
              key={field}
              label={labels[field]}
              error={attempt.fieldError(field)}
              hint={field === 'password' ? profileTexts.newPasswordHint : undefined}
              isRequired
            >
              {(tie) => (
                <TextInput
                  {...tie}
                  type="password"
                  autoComplete={field === 'currentPassword' ? 'current-password' : 'new-password'}
                  value={draft[field]}
                  onChange={(event) => {
                    attempt.forgive(field);
                    setDraft({ ...draft, [field]: event.target.value });
                  }}
                />
              )}
            </Field>
          ))}
        </div>
        <Check
          label={profileTexts.passwordEndsAccess}
          hint={profileTexts.passwordEndsAccessHint}
          checked={endsAccess}
          onChange={(event) => setEndsAccess(event.target.checked)}
        />
        <Button type="submit" isBusy={attempt.isBusy}>
          {profileTexts.passwordSubmit}
        </Button>
      </form>
    </Card>
  );
}
