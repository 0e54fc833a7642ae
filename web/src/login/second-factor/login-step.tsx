import { ApiError } from '@bitacora/core/client/api-error';
import { useState } from 'react';
import { factorTexts as texts } from '../../messages/second-factor-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Check } from '../../ui/choice.tsx';
import { SentForm, TextField } from '../../ui/field.tsx';
import { Alert } from '../../ui/states.tsx';
import { type Attempt, errorSentence } from '../../ui/use-attempt.ts';

interface LoginStepProps {
  attempt: Attempt;
  onCode: (factor: { code: string; trustsDevice: boolean }) => void;
  onBack: () => void;
}

/** Asks for the second factor after the right password. */
export function LoginStep({ attempt, onCode, onBack }: LoginStepProps) {
  const [code, setCode] = useState('');
  const [trustsDevice, setTrusts] = useState(false);
  const [isRecovery, setRecovery] = useState(false);
  const { error } = attempt;
  const isOfField = error instanceof ApiError && 'code' in error.fields;
  const other = () => {
    attempt.clearError();
    setCode('');
    setRecovery(!isRecovery);
  };
  return (
    <SentForm className="login-form" onSubmit={() => onCode({ code, trustsDevice })}>
      {error !== null && !isOfField && <Alert title={errorSentence(error, texts.stepFailed)} />}
      <p>{texts.stepLead}</p>
      <TextField
        key={String(isRecovery)}
        attempt={attempt}
        field="code"
        value={code}
        onChange={setCode}
        label={isRecovery ? texts.recoveryCode : texts.code}
        hint={isRecovery ? texts.recoveryHint : texts.codeHint}
        {...(isRecovery ? { autoCapitalize: 'characters', autoComplete: 'off' } : { inputMode: 'numeric', autoComplete: 'one-time-code' })}
        spellCheck={false}
        // The step opens for it.
        autoFocus
        isRequired
      />
      <Check label={texts.trust} isTicked={trustsDevice} onChange={setTrusts} />
      <Button tone="accent" type="submit" isBusy={attempt.isBusy}>
        {attempt.isBusy ? texts.entering : texts.enter}
      </Button>
      <Button tone="quiet" onClick={other}>
        {isRecovery ? texts.useApp : texts.useRecovery}
      </Button>
      <Button tone="quiet" onClick={onBack}>
        {texts.back}
      </Button>
    </SentForm>
  );
}
