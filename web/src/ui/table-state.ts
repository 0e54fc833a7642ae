import type { SortingState } from '@tanstack/react-table';
import { useState } from 'react';

/** The order, search and page of a table, with setters. Component, address or server may hold it. */
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

/** Rows of a page by default. */
export const PAGE_SIZE = 5;

/** State in the component. Another order, size or search returns to the first page. */
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
