import { type RefObject, useEffect } from 'react';

const listeners = new Set<() => void>();
let open = 0;

function set(next: number) {
  open = next;
  for (const changed of listeners) changed();
}

/** The open modal dialogs. While one is open the page is inert. */
export const modals = {
  isAny: () => open > 0,
  /** Registers an open dialog; call the returned function when it closes. */
  enter() {
    set(open + 1);
    return () => set(open - 1);
  },
  subscribe(changed: () => void) {
    listeners.add(changed);
    return () => listeners.delete(changed);
  },
};

/** Opens a dialog as a browser modal while mounted, and restores the focus afterwards. */
export function useModal(dialog: RefObject<HTMLDialogElement | null>) {
  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    const leave = modals.enter();
    element?.showModal();
    element?.querySelector<HTMLElement>('[data-focus-first]')?.focus();
    return () => {
      element?.close();
      const isThere = before instanceof HTMLElement && before.isConnected;
      // Focuses the screen, because the element that opened the dialog may be gone.
      if (isThere) before.focus();
      else document.querySelector('main')?.focus({ preventScroll: true });
      leave();
    };
  }, [dialog]);
}
