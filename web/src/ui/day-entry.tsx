import './day-entry.css';
import { addDays, type CalendarDate } from '@bitacora/core/domain/calendar';
import type { Holiday } from '@bitacora/core/domain/holidays';
import { holidayNotice, writtenWeekday } from '@bitacora/core/messages/dates';
import { frame } from '@bitacora/core/messages/layout';
import { endOfMonth, nextWeekday, readTypedDay } from '@bitacora/core/messages/typed-day';
import { Calendar } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useClients } from '../app/clients.ts';
import { followPromise } from '../app/follow-promise.ts';
import { dayTexts } from '../messages/day-texts.ts';
import { PlainButton } from './button.tsx';
import { type ControlProps, TextInput } from './field.tsx';
import { later } from './later.tsx';
import { toCalendarDate } from './local-day.ts';
import { useDismissal } from './popover.tsx';
import { LiveMessage, Skeleton } from './states.tsx';

const dayText = (day: CalendarDate | null) => (day ? day.split('-').reverse().join('/') : '');

export interface DayEntryProps {
  tie: ControlProps;
  value: CalendarDate | null;
  /** `problem` is the sentence about a text that is not a day; the field shows it itself. */
  onChange: (day: CalendarDate | null, problem: string | null) => void;
  min?: CalendarDate;
  max?: CalendarDate;
  /** The day that 'hoy' means: the business day, or else the browser's. */
  today?: CalendarDate;
  /** Offers today, tomorrow, Friday and the end of the month. */
  hasQuickDays?: boolean;
}

/** A day as people write it. The calendar is heavy and loads when it is opened. */
export function DayEntry({ tie, value, onChange, min, max, today = toCalendarDate(new Date()), hasQuickDays = false }: DayEntryProps) {
  const [text, setText] = useState(dayText(value));
  const [isLeft, setLeft] = useState(false);
  const [isPicking, setPicking] = useState(false);
  const [place, setPlace] = useState<'above' | 'below'>('below');
  const root = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  useDismissal(root, isPicking, () => setPicking(false));

  const readText = (typed: string) => {
    const read = readTypedDay(typed, today, min);
    return 'day' in read ? { day: read.day, problem: null } : { day: null, problem: dayProblem(read.problem, typed.trim()) };
  };
  const typed = readText(text);
  // The typed text, until the form's value differs.
  const visibleText = typed.day === value ? text : dayText(value);
  const problem = typed.day === value ? typed.problem : null;
  const isWrong = isLeft && problem !== null && !tie['aria-invalid'];
  const type = (next: string) => {
    setText(next);
    const read = readText(next);
    onChange(read.day, read.problem);
  };
  const pick = (day: CalendarDate) => {
    type(dayText(day));
    setPicking(false);
    input.current?.focus();
  };
  const open = () => {
    const { bottom = 0, top = 0 } = input.current?.getBoundingClientRect() ?? {};
    setPlace(window.innerHeight - bottom < PANEL_HEIGHT && top > PANEL_HEIGHT ? 'above' : 'below');
    setPicking(!isPicking);
  };
  const leave = () => {
    setLeft(true);
    if (typed.day && typed.day === value) setText(dayText(typed.day));
  };
  return (
    <div className="day-field" ref={root} data-wrong={isWrong || undefined}>
      <div className="day-entry">
        <TextInput
          {...tie}
          {...(isWrong ? { 'aria-invalid': true, 'aria-describedby': `${tie.id}-day` } : {})}
          ref={input}
          autoComplete="off"
          placeholder={frame.dayFormat}
          value={visibleText}
          onChange={(event) => type(event.target.value)}
          onFocus={() => setLeft(false)}
          onBlur={leave}
        />
        <PlainButton aria-label={frame.chooseDay} aria-expanded={isPicking} onClick={open}>
          <Calendar size={16} aria-hidden="true" />
        </PlainButton>
      </div>
      {isPicking && (
        <div
          className="day-panel"
          data-place={place}
          role="dialog"
          aria-label={frame.chooseDay}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            // Closes the calendar alone, not the dialog around it.
            event.preventDefault();
            event.stopPropagation();
            setPicking(false);
            input.current?.focus();
          }}
        >
          <DayPicker value={value} onPick={pick} {...(min ? { min } : {})} {...(max ? { max } : {})} />
        </div>
      )}
      {hasQuickDays && (
        <>
          {/* biome-ignore lint/a11y/useSemanticElements: four shortcuts of one field, not a set of fields. */}
          <div className="day-quick" role="group" aria-label={dayTexts.quick}>
            {quickDays(today)
              .filter(({ day }) => (!min || day >= min) && (!max || day <= max))
              .map(({ label, day }) => (
                <PlainButton key={label} className="day-quick-choice" aria-pressed={day === value} onClick={() => type(dayText(day))}>
                  {label}
                </PlainButton>
              ))}
          </div>
        </>
      )}
      {isWrong && (
        <LiveMessage isUrgent className="field-error" id={`${tie.id}-day`}>
          {problem}
        </LiveMessage>
      )}
    </div>
  );
}

function dayProblem(problem: 'empty' | 'unreadable' | 'nonexistent', text: string): string | null {
  return problem === 'empty' ? null : dayTexts[problem](text);
}

const PANEL_HEIGHT = 390;
const FRIDAY = 5;
const quickDays = (today: CalendarDate) => [
  { label: dayTexts.today, day: today },
  { label: dayTexts.tomorrow, day: addDays(today, 1) },
  { label: dayTexts.friday, day: nextWeekday(today, FRIDAY) },
  { label: dayTexts.endOfMonth, day: endOfMonth(today) },
];

// Loaded on demand, because the calendar is the heaviest control.
const DayPicker = later(async () => (await import('./day-picker.tsx')).DayPicker, <Skeleton lines={6} height={32} />);

/** The hint of a day: its weekday, in a line that is always there, and a holiday. The form does not wait for that, because such a date is allowed. */
export function useDayHint(day: CalendarDate | null): ReactNode {
  const { client } = useClients();
  const [holidays, setHolidays] = useState<readonly Holiday[]>([]);
  useEffect(() => followPromise(client.listHolidays(), setHolidays), [client]);
  const holiday = holidays.find((each) => each.day === day);
  return (
    <>
      <span>{day ? writtenWeekday(day) : '\u00a0'}</span>
      {holiday && <span className="day-holiday">{holidayNotice(holiday)}</span>}
    </>
  );
}
