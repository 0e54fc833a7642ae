import { tokenTexts } from '@bitacora/core/messages/account/profile';
import { Check, Copy } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { Button } from './button.tsx';
import { useCopy } from './copy-and-download.ts';
import { Dialog, focusFirst } from './dialog.tsx';
import { Field, TextInput } from './field.tsx';
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

/** A secret that a person may type somewhere else is shown large. */
const SHORT = 20;

/** Shows a secret once, to be copied. */
export function SecretDialog({ title, lead, label, secret, onClose, children }: SecretDialogProps) {
  const [isCopied, copy] = useCopy(secret);
  const input = useRef<HTMLInputElement>(null);
  const selectAndCopy = () => {
    // Without clipboard permission the text stays selected.
    input.current?.select();
    void copy();
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
          <div className={secret.length > SHORT ? 'secret' : 'secret secret-short'}>
            <TextInput {...tie} ref={input} readOnly value={secret} onFocus={(event) => event.target.select()} />
            <Button icon={isCopied ? Check : Copy} onClick={selectAndCopy} {...focusFirst}>
              {isCopied ? tokenTexts.copied : tokenTexts.copy}
            </Button>
          </div>
        )}
      </Field>
      {children}
    </Dialog>
  );
}
