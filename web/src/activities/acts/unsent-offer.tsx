import { unsentTexts } from '@bitacora/core/messages/acts';
import { Button } from '../../ui/button.tsx';
import { CopyText } from './act-foot.tsx';
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
