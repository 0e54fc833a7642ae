import { unsentTexts } from '@bitacora/core/messages/acts';
import { frame } from '@bitacora/core/messages/layout';
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { OfferNote } from '../../ui/offer-note.tsx';
import type { UnsentDraft } from './unsent.ts';

interface UnsentOfferProps {
  unsent: UnsentDraft;
  /** Whether the act is still allowed; otherwise the text can only be copied. */
  isOpen: boolean;
  onGoOn: () => void;
  onDrop: () => void;
}

/** Offers an unsent draft. */
export const UnsentOffer = ({ unsent, isOpen, onGoOn, onDrop }: UnsentOfferProps) => (
  <OfferNote title={unsentTexts.title} text={unsent.text}>
    {isOpen ? <Button onClick={onGoOn}>{unsentTexts.goOn}</Button> : <CopyText text={unsent.text} />}
    <Button tone="quiet" onClick={onDrop}>
      {unsentTexts.drop}
    </Button>
  </OfferNote>
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
