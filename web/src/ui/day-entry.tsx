import { type CalendarDate, isCalendarDate } from '@bitacora/core/domain/calendar';
import { Calendar } from 'lucide-react';
import { useState } from 'react';
import './control.css';
import './day-entry.css';
import { DayField } from './day-field.tsx';
import type { DayFieldProps } from './day-picker.tsx';

const typedOf = (day: CalendarDate | null) => (day ? day.split('-').reverse().join('/') : '');

/** The day typed as dd/mm/aaaa, or null. */
function dayTyped(text: string): CalendarDate | null {
  const [, day = '', month = '', year = ''] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text.trim()) ?? [];
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isCalendarDate(iso) ? iso : null;
}

/** A day field for typing. It loads the heavy calendar only when the person opens it. */
export function DayEntry(props: DayFieldProps) {
  const [isPicking, setPicking] = useState(false);
  const [text, setText] = useState(typedOf(props.value));
  // Shows the typed text until the form's value differs.
  const visibleText = dayTyped(text) === props.value ? text : typedOf(props.value);
  if (isPicking) return <DayField {...props} startsOpen />;
  const type = (next: string) => {
    setText(next);
    props.onChange(dayTyped(next));
  };
  return (
    <div className="day-entry">
      <input
        {...props.tie}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        className="control"
        placeholder={props.placeholder}
        value={visibleText}
        onChange={(event) => type(event.target.value)}
      />
      <button type="button" aria-label={props.openLabel} onClick={() => setPicking(true)}>
        <Calendar size={14} aria-hidden="true" />
      </button>
    </div>
  );
}
