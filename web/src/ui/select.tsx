import { InputText } from 'primereact/inputtext';
import { type ComponentType, lazy, Suspense } from 'react';
import type { SelectProps } from './select-list.tsx';

/** A list that is loaded on demand, because it is heavy, and its preload for loaders whose screen shows one at once. */
function laterSelect<Props extends Pick<SelectProps, 'tie' | 'placeholder'>>(load: () => Promise<ComponentType<Props>>) {
  const List = lazy(async () => ({ default: await load() }));
  const LaterSelect = (props: Props) => (
    <Suspense fallback={<InputText id={props.tie.id} placeholder={props.placeholder} disabled />}>
      <List {...props} />
    </Suspense>
  );
  return [LaterSelect, () => void load().catch(() => {})] as const;
}

/** A select with search. */
export const [Select, fetchSelect] = laterSelect(async () => (await import('./select-list.tsx')).SelectList);
/** A select of several options with search. */
export const [SelectMany, fetchSelectMany] = laterSelect(async () => (await import('./select-many.tsx')).SelectMany);
