import './field.css';
import './search-box.css';
import './pager.css';
import './row-tick.css';
import type { PageSize } from '@bitacora/core/domain/reports/list-address';
import { lists, table as words } from '@bitacora/core/messages/activities/lists';
import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight, type LucideIcon, Search, X } from 'lucide-react';
import { InputText } from 'primereact/inputtext';
import { type MouseEvent, useId, useRef } from 'react';
import { IconButton, PlainButton } from './button.tsx';
import { later } from './later.tsx';
import { Select } from './select.tsx';
import { Announcement } from './states.tsx';

export function SearchBox({ label, value, onChange }: { label: string; value: string; onChange: (text: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const empty = () => {
    onChange('');
    input.current?.focus();
  };
  return (
    <div className="search-box">
      <Search size={16} aria-hidden="true" />
      <InputText
        ref={input}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && onChange('')}
      />
      {value && <IconButton icon={X} label={lists.clearSearch} onClick={empty} />}
    </div>
  );
}

interface PagerProps {
  total: number;
  /** There are more rows than `total`, which is as far as the server counts. */
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
export function Pager({ total, hasMore, pageIndex, pageSize, isFit, onPage, onPageSize }: PagerProps) {
  const id = useId();
  if (total <= Math.min(...SIZES)) return null;
  const count = Math.max(1, Math.ceil(total / pageSize));
  const from = pageIndex * pageSize + 1;
  // Not `disabled`, so that the button keeps the focus at the end.
  const step = (label: string, Icon: LucideIcon, to: number) => {
    const isEnd = to < 0 || to >= count || to === pageIndex;
    return <IconButton icon={Icon} label={label} aria-disabled={isEnd} onClick={() => !isEnd && onPage(to)} />;
  };
  return (
    <div className="pager">
      <p className="pager-shown">{words.visibleOf(from, Math.min(total, from + pageSize - 1), total, hasMore)}</p>
      <Announcement text={words.page(pageIndex + 1)} />
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

/** Marks the link or button that a press anywhere in its row presses. */
export const rowLink = { 'data-row-link': true };

const CONTROLS = 'a, button, input, label, [role="combobox"]';

/** A press on a row follows its link, unless it hits a control or selects text. The middle button and Ctrl open a new tab. */
function followRowLink(event: MouseEvent<HTMLElement>) {
  const link = event.currentTarget.querySelector<HTMLAnchorElement | HTMLButtonElement>('[data-row-link]');
  if (!link || event.button > 1 || (event.target as Element).closest(CONTROLS) || getSelection()?.isCollapsed === false) return;
  const isElsewhere = event.button === 1 || event.ctrlKey || event.metaKey || event.shiftKey;
  if (isElsewhere && 'href' in link) window.open(link.href, '_blank', 'noopener');
  else if (event.button === 0) link.click();
}

/** Spread on a row whose link has `rowLink`. */
export const rowPresses = { onClick: followRowLink, onAuxClick: followRowLink };

/** The checkbox of a row, which loads after the list. */
export const Tick = later(async () => (await import('./choice.tsx')).Tick, <span className="tick-waiting" />);
