import { type MissingProof, missingProof } from '@bitacora/core/domain/activity/checklist';
import type { Act } from '@bitacora/core/domain/activity/lifecycle';
import { useEffect, useState } from 'react';
import { useApp, useSession } from '../../app.ts';
import { useQueue } from '../../offline/use-queue.ts';
import type { ActivityView } from '../activity.ts';

/** What completing would be refused for, read when its dialog opens. Null where nothing is missing, and where it could not be read. */
export function useMissingProof(act: Act, { id, checklistTotal, minimumImages }: ActivityView): MissingProof | null {
  const { client } = useApp();
  const [missing, setMissing] = useState<MissingProof | null>(null);
  const queue = useQueue(useSession().user.id);
  /** They arrive before the completion, unless the server refused them. */
  const queuedImages = queue
    .filter(({ activityId, refusal }) => activityId === id && refusal === null)
    .reduce((count, { images }) => count + images.length, 0);
  const isDemanding = act === 'complete' && (checklistTotal > 0 || minimumImages > 0);
  useEffect(() => {
    if (!isDemanding) return;
    let isGone = false;
    const which = { activityId: id };
    void Promise.all([client.readActivity(which), client.listEvidence(which)]).then(
      ([activity, images]) => isGone || setMissing(missingProof(activity, images.length + queuedImages)),
      () => {},
    );
    return () => {
      isGone = true;
    };
  }, [client, id, isDemanding, queuedImages]);
  return missing;
}
