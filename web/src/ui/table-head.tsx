import type { ReactTable, RowData } from '@tanstack/react-table';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { CSSProperties } from 'react';
import { PlainButton } from './button.tsx';
import type { ColumnLook, Features } from './table-columns.tsx';

const sortWords = { asc: 'ascending', desc: 'descending' } as const;
const sortIcons = { asc: ArrowUp, desc: ArrowDown } as const;

const pixels = (width: number | undefined) => (width === undefined ? undefined : `${width}px`);
const widthsOf = (look: ColumnLook | undefined) => ({ '--width': pixels(look?.width), '--dense': pixels(look?.dense) }) as CSSProperties;

/** Column headings; those that can be sorted by are buttons. */
export function TableHead({ table }: { table: ReactTable<Features, RowData> }) {
  return (
    <thead>
      {table.getHeaderGroups().map((group) => (
        <tr key={group.id}>
          {group.headers.map((header) => {
            const sorted = header.column.getIsSorted();
            const Icon = sorted ? sortIcons[sorted] : ChevronsUpDown;
            const { meta } = header.column.columnDef;
            const title = <table.FlexRender header={header} />;
            return (
              <th
                key={header.id}
                scope="col"
                data-minor={meta?.isMinor}
                style={widthsOf(meta)}
                aria-sort={sorted ? sortWords[sorted] : undefined}
              >
                {header.column.getCanSort() ? (
                  <PlainButton data-sorted={sorted || undefined} onClick={header.column.getToggleSortingHandler()}>
                    {title}
                    <Icon size={13} aria-hidden="true" />
                  </PlainButton>
                ) : (
                  <span className={header.column.accessorFn ? undefined : 'only-read'}>{title}</span>
                )}
              </th>
            );
          })}
        </tr>
      ))}
    </thead>
  );
}
