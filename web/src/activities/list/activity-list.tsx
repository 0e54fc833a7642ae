import { signalOf } from '@bitacora/core/domain/activity/deadline';
import { lists, table } from '@bitacora/core/messages/lists';
import type { SortingState } from '@tanstack/react-table';
import type { ComponentProps } from 'react';
import type { ViewScreen } from '../../saved-views/saved-view.ts';
import { ViewsTool } from '../../saved-views/views-tool.tsx';
import { Table } from '../../ui/table.tsx';
import { useListState } from '../../ui/use-list-state.ts';
import type { Activity } from '../activity.ts';

type ActivityTableProps = ComponentProps<typeof Table<Activity>>;
type ActivityListProps = Pick<ActivityTableProps, 'label' | 'columns' | 'rows' | 'empty'> & { screen: ViewScreen; sorting: SortingState };

/** A table of activities. Its search, order and page are in the address. */
export function ActivityList({ screen, sorting, ...props }: ActivityListProps) {
  return (
    <Table
      {...props}
      state={useListState(sorting, props.columns)}
      rowId={(activity: Activity) => activity.id}
      signal={(activity: Activity) => signalOf(activity.status, activity.daysLeft)}
      search={{ label: lists.search, clear: lists.clearSearch }}
      tools={<ViewsTool screen={screen} />}
      pager={table}
      noMatch={lists.noMatch}
    />
  );
}
