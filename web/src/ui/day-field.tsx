import { lazy, Suspense } from 'react';
import type { DayFieldProps } from './day-picker.tsx';

// Loaded on demand, because the calendar is the heaviest control.
const DayPicker = lazy(async () => ({ default: (await import('./day-picker.tsx')).DayPicker }));

/** A day of the business calendar: typed as dd/mm/aaaa or picked. */
export function DayField(props: DayFieldProps) {
  return (
    <Suspense fallback={<input id={props.tie.id} className="control" placeholder={props.placeholder} disabled />}>
      <DayPicker {...props} />
    </Suspense>
  );
}
