import type { CalendarDate } from '@bitacora/core/domain/calendar';
import { type DateRange, defaultRange } from '@bitacora/core/domain/date-range';
import { activityForm } from '@bitacora/core/messages/activity-form';
import { writtenDay } from '@bitacora/core/messages/dates';
import { lists } from '@bitacora/core/messages/lists';
import { CalendarRange } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { DayField } from '../ui/day-field.tsx';
import { dayOf } from '../ui/day-field-dates.ts';
import { Field } from '../ui/field.tsx';
import { Popover } from '../ui/popover.tsx';
import { isUndone } from './figures.tsx';
import './range-tool.css';
import type { Activity } from './views.ts';

/** The range in force: the one asked for, else the default, which begins earlier when the oldest pending activity does. */
export function shownRange(
  asked: { from: CalendarDate | null; to: CalendarDate | null },
  rows: readonly Activity[],
  today: CalendarDate,
): DateRange {
  const pendingSince = rows.filter(isUndone).map(({ createdAt }) => dayOf(createdAt));
  const usual = defaultRange(today, pendingSince.sort()[0] ?? null);
  return { from: asked.from ?? usual.from, to: asked.to ?? usual.to };
}

interface RangeToolProps {
  range: DateRange;
  /** Whether someone chose it, and may go back to the default. */
  isChosen: boolean;
  onApply: (range: { from: string; to: string } | null) => void;
}

export function RangeTool({ range, isChosen, onApply }: RangeToolProps) {
  const [from, setFrom] = useState<CalendarDate | null>(range.from);
  const [to, setTo] = useState<CalendarDate | null>(range.to);
  const isBackwards = from !== null && to !== null && from > to;
  const dayProps = { placeholder: activityForm.dueOnPlaceholder, openLabel: activityForm.chooseDate };
  return (
    <Popover
      label={lists.range}
      button={(trigger) => (
        <button type="button" className="button button-plain range-button" {...trigger}>
          <CalendarRange size={18} aria-hidden="true" />
          <span className="only-read">{lists.range}: </span>
          {`${writtenDay(range.from)} – ${writtenDay(range.to)}`}
        </button>
      )}
    >
      {(close) => (
        <form
          className="range-form"
          onSubmit={(event) => {
            event.preventDefault();
            if (!from || !to || isBackwards) return;
            onApply({ from, to });
            close();
          }}
        >
          <Field label={lists.rangeFrom}>{(tie) => <DayField tie={tie} value={from} onChange={setFrom} {...dayProps} />}</Field>
          <Field label={lists.rangeTo} error={isBackwards ? lists.rangeBackwards : undefined}>
            {(tie) => <DayField tie={tie} value={to} onChange={setTo} {...dayProps} />}
          </Field>
          <Button tone="accent" type="submit" disabled={!from || !to || isBackwards}>
            {lists.rangeApply}
          </Button>
          {isChosen && (
            <Button tone="quiet" onClick={() => onApply(null)}>
              {lists.rangeReset}
            </Button>
          )}
        </form>
      )}
    </Popover>
  );
}
