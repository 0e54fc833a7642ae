import './reports.css';
import type { CalendarDate, DateRange } from '@bitacora/core/domain/calendar';
import { lists } from '@bitacora/core/messages/lists';
import { validation } from '@bitacora/core/messages/validation';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { DayEntry } from '../ui/day-entry.tsx';
import { Field } from '../ui/field.tsx';

export interface RangeFormProps {
  range: DateRange;
  /** The person selected it, and can return to the default. */
  isChosen: boolean;
  /** Null for the default end. */
  onApply: (range: { from: CalendarDate | null; to: CalendarDate | null }) => void;
}

/** Start and end of a range, in a panel. */
export function RangeForm({ range, isChosen, onApply, close }: RangeFormProps & { close: () => void }) {
  const [from, setFrom] = useState<CalendarDate | null>(range.from);
  const [to, setTo] = useState<CalendarDate | null>(range.to);
  const isBackwards = from !== null && to !== null && from > to;
  return (
    <form
      className="range-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!from || !to || isBackwards) return;
        onApply({ from, to });
        close();
      }}
    >
      <Field label={lists.rangeFrom}>{(tie) => <DayEntry tie={tie} value={from} onChange={setFrom} />}</Field>
      <Field label={lists.rangeTo} error={isBackwards ? lists.rangeBackwards : undefined}>
        {(tie) => <DayEntry tie={tie} value={to} onChange={setTo} />}
      </Field>
      <Button tone="accent" type="submit" disabled={!from || !to || isBackwards}>
        {lists.rangeApply}
      </Button>
      {isChosen && (
        <Button tone="quiet" onClick={() => onApply({ from: null, to: null })}>
          {lists.rangeReset}
        </Button>
      )}
    </form>
  );
}

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
