import { useState } from 'react';
import type { Activity } from '../../activities/activity.ts';
import { bulk } from '../../messages/bulk.ts';
import type { ColumnLook } from '../../ui/table-columns.tsx';
import { Tick } from '../../ui/tick.tsx';

/** The most that one call acts on. */
export const PICK_MAX = 100;

export interface Picked {
  activities: ReadonlyMap<number, Activity>;
  pick: (activities: readonly Activity[], isPicked: boolean) => void;
  clear: () => void;
}

/** The activities that the person picked, also on other pages of the list. */
export function usePicked(): Picked {
  const [activities, setActivities] = useState<ReadonlyMap<number, Activity>>(new Map());
  const pick = (some: readonly Activity[], isPicked: boolean) =>
    setActivities((before) => {
      const after = new Map(before);
      for (const activity of some) {
        if (!isPicked) after.delete(activity.id);
        else if (after.size < PICK_MAX) after.set(activity.id, activity);
      }
      return after;
    });
  return { activities, pick, clear: () => setActivities(new Map()) };
}

/** The checkbox of one row. */
export const PickOne = ({ activity, picked }: { activity: Activity; picked: Picked }) => (
  <label className="bulk-pick">
    <Tick
      aria-label={bulk.pickOne(activity.id)}
      isTicked={picked.activities.has(activity.id)}
      onChange={(isTicked) => picked.pick([activity], isTicked)}
    />
  </label>
);

/** The column of these checkboxes. */
export const pickColumn = (picked: Picked) => ({
  id: 'pick',
  header: bulk.pick,
  meta: { width: 36, dense: 36, onCard: 'pick' } satisfies ColumnLook,
  cell: ({ row }: { row: { original: Activity } }) => <PickOne activity={row.original} picked={picked} />,
});
