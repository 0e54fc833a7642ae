import type { Client } from '@bitacora/core/client';
import { useRef } from 'react';
import { useApp, useFinish } from '../../app.ts';
import { inbox } from '../../messages/inbox.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';

interface VerifyDialogProps {
  ids: readonly number[];
  onVerdicts: (verdicts: Verdicts) => void;
  onClose: () => void;
}

/** Asks once for all selected activities. */
export function VerifyDialog({ ids, onVerdicts, onClose }: VerifyDialogProps) {
  const { client } = useApp();
  const finish = useFinish();
  // Fixed, because verified activities leave the selection while the dialog is open.
  const count = useRef(ids.length).current;
  const verify = async () => {
    let [verified, refused] = [0, 0];
    try {
      await verifyMany(client, ids, (verdicts) => {
        verified += verdicts.verified.length;
        refused += verdicts.refusals.size;
        onVerdicts(verdicts);
      });
    } finally {
      // Also when a later call failed.
      const hasRefusals = refused > 0;
      if (verified + refused > 0)
        await finish({
          title: inbox.verified(verified),
          detail: hasRefusals ? inbox.refused(refused) : undefined,
          tone: hasRefusals ? 'plain' : 'done',
        });
    }
  };
  return (
    <ConfirmDialog
      title={inbox.confirmTitle(count)}
      confirmLabel={inbox.confirm(count)}
      keepLabel={inbox.keep}
      onClose={onClose}
      act={verify}
      failed={inbox.failed}
      tone="accent"
    >
      <p>{inbox.confirmBody}</p>
    </ConfirmDialog>
  );
}

/** Most activities in one call. */
const MOST_AT_ONCE = 50;

/** Which activities were verified, and why each of the others was not. */
export interface Verdicts {
  verified: readonly number[];
  refusals: ReadonlyMap<number, string>;
}

/** Verifies any number, fifty in each call. `onSome` reports each call, also when a later call fails. */
async function verifyMany(client: Client, ids: readonly number[], onSome: (verdicts: Verdicts) => void): Promise<void> {
  for (let start = 0; start < ids.length; start += MOST_AT_ONCE) {
    const { results } = await client.validateActivities({ activityIds: ids.slice(start, start + MOST_AT_ONCE), verdict: 'Verified' });
    onSome({
      verified: results.filter(({ success }) => success).map(({ activityId }) => activityId),
      refusals: new Map(results.flatMap(({ activityId, success, error }) => (success ? [] : [[activityId, error ?? '']]))),
    });
  }
}
