import { Calendar } from 'primereact/calendar';
import type { DayFieldProps } from './day-field.tsx';
import './day-picker.css';
import { dayOf, localDateOf } from './day-field-dates.ts';

/** PrimeReact's calendar, which thinks in local dates, wrapped so that nobody else has to. */
export function DayPicker({ tie, value, onChange, min, max, placeholder, openLabel }: DayFieldProps) {
  return (
    <Calendar
      inputId={tie.id}
      value={value ? localDateOf(value) : null}
      onChange={(event) => onChange(event.value instanceof Date ? dayOf(event.value) : null)}
      minDate={min ? localDateOf(min) : undefined}
      maxDate={max ? localDateOf(max) : undefined}
      dateFormat="dd/mm/yy"
      placeholder={placeholder}
      showIcon
      showOnFocus={false}
      pt={{
        input: { root: { 'aria-describedby': tie['aria-describedby'], 'aria-invalid': tie['aria-invalid'], autoComplete: 'off' } },
        dropdownButton: { root: { 'aria-label': openLabel } },
      }}
    />
  );
}
