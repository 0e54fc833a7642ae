import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react';
import './pager.css';

export interface PagerLabels {
  rowsPerPage: string;
  shown: (from: number, to: number, total: number) => string;
  first: string;
  previous: string;
  next: string;
  last: string;
  page: (page: number) => string;
  pages: string;
}

interface PagerProps {
  labels: PagerLabels;
  total: number;
  pageIndex: number;
  pageSize: number;
  onPage: (index: number) => void;
  onPageSize: (size: number) => void;
}

const SIZES = [5, 10, 25, 50, 100];
const NEIGHBOURS = 2;

/** Up to five page numbers around the current one. */
function pagesAround(index: number, count: number): number[] {
  const first = Math.max(0, Math.min(index - NEIGHBOURS, count - 1 - 2 * NEIGHBOURS));
  return Array.from({ length: Math.min(count, 2 * NEIGHBOURS + 1) }, (_, offset) => first + offset);
}

/** Renders nothing when all rows fit the smallest page. */
export function Pager({ labels, total, pageIndex, pageSize, onPage, onPageSize }: PagerProps) {
  if (total <= Math.min(...SIZES)) return null;
  const count = Math.max(1, Math.ceil(total / pageSize));
  const from = pageIndex * pageSize + 1;
  // Not `disabled`, so that the button keeps the focus at the end.
  const step = (label: string, Icon: LucideIcon, to: number) => {
    const isEnd = to < 0 || to >= count || to === pageIndex;
    return (
      <button type="button" className="icon-button" aria-label={label} aria-disabled={isEnd} onClick={() => !isEnd && onPage(to)}>
        <Icon size={16} aria-hidden="true" />
      </button>
    );
  };
  return (
    <div className="pager">
      <p className="pager-shown" aria-live="polite">
        {labels.shown(from, Math.min(total, from + pageSize - 1), total)}
      </p>
      {count > 1 && (
        <nav className="pager-pages" aria-label={labels.pages}>
          {step(labels.first, ChevronFirst, 0)}
          {step(labels.previous, ChevronLeft, pageIndex - 1)}
          {pagesAround(pageIndex, count).map((index) => (
            <button
              key={index}
              type="button"
              className="pager-page"
              aria-label={labels.page(index + 1)}
              aria-current={index === pageIndex ? 'page' : undefined}
              onClick={() => onPage(index)}
            >
              {index + 1}
            </button>
          ))}
          {step(labels.next, ChevronRight, pageIndex + 1)}
          {step(labels.last, ChevronLast, count - 1)}
        </nav>
      )}
      <label className="pager-size">
        <span>{labels.rowsPerPage}</span>
        <select value={pageSize} onChange={(event) => onPageSize(Number(event.target.value))}>
          {SIZES.map((size) => (
            <option key={size} value={size}>
              {size}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
