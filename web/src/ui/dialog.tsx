import { X } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import './dialog.css';

interface DialogProps {
  title: string;
  closeLabel: string;
  onClose: () => void;
  footer: ReactNode;
  children?: ReactNode;
  size?: 'narrow' | 'wide';
  /** Set while something is in flight: then it cannot be closed. */
  isBusy?: boolean;
}

/** Marks what a dialog puts the cursor on; without it, the first thing that can have it. */
export const focusFirst = { 'data-focus-first': true };

/**
 * One thing asked; mount it to open it. The browser's own modal: all else is inert, and the focus goes back where it came from.
 * PrimeReact's leaves the page behind it reachable and keeps the focus on its close button.
 */
export function Dialog({ title, closeLabel, onClose, footer, children, size = 'narrow', isBusy = false }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useModal(dialog);
  return (
    <dialog
      ref={dialog}
      className="dialog"
      data-size={size}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        if (!isBusy) onClose();
      }}
    >
      <header className="dialog-head">
        <h2 id={id}>{title}</h2>
        <button type="button" className="icon-button" aria-label={closeLabel} disabled={isBusy} onClick={onClose}>
          <X size={18} aria-hidden="true" />
        </button>
      </header>
      <div className="dialog-body">{children}</div>
      <footer className="dialog-foot">{footer}</footer>
    </dialog>
  );
}

function useModal(dialog: RefObject<HTMLDialogElement | null>) {
  useEffect(() => {
    const opened = dialog.current;
    const before = document.activeElement;
    opened?.showModal();
    opened?.querySelector<HTMLElement>('[data-focus-first]')?.focus();
    return () => {
      opened?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [dialog]);
}
