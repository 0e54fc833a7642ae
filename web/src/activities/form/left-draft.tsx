import '../../ui/offer-note.css';
import { type ReactNode, useState } from 'react';
import { useBlocker, useLocation } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { draftTexts } from '../../messages/layout-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, focusFirst } from '../../ui/dialog.tsx';

/** What happened before, in two lines, with the next step. */
export const OfferNote = ({ title, text, children }: { title: string; text: ReactNode; children: ReactNode }) => (
  <section className="offer-note" aria-label={title}>
    <div className="offer-note-said">
      <p className="offer-note-title">{title}</p>
      <p className="offer-note-text prose">{text}</p>
    </div>
    <div className="offer-note-steps">{children}</div>
  </section>
);

interface LeaveGuardProps {
  isDirty: () => boolean;
  areImagesLost: boolean;
  onDiscard: () => void;
}

/** Asks before a form with something unsent is left: by the menu, a link, or 'Atrás'. The login keeps the draft without a question. */
export function LeaveGuard({ isDirty, areImagesLost, onDiscard }: LeaveGuardProps) {
  const [form] = useState(useLocation().pathname);
  const { state, reset, proceed } = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname === form && ![form, paths.login].includes(nextLocation.pathname) && isDirty(),
  );
  if (state !== 'blocked') return null;
  return (
    <Dialog
      title={draftTexts.leaveTitle}
      onClose={reset}
      footer={
        <>
          <Button onClick={reset}>{draftTexts.stay}</Button>
          <Button
            tone="danger"
            onClick={() => {
              onDiscard();
              proceed();
            }}
          >
            {draftTexts.discard}
          </Button>
          <Button tone="accent" {...focusFirst} onClick={proceed}>
            {draftTexts.keep}
          </Button>
        </>
      }
    >
      <p>{draftTexts.leaveBody}</p>
      {areImagesLost && <p>{draftTexts.imagesLost}</p>}
    </Dialog>
  );
}
