import type { CalendarDate } from '@bitacora/core/domain/calendar';
import { frame } from '@bitacora/core/messages/layout';
import { Calendar } from 'primereact/calendar';
import { useEffect, useRef } from 'react';
import { dayOf, localDateOf } from './day-field-dates.ts';
import type { ControlProps } from './field.tsx';
import './prime-locale.ts';
import './day-picker.css';

export interface DayFieldProps {
  tie: ControlProps;
  value: CalendarDate | null;
  onChange: (day: CalendarDate | null) => void;
  min?: CalendarDate;
  max?: CalendarDate;
  /** Opens the calendar on mount. */
  startsOpen?: boolean;
}

const format = new Intl.DateTimeFormat('es-MX', { day: 'numeric', month: 'long', year: 'numeric' });
interface PickedDay {
  year: number;
  month: number;
  day: number;
}
const spokenDay = ({ year, month, day }: PickedDay) => format.format(new Date(year, month, day));

/** PrimeReact's calendar. This file alone converts its local dates. */
export function DayPicker({ tie, value, onChange, min, max, startsOpen = false }: DayFieldProps) {
  const calendar = useRef<Calendar>(null);
  useEffect(() => {
    if (startsOpen) calendar.current?.show();
  }, [startsOpen]);
  return (
    <Calendar
      ref={calendar}
      inputId={tie.id}
      value={value ? localDateOf(value) : null}
      onChange={(event) => onChange(event.value instanceof Date ? dayOf(event.value) : null)}
      minDate={min ? localDateOf(min) : undefined}
      maxDate={max ? localDateOf(max) : undefined}
      dateFormat="dd/mm/yy"
      placeholder={frame.dayFormat}
      showIcon
      // In place, because content outside a modal dialog is below it.
      appendTo="self"
      showOnFocus={false}
      pt={{
        root: { className: 'calendar' },
        panel: { className: 'calendar-panel' },
        input: {
          root: {
            className: 'control',
            'aria-describedby': tie['aria-describedby'],
            'aria-invalid': tie['aria-invalid'],
            autoComplete: 'off',
          },
        },
        // Removes PrimeReact's accessible names, because they are wrong or less exact than the visible text.
        monthTitle: { 'aria-label': undefined },
        yearTitle: { 'aria-label': undefined },
        dayLabel: { 'aria-disabled': undefined, 'aria-selected': undefined },
        day: ((options: { context: { date: PickedDay } }) => ({ 'aria-label': spokenDay(options.context.date) })) as never,
        dropdownButton: { root: { 'aria-label': frame.chooseDay } },
      }}
    />
  );
}
