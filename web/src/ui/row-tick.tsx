import { lazy, Suspense } from 'react';
import type { TickProps } from './tick.tsx';
import './row-tick.css';

const Loaded = lazy(async () => ({ default: (await import('./tick.tsx')).Tick }));

/** The checkbox of a row, which loads after the list. */
export const Tick = (props: TickProps) => (
  <Suspense fallback={<span className="tick-waiting" />}>
    <Loaded {...props} />
  </Suspense>
);
