import { forgetUnsentOf, hasUnsent } from '../activities/acts/unsent.ts';
import { forgetDraftsOf, hasDrafts } from '../drafts.ts';
import { forgetHash } from '../login/kept-hash.ts';
import { draftTexts } from '../messages/drafts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, focusFirst } from '../ui/dialog.tsx';

/** Whether a logout would delete something that this person wrote or chose. */
export const losesDrafts = (userId: number): boolean => hasDrafts(userId) || hasUnsent(userId);

/** Deletes what that person left in this browser, and nobody else's. */
export function forgetDrafts(userId: number): void {
  forgetHash();
  forgetDraftsOf(userId);
  forgetUnsentOf(userId);
}

/** Asked before a logout that deletes something unsent. */
export const LogOutQuestion = ({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) => (
  <Dialog
    title={draftTexts.logOutTitle}
    onClose={onStay}
    footer={
      <>
        <Button {...focusFirst} onClick={onStay}>
          {draftTexts.stay}
        </Button>
        <Button tone="danger" onClick={onLeave}>
          {draftTexts.logOut}
        </Button>
      </>
    }
  >
    <p>{draftTexts.logOutBody}</p>
  </Dialog>
);
