import type { SortingState } from '@tanstack/react-table';
import { useState } from 'react';

/** What a person has made of a table, and how they change it: in the component, in the address, or with a server behind it. */
export interface TableState {
  sorting: SortingState;
  pageIndex: number;
  pageSize: number;
  query: string;
  onSorting: (sorting: SortingState) => void;
  onPage: (index: number) => void;
  onPageSize: (size: number) => void;
  onQuery: (text: string) => void;
}

/** The specification's default (section 9). */
export const PAGE_SIZE = 5;

/** Kept as long as the table is on the screen. Another order, size or search begins at the first page. */
export function useTableState(usual: SortingState): TableState {
  const [sorting, setSorting] = useState(usual);
  const [query, setQuery] = useState('');
  const [page, setPage] = useState({ index: 0, size: PAGE_SIZE });
  const toFirst = () => setPage(({ size }) => ({ index: 0, size }));
  return {
    sorting,
    query,
    pageIndex: page.index,
    pageSize: page.size,
    onSorting: (next) => {
      setSorting(next);
      toFirst();
    },
    onQuery: (next) => {
      setQuery(next);
      toFirst();
    },
    onPage: (index) => setPage(({ size }) => ({ index, size })),
    onPageSize: (size) => setPage({ index: 0, size }),
  };
}
