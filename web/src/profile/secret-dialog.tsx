import { tokenTexts } from '@bitacora/core/messages/profile';
import { Check, Copy } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog, focusFirst } from '../ui/dialog.tsx';
import { Field, TextInput } from '../ui/field.tsx';
import './secret-dialog.css';

interface SecretDialogProps {
  title: string;
  lead: string;
  label: string;
  secret: string;
  onClose: () => void;
  /** Instructions below the secret. */
  children?: ReactNode;
}

/** Shows a secret once, to be copied. */
export function SecretDialog({ title, lead, label, secret, onClose, children }: SecretDialogProps) {
  const [isCopied, setCopied] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const copy = async () => {
    // Without clipboard permission the text stays selected.
    input.current?.select();
    await navigator.clipboard?.writeText(secret).then(
      () => setCopied(true),
      () => {},
    );
  };
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <Button tone="accent" onClick={onClose}>
          {tokenTexts.ready}
        </Button>
      }
    >
      <p>{lead}</p>
      <Field label={label}>
        {(tie) => (
          <div className="secret">
            <TextInput {...tie} ref={input} readOnly value={secret} onFocus={(event) => event.target.select()} />
            <Button icon={isCopied ? Check : Copy} onClick={copy} {...focusFirst}>
              {isCopied ? tokenTexts.copied : tokenTexts.copy}
            </Button>
          </div>
        )}
      </Field>
      {children}
    </Dialog>
  );
}
