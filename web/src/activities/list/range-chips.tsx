import './urgency-chips.css';
import { addDays, addMonths, type CalendarDate, type DateRange } from '@bitacora/core/domain/calendar';
import { startOfMonth } from '@bitacora/core/domain/reports/punctuality';
import { lists } from '@bitacora/core/messages/activities/lists';
import { useSession } from '../../app/app.ts';
import { PlainButton } from '../../ui/button.tsx';

/** Ranges that people ask for, up to today. */
function presetRanges(today: CalendarDate): Record<keyof typeof lists.ranges, DateRange> {
  const month = startOfMonth(today);
  const monthNumber = Number(today.slice(5, 7));
  return {
    thisMonth: { from: month, to: today },
    lastMonth: { from: addMonths(month, -1), to: addDays(month, -1) },
    thisQuarter: { from: addMonths(month, -((monthNumber - 1) % 3)), to: today },
    thisYear: { from: addMonths(month, 1 - monthNumber), to: today },
  };
}

/** The ranges that people ask for most, one press each. */
export function RangeChips({ range, onApply }: { range: DateRange; onApply: (range: DateRange) => void }) {
  const presets = presetRanges(useSession().today);
  return (
    <ul className="range-chips" aria-label={lists.rangesLabel}>
      {(Object.keys(presets) as (keyof typeof presets)[]).map((name) => (
        <li key={name}>
          <PlainButton
            className="urgency-chip"
            aria-pressed={presets[name].from === range.from && presets[name].to === range.to}
            onClick={() => onApply(presets[name])}
          >
            {lists.ranges[name]}
          </PlainButton>
        </li>
      ))}
    </ul>
  );
}
