import { closeDrafts, forgetUnsent, hasDrafts, hasUnsent } from '../app/drafts.ts';
import { forgetHash } from '../app/route-guards.ts';
import { logOutQuestion } from '../messages/layout-texts.ts';
import { ConfirmDialog } from '../ui/dialog.tsx';

/** Whether a logout would delete something that this person wrote, chose or did without network. */
export const losesDrafts = async (userId: number): Promise<boolean> =>
  hasDrafts(userId) || hasUnsent(userId) || (await (await import('../offline/kept-replies.ts')).hasQueued(userId));

/** Deletes what that person left or read in this browser, and nobody else's. */
export async function forgetDrafts(userId: number): Promise<void> {
  forgetHash();
  closeDrafts(userId);
  forgetUnsent(userId);
  await (await import('../offline/kept-replies.ts')).forgetDevice(userId);
}

/** Asks before a logout that deletes something unsent. */
export const LogOutQuestion = ({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) => (
  <ConfirmDialog texts={logOutQuestion} act={async () => onLeave()} onClose={onStay}>
    <p>{logOutQuestion.body}</p>
  </ConfirmDialog>
);
