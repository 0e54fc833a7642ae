import type { ReactNode } from 'react';
import { later } from '../../ui/later.tsx';
import { PickedContext, usePicked } from './picked.tsx';

const BulkBar = later(async () => (await import('./bulk-bar.tsx')).BulkBar);

/** A list whose rows can be picked and acted on together. */
export function Picking({ children }: { children: ReactNode }) {
  const picked = usePicked();
  return (
    <PickedContext value={picked}>
      {children}
      {picked.isUsed && <BulkBar picked={picked} />}
    </PickedContext>
  );
}
