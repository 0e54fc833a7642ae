import { type RefObject, useEffect } from 'react';
import { modals } from './modals.ts';

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
