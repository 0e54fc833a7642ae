import { lazy, Suspense } from 'react';
import type { ControlProps } from './field.tsx';

export interface SelectOption {
  value: number | string;
  label: string;
  /** A second line that helps to tell options apart. */
  detail?: string;
  /** What the search in the list looks at. */
  searched?: string;
}

export interface SelectProps {
  tie: ControlProps;
  value: SelectOption['value'] | null;
  options: readonly SelectOption[];
  placeholder: string;
  onChange: (value: SelectOption['value']) => void;
  disabled?: boolean;
  /** Given, the list can be searched. */
  search?: { placeholder: string; noMatch: string; more: (visible: number, total: number) => string };
  emptyText?: string;
}

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
