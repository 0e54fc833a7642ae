import type { MouseEvent } from 'react';

/** Marks the link that its whole row follows. */
export const rowLink = { 'data-row-link': true };

const CONTROLS = 'a, button, input, label, [role="combobox"]';

/** A press on a row follows its link, unless it hits a control or selects text. The middle button and Ctrl open a new tab. */
function followRowLink(event: MouseEvent<HTMLElement>) {
  const link = event.currentTarget.querySelector<HTMLAnchorElement>('[data-row-link]');
  if (!link || event.button > 1 || (event.target as Element).closest(CONTROLS) || getSelection()?.isCollapsed === false) return;
  if (event.button === 1 || event.ctrlKey || event.metaKey || event.shiftKey) window.open(link.href, '_blank', 'noopener');
  else link.click();
}

/** Spread on a row whose link has `rowLink`. */
export const rowPresses = { onClick: followRowLink, onAuxClick: followRowLink };
