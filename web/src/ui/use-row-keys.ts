import { useEffect } from 'react';
import { isShortcut } from './plain-keys.ts';

const linksOfRows = (): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>('main [data-row-link]')].filter((link) => link.checkVisibility?.() ?? true);
const rowOf = (link: Element) => link.closest('tr, li');

/** The row that has the focus in it, by its link. */
export const currentRowLink = (): HTMLElement | undefined => linksOfRows().find((link) => rowOf(link)?.contains(document.activeElement));

/** Moves the focus to the link of the next or the earlier row; to the first one when none has it. Answers that link. */
export function moveRow(step: 1 | -1): HTMLElement | undefined {
  const links = linksOfRows();
  const current = currentRowLink();
  const next = current ? links[links.indexOf(current) + step] : links[0];
  next?.focus();
  next?.scrollIntoView?.({ block: 'nearest' });
  return next;
}

const keys: Readonly<Record<string, () => unknown>> = {
  j: () => moveRow(1),
  k: () => moveRow(-1),
  x: () =>
    rowOf(currentRowLink() ?? document.body)
      ?.querySelector<HTMLElement>('input[type="checkbox"]')
      ?.click(),
};

/** J and K move among the rows of every list, whose links have `rowLink`; X chooses the row. Enter follows its link by itself. */
export function useRowKeys(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const act = keys[event.key.toLowerCase()];
      if (!act || event.shiftKey || !isShortcut(event)) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
