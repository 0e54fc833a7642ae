import { signalOf } from '@bitacora/core/domain/activity/deadline';
import type { OwnList } from '@bitacora/core/messages/activity-fields';
import { lists } from '@bitacora/core/messages/lists';
import { type ComponentProps, useMemo } from 'react';
import type { ViewScreen } from '../../saved-views/views-panel.tsx';
import { ViewsTool } from '../../saved-views/views-tool.tsx';
import { Table } from '../../ui/table.tsx';
import { useListState } from '../../ui/table-state.ts';
import type { Activity } from '../activity.ts';

type ActivityTableProps = ComponentProps<typeof Table<Activity>>;
type ActivityListProps = Pick<ActivityTableProps, 'label' | 'columns' | 'rows' | 'empty'> & { screen: ViewScreen; sort: OwnList['sort'] };

/** A table of activities. Its search, order and page are in the address. */
export function ActivityList({ screen, sort, ...props }: ActivityListProps) {
  // No column is sorted while the rows are as the server sends them, the most urgent first.
  const usual = useMemo(() => (sort.column === 'urgency' ? [] : [{ id: sort.column, desc: sort.isDescending }]), [sort]);
  return (
    <Table
      {...props}
      state={useListState(usual, props.columns)}
      rowId={(activity: Activity) => activity.id}
      signal={(activity: Activity) => signalOf(activity.status, activity.daysLeft)}
      search={lists.search}
      tools={<ViewsTool screen={screen} />}
      noMatch={lists.noMatch}
    />
  );
}
