import type { CalendarDate, DateRange } from '@bitacora/core/domain/calendar';
import { lists } from '@bitacora/core/messages/activities/lists';
import { writtenNearDay } from '@bitacora/core/messages/dates';
import { CalendarRange } from 'lucide-react';
import { useSession } from '../../app/app.ts';
import { Button } from '../../ui/button.tsx';
import { later } from '../../ui/later.tsx';
import { Popover } from '../../ui/popover.tsx';
import type { RangeFormProps } from './range-form.tsx';
import './list-tools.css';

// Loaded when the panel opens, because few readers change the range.
const RangeForm = later(async () => (await import('./range-form.tsx')).RangeForm, <span className="range-form" />);

interface RangeToolProps extends Pick<RangeFormProps, 'onApply'> {
  usual: DateRange;
  /** Null for the default end. */
  selected: { from: CalendarDate | null; to: CalendarDate | null };
}

/** The current range, and a panel to change it. */
export function RangeTool({ usual, selected, onApply }: RangeToolProps) {
  const { today } = useSession();
  const range = { from: selected.from ?? usual.from, to: selected.to ?? usual.to };
  const isChosen = Boolean(selected.from || selected.to);
  return (
    <Popover
      key={`${range.from} ${range.to}`}
      label={lists.range}
      button={(trigger) => (
        <Button icon={CalendarRange} className="range-button" {...trigger}>
          <span className="only-read">{lists.range}: </span>
          {`${writtenNearDay(range.from, today)} – ${writtenNearDay(range.to, today)}`}
        </Button>
      )}
    >
      {(close) => <RangeForm range={range} isChosen={isChosen} onApply={onApply} close={close} />}
    </Popover>
  );
}
