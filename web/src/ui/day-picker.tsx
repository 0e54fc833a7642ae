import type { CalendarDate } from '@bitacora/core/domain/calendar';
import { Calendar } from 'primereact/calendar';
import { useEffect, useRef } from 'react';
import { toCalendarDate, toLocalDate } from './local-day.ts';
import './prime-locale.ts';
import './day-picker.css';

interface DayPickerProps {
  value: CalendarDate | null;
  onPick: (day: CalendarDate) => void;
  min?: CalendarDate;
  max?: CalendarDate;
}

const format = new Intl.DateTimeFormat('es-MX', { day: 'numeric', month: 'long', year: 'numeric' });
interface PickedDay {
  year: number;
  month: number;
  day: number;
}
const spokenDay = ({ year, month, day }: PickedDay) => format.format(new Date(year, month, day));

/** PrimeReact's calendar without its field, because that field empties itself when it cannot read a text. It takes the focus. */
export function DayPicker({ value, onPick, min, max }: DayPickerProps) {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let frame = 0;
    // More than once, because PrimeReact replaces the days after its first effects.
    const focusDay = (framesLeft: number) => {
      const day = root.current?.querySelector<HTMLElement>('span[data-pc-section="daylabel"][tabindex="0"]');
      if (day && !root.current?.contains(document.activeElement)) day.focus();
      if (framesLeft > 0) frame = requestAnimationFrame(() => focusDay(framesLeft - 1));
    };
    focusDay(10);
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <div ref={root}>
      <Calendar
        inline
        value={value ? toLocalDate(value) : null}
        viewDate={value ? undefined : min && toLocalDate(min)}
        onChange={(event) => event.value instanceof Date && onPick(toCalendarDate(event.value))}
        minDate={min ? toLocalDate(min) : undefined}
        maxDate={max ? toLocalDate(max) : undefined}
        selectOtherMonths
        pt={{
          root: { className: 'calendar' },
          panel: { className: 'calendar-panel' },
          // Removes PrimeReact's accessible names, because they are wrong or less exact than the visible text.
          monthTitle: { 'aria-label': undefined },
          yearTitle: { 'aria-label': undefined },
          dayLabel: { 'aria-disabled': undefined, 'aria-selected': undefined },
          day: ((options: { context: { date: PickedDay } }) => ({ 'aria-label': spokenDay(options.context.date) })) as never,
        }}
      />
    </div>
  );
}
