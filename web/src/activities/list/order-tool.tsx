import { type Sort, sortColumns } from '@bitacora/core/domain/reports/report';
import { orderSentence } from '@bitacora/core/messages/activities/activity-fields';
import { lists } from '@bitacora/core/messages/activities/lists';
import { ChevronDown } from 'lucide-react';
import { PlainButton } from '../../ui/button.tsx';
import { Popover } from '../../ui/popover.tsx';
import { type Columns, sortableIds } from '../../ui/table-model.tsx';
import type { ActivityView } from '../activity.tsx';
import type { ReportControls } from './list-state.ts';

interface OrderToolProps {
  controls: ReportControls;
  columns: Columns<ActivityView>;
  /** All rows are the reader's own. */
  isOwn?: boolean;
}

/** Says the order of the rows; pressed, it lists the other orders. */
export function OrderTool({ controls: { state, usualSort, change }, columns, isOwn = false }: OrderToolProps) {
  const { sort } = state;
  const listed = sortColumns.filter((column) => sortableIds(columns).includes(column));
  const orders: Sort[] = [
    usualSort,
    { ...sort, isDescending: !sort.isDescending },
    ...listed.map((column) => ({ column, isDescending: false })),
  ];
  const current = orderSentence(sort, isOwn);
  const others = new Map(orders.map((order) => [orderSentence(order, isOwn), order]));
  others.delete(current);
  return (
    <Popover
      label={lists.orders}
      place="below-start"
      button={(trigger) => (
        <PlainButton className="table-order" {...trigger}>
          {current}
          <ChevronDown size={14} aria-hidden="true" />
        </PlainButton>
      )}
    >
      {(close) => (
        <ul className="orders">
          {[...others].map(([sentence, order]) => (
            <li key={sentence}>
              <PlainButton
                onClick={() => {
                  close();
                  change({ sort: order });
                }}
              >
                {sentence}
              </PlainButton>
            </li>
          ))}
        </ul>
      )}
    </Popover>
  );
}
