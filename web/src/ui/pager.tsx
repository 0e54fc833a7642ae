import type { PageSize } from '@bitacora/core/domain/reports/list-address';
import { table as words } from '@bitacora/core/messages/lists';
import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react';
import { useId } from 'react';
import { IconButton, PlainButton } from './button.tsx';
import { Select } from './select.tsx';
import './pager.css';

interface PagerProps {
  total: number;
  /** So many of them have pages, at most `total`. */
  pagedRows: number;
  /** `total` is only so far as the server counts. */
  hasMore?: boolean | undefined;
  pageIndex: number;
  pageSize: number;
  onPage: (index: number) => void;
  /** The window decides the size; undefined where it cannot. */
  isFit: boolean | undefined;
  onPageSize: (size: PageSize) => void;
}

const SIZES = [5, 10, 25, 50, 100];
const FIT = 0;
const SIZE_OPTIONS = SIZES.map((size) => ({ value: size, label: String(size) }));
const WITH_FIT = [...SIZE_OPTIONS, { value: FIT, label: words.fit }];
const NEIGHBOURS = 2;

/** Up to five page numbers around the current one. */
function pagesAround(index: number, count: number): number[] {
  const first = Math.max(0, Math.min(index - NEIGHBOURS, count - 1 - 2 * NEIGHBOURS));
  return Array.from({ length: Math.min(count, 2 * NEIGHBOURS + 1) }, (_, offset) => first + offset);
}

/** Renders nothing when all rows fit the smallest page. */
export function Pager({ total, pagedRows, hasMore, pageIndex, pageSize, isFit, onPage, onPageSize }: PagerProps) {
  const id = useId();
  if (total <= Math.min(...SIZES)) return null;
  const count = Math.max(1, Math.ceil(pagedRows / pageSize));
  const from = pageIndex * pageSize + 1;
  // Not `disabled`, so that the button keeps the focus at the end.
  const step = (label: string, Icon: LucideIcon, to: number) => {
    const isEnd = to < 0 || to >= count || to === pageIndex;
    return <IconButton icon={Icon} label={label} aria-disabled={isEnd} onClick={() => !isEnd && onPage(to)} />;
  };
  return (
    <div className="pager">
      <p className="pager-shown" aria-live="polite">
        {words.shown(from, Math.min(pagedRows, from + pageSize - 1), total, hasMore)}
      </p>
      {count > 1 && (
        <nav className="pager-pages" aria-label={words.pages}>
          {step(words.first, ChevronFirst, 0)}
          {step(words.previous, ChevronLeft, pageIndex - 1)}
          {pagesAround(pageIndex, count).map((index) => (
            <PlainButton
              key={index}
              className="pager-page"
              aria-label={words.page(index + 1)}
              aria-current={index === pageIndex ? 'page' : undefined}
              onClick={() => onPage(index)}
            >
              {index + 1}
            </PlainButton>
          ))}
          {step(words.next, ChevronRight, pageIndex + 1)}
          {step(words.last, ChevronLast, count - 1)}
        </nav>
      )}
      <div className="pager-size" data-fit={isFit || undefined}>
        <span id={`${id}-label`}>{words.rowsPerPage}</span>
        <Select
          tie={{ id, 'aria-describedby': undefined, 'aria-invalid': undefined, 'aria-required': undefined }}
          value={isFit ? FIT : pageSize}
          options={isFit === undefined ? SIZE_OPTIONS : WITH_FIT}
          placeholder={String(pageSize)}
          onChange={(size) => onPageSize(Number(size) === FIT ? 'fit' : Number(size))}
        />
      </div>
    </div>
  );
}
