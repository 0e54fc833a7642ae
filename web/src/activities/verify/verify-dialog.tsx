import { frame } from '@bitacora/core/messages/layout';
import { useRef } from 'react';
import { useRevalidator } from 'react-router-dom';
import { useApp } from '../../app.ts';
import { inbox } from '../../messages/inbox.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useAttempt } from '../../ui/use-attempt.ts';
import { type Verdicts, verifyMany } from './verify-many.ts';

interface VerifyDialogProps {
  ids: readonly number[];
  onVerdicts: (verdicts: Verdicts) => void;
  onClose: () => void;
}

/** Asks once for all that are chosen, naming their number. */
export function VerifyDialog({ ids, onVerdicts, onClose }: VerifyDialogProps) {
  const { client, notices } = useApp();
  const { revalidate } = useRevalidator();
  const attempt = useAttempt();
  // Those that are verified leave the choice while the question still stands.
  const count = useRef(ids.length).current;
  const verify = async () => {
    let [verified, refused] = [0, 0];
    const isDone = await attempt.run(() =>
      verifyMany(client, ids, (verdicts) => {
        verified += verdicts.verified.length;
        refused += verdicts.refusals.size;
        onVerdicts(verdicts);
      }),
    );
    if (verified + refused > 0)
      notices.show({ title: inbox.verified(verified), ...(refused > 0 ? { detail: inbox.refused(refused), tone: 'plain' } : {}) });
    if (verified + refused > 0) await revalidate();
    if (isDone) onClose();
  };
  return (
    <ConfirmDialog
      title={inbox.confirmTitle(count)}
      closeLabel={frame.close}
      confirmLabel={inbox.confirm(count)}
      keepLabel={inbox.keep}
      onClose={onClose}
      attempt={attempt}
      onConfirm={() => void verify()}
      failed={inbox.failed}
      tone="accent"
    >
      <p>{inbox.confirmBody}</p>
    </ConfirmDialog>
  );
}
