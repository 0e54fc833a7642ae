import { CheckCheck } from 'lucide-react';
import { createContext, use, useState } from 'react';
import type { ActivityView } from '../../activities/activity.tsx';
import { useApp } from '../../app/app.ts';
import { bulk } from '../../messages/bulk-act-texts.ts';
import { Button } from '../../ui/button.tsx';
import { LiveMessage } from '../../ui/states.tsx';
import type { ColumnLook } from '../../ui/table-model.tsx';
import { Tick } from '../../ui/table-parts.tsx';
import { errorSentence, useAttempt } from '../../ui/use-attempt.ts';
import './bulk.css';

/** The most that one call acts on. */
const PICK_MAX = 100;

export type PickedActivities = ReturnType<typeof usePicked>;

/** The activities that the person picked, also on other pages of the list. */
export function usePicked() {
  const [activities, setActivities] = useState<ReadonlyMap<number, ActivityView>>(new Map());
  /** Something was picked since the page opened. */
  const [isUsed, setUsed] = useState(false);
  const pick = (some: readonly ActivityView[], isPicked: boolean) => {
    setUsed(true);
    setActivities((before) => {
      const after = new Map(before);
      for (const activity of some) {
        if (!isPicked) after.delete(activity.id);
        else if (after.size < PICK_MAX) after.set(activity.id, activity);
      }
      return after;
    });
  };
  return { activities, pick, clear: () => setActivities(new Map()), isUsed };
}

/** Cells read the picked rows from a context, because new columns would draw every cell anew and lose the focus. */
export const PickedContext = createContext<PickedActivities | null>(null);

/** The checkbox of one row. */
export function PickOne({ activity }: { activity: ActivityView }) {
  const { notices } = useApp();
  const picked = use(PickedContext);
  if (!picked) return null;
  const pick = (isTicked: boolean) => {
    if (isTicked && picked.activities.size >= PICK_MAX) notices.show({ title: bulk.full(PICK_MAX), tone: 'plain' });
    else picked.pick([activity], isTicked);
  };
  return (
    <label className="bulk-pick">
      <Tick aria-label={bulk.pickOne(activity.id)} isTicked={picked.activities.has(activity.id)} onChange={pick} />
    </label>
  );
}

/** The column of these checkboxes. */
export const pickColumn = {
  id: 'pick',
  header: bulk.pick,
  meta: { width: 36, dense: 34, onCard: 'pick' } satisfies ColumnLook,
  cell: ({ row }: { row: { original: ActivityView } }) => <PickOne activity={row.original} />,
};

/** Picks all that the list counts, or as many as one call takes. */
export function PickAll({ ask, total }: { ask: (most: number) => Promise<readonly ActivityView[]>; total: number }) {
  const picked = use(PickedContext);
  const { notices } = useApp();
  const attempt = useAttempt();
  const pickAll = async () => {
    const isDone = await attempt.run(async () => {
      picked?.clear();
      picked?.pick(await ask(PICK_MAX), true);
    });
    if (isDone && total > PICK_MAX) notices.show({ title: bulk.most(PICK_MAX), tone: 'plain' });
  };
  return (
    <>
      <Button icon={CheckCheck} className="bulk-all" isBusy={attempt.isBusy} disabled={total === 0} onClick={() => void pickAll()}>
        {bulk.pickAll}
      </Button>
      {attempt.error !== null && (
        <LiveMessage isUrgent className="export-failed">
          {errorSentence(attempt.error, bulk.pickFailed)}
        </LiveMessage>
      )}
    </>
  );
}
