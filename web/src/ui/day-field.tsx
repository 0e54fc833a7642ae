import { lazy, Suspense } from 'react';
import type { DayFieldProps } from './day-picker.tsx';

// The calendar is by far the heaviest control; lists that only offer a range should not pay for it up front.
const DayPicker = lazy(async () => ({ default: (await import('./day-picker.tsx')).DayPicker }));

/** A day of the business calendar: typed as dd/mm/aaaa or picked. */
export function DayField(props: DayFieldProps) {
  return (
    <Suspense fallback={<input id={props.tie.id} className="control" placeholder={props.placeholder} disabled />}>
      <DayPicker {...props} />
    </Suspense>
  );
}
