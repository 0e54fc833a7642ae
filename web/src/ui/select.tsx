import { lazy, Suspense } from 'react';
import type { SelectProps } from './select-list.tsx';

const load = () => import('./select-list.tsx');
const SelectList = lazy(async () => ({ default: (await load()).SelectList }));

/** For a loader whose screen draws a list at once: it comes while the server answers. */
export const fetchSelect = () => void load().catch(() => {});

/** One of many, from a list that can be searched. The list is heavy: a page that may never open one does not pay for it. */
export function Select(props: SelectProps) {
  return (
    <Suspense fallback={<input id={props.tie.id} className="control" placeholder={props.placeholder} disabled />}>
      <SelectList {...props} />
    </Suspense>
  );
}
