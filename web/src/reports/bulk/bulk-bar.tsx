import { Ban, BellRing, CheckCheck, type LucideIcon, UserRoundPen, X } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { Activity } from '../../activities/activity.ts';
import { useApp } from '../../app.ts';
import { bulk } from '../../messages/bulk.ts';
import { Button, type ButtonTone, IconButton } from '../../ui/button.tsx';
import { sentenceOf, useAttempt } from '../../ui/use-attempt.ts';
import type { BulkAct } from './bulk-dialog.tsx';
import { PICK_MAX, type Picked } from './picked.tsx';
import './bulk.css';

const load = () => import('./bulk-dialog.tsx');
const BulkDialog = lazy(async () => ({ default: (await load()).BulkDialog }));

/** Picks all that the list counts, or as many as one call takes. */
export function PickAll({ ask, total, picked }: { ask: (most: number) => Promise<readonly Activity[]>; total: number; picked: Picked }) {
  const { notices } = useApp();
  const attempt = useAttempt();
  const pickAll = async () => {
    const isDone = await attempt.run(async () => {
      picked.clear();
      picked.pick(await ask(PICK_MAX), true);
    });
    if (isDone && total > PICK_MAX) notices.show({ title: bulk.most(PICK_MAX), tone: 'plain' });
  };
  return (
    <>
      <Button icon={CheckCheck} className="bulk-all" isBusy={attempt.isBusy} disabled={total === 0} onClick={() => void pickAll()}>
        {bulk.pickAll}
      </Button>
      {attempt.error !== null && (
        <p className="export-failed" role="alert">
          {sentenceOf(attempt.error, bulk.pickFailed)}
        </p>
      )}
    </>
  );
}

/** What can be done to the picked activities. It floats, so that no row moves when it comes. */
export function BulkBar({ picked }: { picked: Picked }) {
  const [act, setAct] = useState<BulkAct | null>(null);
  const count = picked.activities.size;
  const button = (name: BulkAct, icon: LucideIcon, tone: ButtonTone = 'plain') => (
    <Button icon={icon} tone={tone} onPointerEnter={() => void load()} onClick={() => setAct(name)}>
      {bulk[name].button}
    </Button>
  );
  return (
    <>
      {count > 0 && (
        <section className="bulk-bar" aria-label={bulk.bar}>
          <p role="status">{bulk.picked(count)}</p>
          {button('remind', BellRing)}
          {button('reassign', UserRoundPen)}
          {button('cancel', Ban, 'danger')}
          <IconButton icon={X} size={18} label={bulk.clear} hasTip onClick={picked.clear} />
        </section>
      )}
      <Suspense>{act && <BulkDialog act={act} picked={picked} onClose={() => setAct(null)} />}</Suspense>
    </>
  );
}
