import type { CalendarDate } from '@bitacora/core/domain/calendar';
import type { DateRange } from '@bitacora/core/domain/reports/date-range';
import { writtenDay } from '@bitacora/core/messages/dates';
import { lists } from '@bitacora/core/messages/lists';
import { CalendarRange } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../ui/button.tsx';
import type { DayEntryProps } from '../ui/day-entry.tsx';
import { Field, TextInput } from '../ui/field.tsx';
import { Popover } from '../ui/popover.tsx';
import './reports.css';

// Loaded when the panel opens, because few readers change the range.
const LazyDayEntry = lazy(async () => ({ default: (await import('../ui/day-entry.tsx')).DayEntry }));
const DayEntry = (props: DayEntryProps) => (
  <Suspense fallback={<TextInput id={props.tie.id} disabled />}>
    <LazyDayEntry {...props} />
  </Suspense>
);

interface RangeToolProps {
  usual: DateRange;
  /** Null for the default end. */
  selected: { from: CalendarDate | null; to: CalendarDate | null };
  onApply: (range: { from: CalendarDate | null; to: CalendarDate | null }) => void;
}

/** The current range, and a panel to change it. */
export function RangeTool({ usual, selected, onApply }: RangeToolProps) {
  const range = { from: selected.from ?? usual.from, to: selected.to ?? usual.to };
  return <RangePanel key={`${range.from} ${range.to}`} range={range} isChosen={Boolean(selected.from || selected.to)} onApply={onApply} />;
}

/** The placeholder until the default range arrives. */
export const RangeWaiting = () => <span className="range-waiting" />;

interface RangePanelProps extends Pick<RangeToolProps, 'onApply'> {
  range: DateRange;
  /** The person selected it, and can return to the default. */
  isChosen: boolean;
}

function RangePanel({ range, isChosen, onApply }: RangePanelProps) {
  const [from, setFrom] = useState<CalendarDate | null>(range.from);
  const [to, setTo] = useState<CalendarDate | null>(range.to);
  const isBackwards = from !== null && to !== null && from > to;
  return (
    <Popover
      label={lists.range}
      button={(trigger) => (
        <Button icon={CalendarRange} className="range-button" {...trigger}>
          <span className="only-read">{lists.range}: </span>
          {`${writtenDay(range.from)} – ${writtenDay(range.to)}`}
        </Button>
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
      )}
    </Popover>
  );
}
