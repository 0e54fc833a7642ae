import { unsentTexts } from '@bitacora/core/messages/acts';
import { frame } from '@bitacora/core/messages/layout';
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import type { Unsent } from './unsent.ts';
import './unsent-offer.css';

interface UnsentOfferProps {
  unsent: Unsent;
  /** Whether the act is still allowed; otherwise the text can only be copied. */
  isOpen: boolean;
  onGoOn: () => void;
  onDrop: () => void;
}

/** Offers an unsent draft. */
export const UnsentOffer = ({ unsent, isOpen, onGoOn, onDrop }: UnsentOfferProps) => (
  <section className="unsent" aria-label={unsentTexts.title}>
    <div>
      <p className="unsent-title">{unsentTexts.title}</p>
      <p className="unsent-text prose">{unsent.text}</p>
    </div>
    <div className="unsent-steps">
      {isOpen ? <Button onClick={onGoOn}>{unsentTexts.goOn}</Button> : <CopyText text={unsent.text} />}
      <Button tone="quiet" onClick={onDrop}>
        {unsentTexts.drop}
      </Button>
    </div>
  </section>
);

/** Hidden where the browser has no clipboard API; there the text is selected by hand. */
export function CopyText({ text }: { text: string }) {
  const [isCopied, setCopied] = useState(false);
  if (!navigator.clipboard) return null;
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <Button icon={isCopied ? Check : Copy} onClick={() => void copy()}>
      {isCopied ? frame.copied : frame.copyText}
    </Button>
  );
}
