import { useState } from 'react';
import { factorTexts as texts } from '../../messages/second-factor-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Check } from '../../ui/choice.tsx';
import { FormAlert } from '../../ui/dialog.tsx';
import { SentForm } from '../../ui/field.tsx';
import { FormText, useCallForm } from '../../ui/form.tsx';
import { useAttempt } from '../../ui/use-attempt.ts';

export type Factor = { code: string; trustsDevice: boolean };

interface LoginStepProps {
  logIn: (factor: Factor) => Promise<void>;
  onBack: () => void;
}

/** Asks for the second factor after the right password. */
export function LoginStep({ logIn, onBack }: LoginStepProps) {
  const attempt = useAttempt();
  const form = useCallForm({ code: '' }, { attempt });
  const [trustsDevice, setTrusts] = useState(false);
  const [isRecovery, setRecovery] = useState(false);
  const other = () => {
    attempt.clearError();
    form.restart();
    setRecovery(!isRecovery);
  };
  return (
    <SentForm ref={form.element} className="login-form" onSubmit={() => form.send(({ code }) => logIn({ code, trustsDevice }))}>
      <FormAlert error={form.error} failed={texts.stepFailed} fields={['code']} />
      <p>{texts.stepLead}</p>
      <FormText
        key={String(isRecovery)}
        form={form}
        name="code"
        label={isRecovery ? texts.recoveryCode : texts.code}
        hint={isRecovery ? texts.recoveryHint : texts.codeHint}
        {...(isRecovery ? { autoCapitalize: 'characters', autoComplete: 'off' } : { inputMode: 'numeric', autoComplete: 'one-time-code' })}
        spellCheck={false}
        // The step opens for it.
        autoFocus
        isRequired
      />
      <Check label={texts.trust} isTicked={trustsDevice} onChange={setTrusts} />
      <Button tone="accent" type="submit" isBusy={form.isBusy}>
        {form.isBusy ? texts.entering : texts.enter}
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
