import { unsentTexts } from '@bitacora/core/messages/acts';
import { Button } from '../../ui/button.tsx';
import { CopyText } from './act-foot.tsx';
import type { Unsent } from './unsent.ts';
import './unsent-offer.css';

interface UnsentOfferProps {
  unsent: Unsent;
  /** Whether it can still be sent; else its text can be taken along. */
  isOpen: boolean;
  onGoOn: () => void;
  onDrop: () => void;
}

/** What was written here and never sent. */
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
