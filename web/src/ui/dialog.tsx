import { X } from 'lucide-react';
import { createContext, type ReactNode, useId, useRef } from 'react';
import './dialog.css';
import { useModal } from './use-modal.ts';

interface DialogProps {
  title: string;
  /** Beside the title. */
  aside?: ReactNode;
  closeLabel: string;
  onClose: () => void;
  footer: ReactNode;
  children?: ReactNode;
  size?: 'narrow' | 'wide';
  /** Set during a call; then the dialog cannot be closed. */
  isBusy?: boolean;
}

/** Whether the component is inside a dialog; then content outside cannot be reached. */
export const InDialog = createContext(false);

/** Marks the element that gets the focus; otherwise the first focusable one does. */
export const focusFirst = { 'data-focus-first': true };

/**
 * A modal dialog; mount it to open it. It uses the browser's `<dialog>`, which makes the page inert and restores the focus.
 * PrimeReact's dialog leaves the page reachable.
 */
export function Dialog({ title, aside, closeLabel, onClose, footer, children, size = 'narrow', isBusy = false }: DialogProps) {
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
        if (event.target !== event.currentTarget) return; // a file chooser inside was cancelled, not the dialog
        event.preventDefault();
        if (!isBusy) onClose();
      }}
    >
      <header className="dialog-head">
        <h2 id={id}>{title}</h2>
        {aside}
        <button type="button" className="icon-button" aria-label={closeLabel} disabled={isBusy} onClick={onClose}>
          <X size={18} aria-hidden="true" />
        </button>
      </header>
      <div className="dialog-body">
        <InDialog value={true}>{children}</InDialog>
      </div>
      <footer className="dialog-foot">{footer}</footer>
    </dialog>
  );
}
