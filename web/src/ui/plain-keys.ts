import { modals } from './modals.ts';

const KEY = 'helpKey';

/** Whether single keys are shortcuts. People who dictate can turn them off (WCAG 2.1.4). */
export function isHelpKeyOn(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off';
  } catch {
    return true;
  }
}

export function setHelpKey(isOn: boolean): void {
  try {
    localStorage.setItem(KEY, isOn ? 'on' : 'off');
  } catch {
    // Without browser storage the setting is not saved.
  }
}

/** The name of the command key on this keyboard. */
export const commandKey = (): string => (/Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl');

/** Where letters are typed, or choose among options. */
const TYPING =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable], [role="listbox"], [role="menu"], [role="grid"]';

const isTyping = (target: EventTarget | null) => target instanceof Element && target.closest(TYPING) !== null;

/** An open popover does not cover the page, but it handles its own keys. */
const OPEN_POPOVER = '[data-popover] > [role="dialog"], .calendar-panel, .select-panel';

/** A key alone that the page may take: nobody types, and neither a dialog nor a popover is open. */
export const isPlainKey = (event: KeyboardEvent): boolean =>
  !event.defaultPrevented &&
  !event.ctrlKey &&
  !event.metaKey &&
  !event.altKey &&
  !event.isComposing &&
  !isTyping(event.target) &&
  !modals.isAny() &&
  document.querySelector(OPEN_POPOVER) === null;

/** A letter alone as a shortcut, where the reader has not turned them off. */
export const isShortcut = (event: KeyboardEvent): boolean => isPlainKey(event) && isHelpKeyOn();
