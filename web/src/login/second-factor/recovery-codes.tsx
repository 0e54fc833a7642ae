import { Check, Copy } from 'lucide-react';
import { factorTexts as texts } from '../../messages/second-factor-texts.ts';
import { Button } from '../../ui/button.tsx';
import { useCopy } from '../../ui/copy-and-download.ts';
import './second-factor.css';

/** Shows the recovery codes once. */
export function RecoveryCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  const [isCopied, copy] = useCopy(codes.join('\n'));
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
