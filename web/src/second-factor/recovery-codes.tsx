import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { factorTexts as texts } from '../messages/second-factor.ts';
import { Button } from '../ui/button.tsx';
import './second-factor.css';

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
