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
  /** Set while something is in flight: then it cannot be closed. */
  isBusy?: boolean;
}

/** Whether a dialog is around: then nothing drawn elsewhere could be above it, or be reached. */
export const InDialog = createContext(false);

/** Marks what a dialog puts the cursor on; without it, the first thing that can have it. */
export const focusFirst = { 'data-focus-first': true };

/**
 * One thing asked; mount it to open it. The browser's own modal: all else is inert, and the focus goes back where it came from.
 * PrimeReact's leaves the page behind it reachable and keeps the focus on its close button.
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
        if (event.target !== event.currentTarget) return; // a file chooser inside was put away, not the dialog
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
