import { ApiError } from '@bitacora/core/client';
import { addDays, type CalendarDate } from '@bitacora/core/domain/calendar';
import { latestExpiry, type TokenScope, tokenScopes } from '@bitacora/core/domain/people/access-token';
import { writtenDay } from '@bitacora/core/messages/dates';
import { frame } from '@bitacora/core/messages/layout';
import { tokenTexts } from '@bitacora/core/messages/profile';
import { validation } from '@bitacora/core/messages/validation';
import { useState } from 'react';
import { useRevalidator } from 'react-router-dom';
import { useApp } from '../app.ts';
import { DayEntry } from '../ui/day-entry.tsx';
import { focusFirst } from '../ui/dialog.tsx';
import { Choice, Field, TextInput } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { useAttempt } from '../ui/use-attempt.ts';
import { useSession } from '../use-session.ts';
import { SecretDialog } from './secret-dialog.tsx';

const USUAL_DAYS = 30;
const NAME_MAX = 100;
const scopes = tokenScopes.map((scope) => ({ value: scope, label: tokenTexts.scopes[scope] }));

/** Creates a token and shows its secret once. */
export function TokenDialog({ onClose }: { onClose: () => void }) {
  const { client } = useApp();
  const { today } = useSession();
  const { revalidate } = useRevalidator();
  const attempt = useAttempt();
  const [name, setName] = useState('');
  const [scope, setScope] = useState<TokenScope>('read');
  const [expiresOn, setExpiresOn] = useState<CalendarDate | null>(addDays(today, USUAL_DAYS));
  const [secret, setSecret] = useState<string | null>(null);
  const create = () =>
    attempt.run(async () => {
      if (!expiresOn) throw new ApiError(400, validation.summary, 'input.invalid', { expiresOn: validation.required });
      const created = await client.createToken({ name, scope, expiresOn });
      setSecret(created.secret);
      await revalidate();
    });
  if (secret !== null)
    return (
      <SecretDialog title={tokenTexts.madeTitle} lead={tokenTexts.madeLead} label={tokenTexts.secret} secret={secret} onClose={onClose} />
    );
  return (
    <FormDialog
      title={tokenTexts.createTitle}
      closeLabel={frame.close}
      cancelLabel={frame.cancel}
      submitLabel={tokenTexts.create}
      failed={tokenTexts.createFailed}
      fields={['name', 'expiresOn']}
      attempt={attempt}
      onSubmit={create}
      onClose={onClose}
    >
      <Field label={tokenTexts.name} error={attempt.fieldError('name')} hint={tokenTexts.nameHint} isRequired>
        {(tie) => (
          <TextInput
            {...tie}
            {...focusFirst}
            maxLength={NAME_MAX}
            autoComplete="off"
            value={name}
            onChange={(event) => {
              attempt.forgive('name');
              setName(event.target.value);
            }}
          />
        )}
      </Field>
      <Choice legend={tokenTexts.scope} name="scope" value={scope} options={scopes} onChange={(value) => setScope(value as TokenScope)} />
      <Field
        label={tokenTexts.expiresOn}
        error={attempt.fieldError('expiresOn')}
        hint={tokenTexts.expiryHint(writtenDay(latestExpiry(today)))}
        isRequired
      >
        {(tie) => (
          <DayEntry
            tie={tie}
            value={expiresOn}
            min={today}
            max={latestExpiry(today)}
            placeholder={tokenTexts.expiryPlaceholder}
            openLabel={tokenTexts.chooseExpiry}
            onChange={(day) => {
              attempt.forgive('expiresOn');
              setExpiresOn(day);
            }}
          />
        )}
      </Field>
    </FormDialog>
  );
}
