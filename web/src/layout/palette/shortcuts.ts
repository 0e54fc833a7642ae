import { isPrivileged } from '@bitacora/core/domain/people/person';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { listen } from '../../app/listeners.ts';
import { paths } from '../../app/paths.ts';
import type { CurrentUser } from '../../app/session-memory.ts';
import { tryStorage } from '../../app/storage.ts';
import { modals } from '../../ui/notices.tsx';

const KEY = 'helpKey';

/** True when single keys are shortcuts. People who dictate can turn them off (WCAG 2.1.4). */
export const isHelpKeyOn = (): boolean => tryStorage(() => localStorage.getItem(KEY)) !== 'off';
export function setHelpKey(isOn: boolean): void {
  tryStorage(() => localStorage.setItem(KEY, isOn ? 'on' : 'off'));
}

/** The name of the command key on this keyboard. */
export const commandKey = (): string => (/Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl');

/** In these elements letters are typed, or choose among options. */
const TYPING =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable], [role="listbox"], [role="menu"], [role="grid"]';

const isTyping = (target: EventTarget | null) => target instanceof Element && target.closest(TYPING) !== null;

/** An open popover does not cover the page, but it handles its own keys. */
const OPEN_POPOVER = '[data-popover] > [role="dialog"], .calendar-panel, .select-panel';

/** True for a key alone that the page may take, because nobody types and neither a dialog nor a popover is open. */
export const isPlainKey = (event: KeyboardEvent): boolean =>
  !event.defaultPrevented &&
  !event.ctrlKey &&
  !event.metaKey &&
  !event.altKey &&
  !event.isComposing &&
  !isTyping(event.target) &&
  !modals.isAny() &&
  document.querySelector(OPEN_POPOVER) === null;

/** True for a letter alone that is a shortcut, unless the reader has turned them off. */
export const isShortcut = (event: KeyboardEvent): boolean => isPlainKey(event) && isHelpKeyOn();

const listRowLinks = (): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>('main [data-row-link]')].filter((link) => link.checkVisibility?.() ?? true);
const findRow = (link: Element) => link.closest('tr, li');

/** Returns the link of the row that has the focus in it. */
export const currentRowLink = (): HTMLElement | undefined => listRowLinks().find((link) => findRow(link)?.contains(document.activeElement));

/** Names the row that the keys reached last, in this tab: a person comes back from it to its list without the focus. */
const LAST_ROW = 'lastRow';
const nameRow = (link: HTMLElement) => `${window.location.pathname} ${link.getAttribute('href')}`;
const lastLink = (links: readonly HTMLElement[]) => {
  const last = tryStorage(() => sessionStorage.getItem(LAST_ROW));
  return links.find((link) => nameRow(link) === last);
};

/** Moves the focus to the link of the next or the earlier row, or to the first one when none has or had it. Returns that link. */
export function moveRow(step: 1 | -1): HTMLElement | undefined {
  const links = listRowLinks();
  const focused = currentRowLink();
  const start = focused ?? lastLink(links);
  const next = start ? (links[links.indexOf(start) + step] ?? (focused ? undefined : start)) : links[0];
  if (next) tryStorage(() => sessionStorage.setItem(LAST_ROW, nameRow(next)));
  next?.focus();
  next?.scrollIntoView?.({ block: 'nearest' });
  return next;
}

const keys: Readonly<Record<string, () => unknown>> = {
  j: () => moveRow(1),
  k: () => moveRow(-1),
  x: () =>
    findRow(currentRowLink() ?? document.body)
      ?.querySelector<HTMLElement>('input[type="checkbox"]')
      ?.click(),
};

/** J and K move among the rows of every list, whose links have `rowLink`; X chooses the row. Enter follows its link by itself. */
function useRowKeys(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const act = keys[event.key.toLowerCase()];
      if (!act || event.shiftKey || !isShortcut(event)) return;
      event.preventDefault();
      act();
    };
    return listen(document, { keydown: onKey });
  }, []);
}

/** The second key must follow G in this time. */
const SEQUENCE_MS = 1_500;

/** Maps the key after G to its screen. The keys of screens that the person may not open are absent. */
export const placesByKey = (user: CurrentUser): Readonly<Record<string, string>> => ({
  h: paths.home,
  p: paths.pending,
  ...(isPrivileged(user) ? { v: paths.verifyInbox, r: paths.pendingReport } : {}),
});

/** Submits the form of the focus, or presses the button that confirms its dialog. */
function submitHere(event: KeyboardEvent): void {
  if (!(event.target instanceof Element)) return;
  const form = event.target.closest('form');
  const confirm = event.target.closest('dialog, [role="dialog"]')?.querySelector<HTMLElement>('button[data-tone="accent"]');
  if (!form && !confirm) return;
  event.preventDefault();
  if (form) form.requestSubmit();
  else confirm?.click();
}

/** Keys that work on every screen: C creates (in the meeting it comments), G and a letter leads on, J, K and X move in lists, Ctrl+Enter submits. */
export function useShortcuts(user: CurrentUser): void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const leaderAt = useRef(0);
  useRowKeys();
  useEffect(() => {
    const places = placesByKey(user);
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.defaultPrevented) return submitHere(event);
      if (event.shiftKey || !isShortcut(event)) return;
      const key = event.key.toLowerCase();
      const isSecond = Date.now() - leaderAt.current < SEQUENCE_MS;
      leaderAt.current = key === 'g' ? Date.now() : 0;
      const place = isSecond
        ? places[key]
        : key === 'c' && pathname !== paths.standUp
          ? isPrivileged(user)
            ? paths.assign
            : paths.register
          : undefined;
      if (!place) return;
      event.preventDefault();
      void navigate(place);
    };
    return listen(document, { keydown: onKey });
  }, [user, navigate, pathname]);
}
