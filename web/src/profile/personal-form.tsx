import { profileTexts } from '@bitacora/core/messages/profile';
import { type FormEvent, useRef, useState } from 'react';
import { useRevalidator } from 'react-router-dom';
import { useApp } from '../app.ts';
import { Card } from '../layout/card.tsx';
import { Button } from '../ui/button.tsx';
import { Field, TextInput } from '../ui/field.tsx';
import { FormAlert, focusFirstWrong } from '../ui/form-dialog.tsx';
import { useAttempt } from '../ui/use-attempt.ts';
import type { OwnData } from './own-card.tsx';

const FIELDS = ['alias', 'phone'] as const;
const inputs = { alias: { autoComplete: 'nickname', maxLength: 100 }, phone: { autoComplete: 'tel', maxLength: 30, type: 'tel' } } as const;

/** Alias and phone. */
export function PersonalForm({ own }: { own: OwnData }) {
  const { client, notices } = useApp();
  const { revalidate } = useRevalidator();
  const attempt = useAttempt();
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState({ alias: own.alias ?? '', phone: own.phone ?? '' });
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!(await attempt.run(() => client.updateProfile(draft)))) return focusFirstWrong(form.current);
    notices.show({ title: profileTexts.personalSaved });
    await revalidate();
  };
  return (
    <Card title={profileTexts.personal}>
      <form ref={form} className="profile-form" noValidate onSubmit={save}>
        <FormAlert error={attempt.error} failed={profileTexts.personalFailed} fields={FIELDS} />
        <div className="profile-pair">
          {FIELDS.map((field) => (
            <Field key={field} label={profileTexts[field]} error={attempt.fieldError(field)}>
              {(tie) => (
                <TextInput
                  {...tie}
                  {...inputs[field]}
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
        <Button type="submit" tone="accent" isBusy={attempt.isBusy}>
          {profileTexts.personalSubmit}
        </Button>
      </form>
    </Card>
  );
}
