import { type RefObject, useEffect } from 'react';
import { modals } from './modals.ts';

/** Opens the dialog it is given as the browser's own modal for as long as it is mounted; the focus goes back where it came from. */
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
      // What element it may be gone with its row: then one goes on from the screen.
      if (isThere) before.focus();
      else document.querySelector('main')?.focus({ preventScroll: true });
      leave();
    };
  }, [dialog]);
}
