import type { CalendarDate } from '@bitacora/core/domain/calendar';
import { lazy, Suspense } from 'react';
import type { ControlProps } from './field.tsx';

export interface DayFieldProps {
  tie: ControlProps;
  value: CalendarDate | null;
  onChange: (day: CalendarDate | null) => void;
  min?: CalendarDate;
  max?: CalendarDate;
  placeholder: string;
  openLabel: string;
  /** Somebody has just asked for the calendar. */
  startsOpen?: boolean;
}

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
