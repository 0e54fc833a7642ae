import { useEffect } from 'react';
import { isShortcut } from './plain-keys.ts';

const linksOfRows = (): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>('main [data-row-link]')].filter((link) => link.checkVisibility?.() ?? true);
const rowOf = (link: Element) => link.closest('tr, li');

/** The row that has the focus in it, by its link. */
export const currentRowLink = (): HTMLElement | undefined => linksOfRows().find((link) => rowOf(link)?.contains(document.activeElement));

/** The row that the keys reached last, because a person comes back from it to its list without the focus. */
let last: { list: string; href: string | null } | undefined;
const lastLink = (links: readonly HTMLElement[]) =>
  last?.list === window.location.pathname ? links.find((link) => link.getAttribute('href') === last?.href) : undefined;

/** Moves the focus to the link of the next or the earlier row; to the first one when none has or had it. Answers that link. */
export function moveRow(step: 1 | -1): HTMLElement | undefined {
  const links = linksOfRows();
  const focused = currentRowLink();
  const start = focused ?? lastLink(links);
  const next = start ? (links[links.indexOf(start) + step] ?? (focused ? undefined : start)) : links[0];
  if (next) last = { list: window.location.pathname, href: next.getAttribute('href') };
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
