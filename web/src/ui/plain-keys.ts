import { isHelpKeyOn } from './help-key.ts';
import { modals } from './modals.ts';

/** Where letters are typed, or choose among options. */
const TYPING =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable], [role="listbox"], [role="menu"], [role="grid"]';

const isTyping = (target: EventTarget | null) => target instanceof Element && target.closest(TYPING) !== null;

/** A key alone, which the page may take as a shortcut: nobody types, no dialog is open, and the reader has not turned it off. */
export const isShortcut = (event: KeyboardEvent): boolean =>
  !event.defaultPrevented &&
  !event.ctrlKey &&
  !event.metaKey &&
  !event.altKey &&
  !event.isComposing &&
  !isTyping(event.target) &&
  !modals.isAny() &&
  isHelpKeyOn();
