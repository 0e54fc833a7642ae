import { Ban, BellRing, type LucideIcon, UserRoundPen, X } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../app/app.ts';
import { bulkActs } from '../../messages/bulk-act-texts.ts';
import { Button, type ButtonTone, IconButton } from '../../ui/button.tsx';
import { later } from '../../ui/later.tsx';
import { LiveMessage } from '../../ui/states.tsx';
import type { PickedActivities } from './picked.tsx';
import { type BulkAct, splitByOutcome } from './split-by-outcome.ts';

const load = () => import('./bulk-dialog.tsx');
const BulkDialog = later(async () => (await load()).BulkDialog);

/** What can be done to the picked activities. It floats, so that no row moves when it comes. */
export function BulkBar({ picked }: { picked: PickedActivities }) {
  const [act, setAct] = useState<BulkAct | null>(null);
  const { user } = useSession();
  const activities = [...picked.activities.values()];
  const vain = (['remind', 'reassign', 'cancel'] as const).filter((act) => splitByOutcome(activities, { act, user }).changing.length === 0);
  const [firstVain] = vain;
  const button = (name: BulkAct, icon: LucideIcon, tone: ButtonTone = 'plain') => (
    <Button icon={icon} tone={tone} disabled={vain.includes(name)} onPointerEnter={() => void load()} onClick={() => setAct(name)}>
      {bulkActs[name].button}
    </Button>
  );
  return (
    <>
      {activities.length > 0 && (
        <section className="bulk-bar" aria-label={bulkActs.bar}>
          <LiveMessage className="bulk-count">{bulkActs.picked(activities.length)}</LiveMessage>
          {button('remind', BellRing)}
          {button('reassign', UserRoundPen)}
          {button('cancel', Ban, 'danger')}
          <IconButton icon={X} size={18} label={bulkActs.clear} hasTip onClick={picked.clear} />
          {firstVain && <p className="bulk-why">{splitByOutcome(activities, { act: firstVain, user }).unchanged}</p>}
        </section>
      )}
      {act && <BulkDialog act={act} picked={picked} onClose={() => setAct(null)} />}
    </>
  );
}
