import { InputText } from 'primereact/inputtext';
import type { ComponentType } from 'react';
import { later } from './later.tsx';
import type { SelectProps } from './select-list.tsx';

/** A list that is loaded on demand, because it is heavy, and its preload for loaders whose screen shows one at once. */
function laterSelect<Props extends Pick<SelectProps, 'tie' | 'placeholder'>>(load: () => Promise<ComponentType<Props>>) {
  const LaterSelect = later(load, ({ tie, placeholder }: Props) => <InputText id={tie.id} placeholder={placeholder} disabled />);
  return [LaterSelect, () => void load().catch(() => {})] as const;
}

/** A select with search. */
export const [Select, fetchSelect] = laterSelect(async () => (await import('./select-list.tsx')).SelectList);
/** A select of several options with search. */
export const [SelectMany, fetchSelectMany] = laterSelect(async () => (await import('./select-many.tsx')).SelectMany);
