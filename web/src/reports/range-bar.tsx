import type { CalendarDate, DateRange } from '@bitacora/core/domain/calendar';
import { lists } from '@bitacora/core/messages/lists';
import { validation } from '@bitacora/core/messages/validation';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { DayEntry } from '../ui/day-entry.tsx';
import { Field } from '../ui/field.tsx';
import './reports.css';

interface RangeBarProps {
  range: DateRange;
  onApply: (range: DateRange) => void;
}

/** Start, end and the button 'Consultar'. */
export function RangeBar({ range, onApply }: RangeBarProps) {
  const [from, setFrom] = useState<CalendarDate | null>(range.from);
  const [to, setTo] = useState<CalendarDate | null>(range.to);
  const [isTried, setTried] = useState(false);
  const isBackwards = from !== null && to !== null && from > to;
  const missing = (day: CalendarDate | null) => (isTried && day === null ? validation.required : undefined);
  return (
    <form
      className="range-bar"
      aria-label={lists.range}
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (from && to && !isBackwards) onApply({ from, to });
      }}
    >
      <Field label={lists.rangeFrom} error={missing(from)}>
        {(tie) => <DayEntry tie={tie} value={from} onChange={setFrom} />}
      </Field>
      <Field label={lists.rangeTo} error={isBackwards ? lists.rangeBackwards : missing(to)}>
        {(tie) => <DayEntry tie={tie} value={to} onChange={setTo} />}
      </Field>
      <Button tone="accent" type="submit">
        {lists.rangeApply}
      </Button>
    </form>
  );
}
