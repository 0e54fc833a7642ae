import './list-tools.css';
import { type CalendarDate, type DateRange, isBackwards } from '@bitacora/core/domain/calendar';
import { lists } from '@bitacora/core/messages/activities/lists';
import { validation } from '@bitacora/core/messages/validation';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { DayEntry } from '../../ui/day-entry.tsx';
import { Field, SentForm } from '../../ui/field.tsx';
import { RangeChips } from './range-chips.tsx';

export interface RangeFormProps {
  range: DateRange;
  /** The person selected it, and can return to the default. */
  isChosen?: boolean;
  /** Null for the default end. */
  onApply: (range: { from: CalendarDate | null; to: CalendarDate | null }) => void;
  /** A bar says what is missing; a panel disables its button. */
  isBar?: boolean;
  /** Closes the panel. */
  close?: () => void;
}

/** Start and end of a range, and the button 'Consultar'. */
export function RangeForm({ range, isChosen = false, onApply, isBar = false, close }: RangeFormProps) {
  const [from, setFrom] = useState<CalendarDate | null>(range.from);
  const [to, setTo] = useState<CalendarDate | null>(range.to);
  const [isTried, setTried] = useState(false);
  const apply: RangeFormProps['onApply'] = (chosen) => {
    onApply(chosen);
    close?.();
  };
  const missing = (day: CalendarDate | null) => (isBar && isTried && day === null ? validation.required : undefined);
  return (
    <SentForm
      className={isBar ? 'range-bar' : 'range-form'}
      aria-label={isBar ? lists.range : undefined}
      onSubmit={() => {
        setTried(true);
        if (!from || !to || isBackwards({ from, to })) return;
        apply({ from, to });
      }}
    >
      {!isBar && <RangeChips range={range} onApply={apply} />}
      <Field label={lists.rangeFrom} error={missing(from)}>
        {(tie) => <DayEntry tie={tie} value={from} onChange={setFrom} />}
      </Field>
      <Field label={lists.rangeTo} error={isBackwards({ from, to }) ? validation.rangeBackwards : missing(to)}>
        {(tie) => <DayEntry tie={tie} value={to} onChange={setTo} />}
      </Field>
      <Button tone="accent" type="submit" disabled={!isBar && (!from || !to || isBackwards({ from, to }))}>
        {lists.rangeApply}
      </Button>
      {isChosen && (
        <Button tone="quiet" onClick={() => onApply({ from: null, to: null })}>
          {lists.rangeReset}
        </Button>
      )}
    </SentForm>
  );
}
