import type { CalendarDate, DateRange } from '@bitacora/core/domain/calendar';
import { lists } from '@bitacora/core/messages/lists';
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
