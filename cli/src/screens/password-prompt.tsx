import { useMemo, useState } from 'react';
import { terminalScreens } from '../messages/screens.ts';
import { Form } from './ui/form.tsx';

const { password: texts, keys } = terminalScreens;

/** Asks for the password of the person who is logged in. */
export function PasswordPrompt({
  email,
  why,
  onAnswer,
  onGiveUp,
}: {
  email: string;
  why: string | null;
  onAnswer(password: string): void;
  onGiveUp(): void;
}) {
  const [password, setPassword] = useState('');
  const errors = useMemo(() => ({ password: why ?? undefined }), [why]);
  return (
    <Form
      title={texts.title}
      lead={texts.lead(email)}
      fields={[{ name: 'password', label: texts.label, isHidden: true }]}
      values={{ password }}
      errors={errors}
      submit={keys.accept}
      submitsAtEnd
      onChange={(_, value) => setPassword(value)}
      onSubmit={() => onAnswer(password)}
      onBack={onGiveUp}
    />
  );
}
