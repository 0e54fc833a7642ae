import { signalOf } from '@bitacora/core/domain/deadline';
import { lists, table } from '@bitacora/core/messages/lists';
import type { ComponentProps } from 'react';
import { Table } from '../ui/table.tsx';
import type { Activity } from './views.ts';

type TableProps = ComponentProps<typeof Table<Activity>>;
type Own = Pick<TableProps, 'label' | 'columns' | 'rows' | 'empty' | 'sorting' | 'tools'>;

/** A table of activities: their signals, their search, their words. */
export function ActivityList(props: Own) {
  return (
    <Table
      {...props}
      rowId={(activity: Activity) => activity.id}
      signal={(activity: Activity) => signalOf(activity.status, activity.daysLeft)}
      search={{ label: lists.search, clear: lists.clearSearch }}
      pager={table}
      noMatch={lists.noMatch}
    />
  );
}
