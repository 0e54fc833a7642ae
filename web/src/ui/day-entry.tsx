import { type CalendarDate, isCalendarDate } from '@bitacora/core/domain/calendar';
import { frame } from '@bitacora/core/messages/layout';
import { Calendar } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { PlainButton } from './button.tsx';
import type { DayFieldProps } from './day-picker.tsx';
import { TextInput } from './field.tsx';
import './day-entry.css';

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
      <TextInput
        {...props.tie}
        inputMode="numeric"
        autoComplete="off"
        placeholder={frame.dayFormat}
        value={visibleText}
        onChange={(event) => type(event.target.value)}
      />
      <PlainButton aria-label={frame.chooseDay} onClick={() => setPicking(true)}>
        <Calendar size={14} aria-hidden="true" />
      </PlainButton>
    </div>
  );
}

// Loaded on demand, because the calendar is the heaviest control.
const DayPicker = lazy(async () => ({ default: (await import('./day-picker.tsx')).DayPicker }));

/** A day of the business calendar: typed as dd/mm/aaaa or picked. */
export function DayField(props: DayFieldProps) {
  return (
    <Suspense fallback={<TextInput id={props.tie.id} placeholder={frame.dayFormat} disabled />}>
      <DayPicker {...props} />
    </Suspense>
  );
}
