import './secret-dialog.css';
import '../second-factor/second-factor.css';
import { tokenTexts } from '@bitacora/core/messages/profile';
import { Check, Copy } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { factorTexts as texts } from '../messages/second-factor.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, focusFirst } from '../ui/dialog.tsx';
import { Field, TextInput } from '../ui/field.tsx';

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

/** Shows the recovery codes once. */
export function RecoveryCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  const [isCopied, setCopied] = useState(false);
  const copy = () =>
    navigator.clipboard?.writeText(codes.join('\n')).then(
      () => setCopied(true),
      () => {}, // the person selects them instead
    );
  return (
    <div className="factor-codes">
      <p>{texts.codesLead}</p>
      <ol>
        {codes.map((code) => (
          <li key={code} className="factor-secret">
            {code}
          </li>
        ))}
      </ol>
      <div className="factor-codes-acts">
        <Button icon={isCopied ? Check : Copy} onClick={() => void copy()}>
          {isCopied ? texts.copied : texts.copy}
        </Button>
        <Button tone="accent" onClick={onSaved} autoFocus>
          {texts.saved}
        </Button>
      </div>
    </div>
  );
}
