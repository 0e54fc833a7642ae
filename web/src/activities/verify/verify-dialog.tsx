import type { Client } from '@bitacora/core/client';
import { useRef } from 'react';
import { useFinish } from '../../app/app.ts';
import { useClients } from '../../app/clients.ts';
import { DeferredContent, Loaded } from '../../layout/loaded.tsx';
import { inbox, inboxDialogs as texts } from '../../messages/inbox-texts.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import type { ActivityView, EvidenceImage } from '../activity.tsx';
import { WorkSubject } from '../acts/work-subject.tsx';
import type { ReadEvidence } from './inbox-rows.tsx';

interface VerifyDialogProps {
  deliveries: readonly ActivityView[];
  /** Those of them that the search of the list leaves out. */
  hidden: readonly ActivityView[];
  readEvidence: ReadEvidence;
  /** Those whose evidence was shown. */
  seen: ReadonlySet<number>;
  onVerdicts: (verdicts: Verdicts) => void;
  onClose: () => void;
}

/** Asks once for all selected activities. */
export function VerifyDialog({ deliveries, hidden, readEvidence, seen, onVerdicts, onClose }: VerifyDialogProps) {
  const { client } = useClients();
  const finish = useFinish();
  // Fixed, because verified activities leave the selection while the dialog is open.
  const selection = useRef(deliveries).current;
  const outOfSight = useRef(hidden).current;
  const verify = async () => {
    let [verified, refused] = [0, 0];
    try {
      await verifyMany(
        client,
        deliveries.map(({ id }) => id),
        (verdicts) => {
          verified += verdicts.verified.length;
          refused += verdicts.refusals.size;
          onVerdicts(verdicts);
        },
      );
    } finally {
      // Runs also when a later call failed.
      const hasRefusals = refused > 0;
      if (verified + refused > 0)
        await finish({
          title: texts.verified(verified),
          detail: hasRefusals ? texts.refused(refused) : undefined,
          tone: hasRefusals ? 'plain' : 'done',
        });
    }
  };
  return (
    <ConfirmDialog texts={texts.question(selection.length)} onClose={onClose} act={verify} tone="accent">
      <WorkSubject
        works={selection}
        mark={(delivery) => (
          <Loaded of={readEvidence(delivery)} skeleton={<span />} isSilent>
            {(images) => images.length === 0 && `· ${inbox.noEvidence}`}
          </Loaded>
        )}
      />
      <p>{texts.body}</p>
      {outOfSight.length > 0 && <p className="inbox-unseen">{texts.outOfSight(outOfSight.length)}</p>}
      <DeferredContent
        ask={() => Promise.all(selection.map(async (delivery) => ({ delivery, images: await readEvidence(delivery) })))}
        lines={1}
      >
        {(all) => <Unseen deliveries={all} seen={seen} />}
      </DeferredContent>
    </ConfirmDialog>
  );
}

interface UnseenProps {
  deliveries: readonly { delivery: ActivityView; images: readonly EvidenceImage[] }[];
  seen: ReadonlySet<number>;
}

/** Warns before work is closed unseen: counts the deliveries without evidence, and the images that nobody opened. */
function Unseen({ deliveries, seen }: UnseenProps) {
  const bare = deliveries.filter(({ images }) => images.length === 0).length;
  const unseen = deliveries.filter(({ delivery }) => !seen.has(delivery.id)).reduce((sum, { images }) => sum + images.length, 0);
  if (bare === 0 && unseen === 0) return null;
  return (
    <div className="inbox-unseen">
      {unseen > 0 && <p>{texts.unseen(unseen)}</p>}
      {bare > 0 && <p>{texts.withoutEvidence(bare)}</p>}
    </div>
  );
}

/** Most activities in one call. */
const MOST_AT_ONCE = 50;

/** Says which activities were verified, and why each of the others was not. */
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
