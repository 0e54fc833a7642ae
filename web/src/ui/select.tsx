import { InputText } from 'primereact/inputtext';
import { lazy, Suspense } from 'react';
import type { SelectProps } from './select-list.tsx';
import type { SelectManyProps } from './select-many.tsx';

const load = () => import('./select-list.tsx');
const SelectList = lazy(async () => ({ default: (await load()).SelectList }));

/** Preloads the list, for loaders whose screen shows one at once. */
export const fetchSelect = () => void load().catch(() => {});

/** A select with search. The list is loaded on demand, because it is heavy. */
export function Select(props: SelectProps) {
  return (
    <Suspense fallback={<InputText id={props.tie.id} placeholder={props.placeholder} disabled />}>
      <SelectList {...props} />
    </Suspense>
  );
}

const loadMany = () => import('./select-many.tsx');
const ManyList = lazy(async () => ({ default: (await loadMany()).SelectMany }));

export const fetchSelectMany = () => void loadMany().catch(() => {});

/** A select of several options with search. */
export function SelectMany(props: SelectManyProps) {
  return (
    <Suspense fallback={<InputText id={props.tie.id} placeholder={props.placeholder} disabled />}>
      <ManyList {...props} />
    </Suspense>
  );
}
