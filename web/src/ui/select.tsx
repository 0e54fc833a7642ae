import { lazy, Suspense } from 'react';
import { TextInput } from './field.tsx';
import type { SelectProps } from './select-list.tsx';

const load = () => import('./select-list.tsx');
const SelectList = lazy(async () => ({ default: (await load()).SelectList }));

/** Preloads the list, for loaders whose screen shows one at once. */
export const fetchSelect = () => void load().catch(() => {});

/** A select with search. The list is loaded on demand, because it is heavy. */
export function Select(props: SelectProps) {
  return (
    <Suspense fallback={<TextInput id={props.tie.id} placeholder={props.placeholder} disabled />}>
      <SelectList {...props} />
    </Suspense>
  );
}
