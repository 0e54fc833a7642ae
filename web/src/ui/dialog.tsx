import { Dialog as PrimeDialog } from 'primereact/dialog';
import { type ReactNode, useId } from 'react';
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

const quick = { timeout: 140 };

/** One thing asked. It takes the focus to the first `autoFocus` in it and gives it back. Mount it to open it. */
export function Dialog({ title, closeLabel, onClose, footer, children, size = 'narrow', isBusy = false }: DialogProps) {
  const id = useId();
  return (
    <PrimeDialog
      visible
      modal
      id={id}
      className={`dialog dialog-${size}`}
      header={title}
      footer={footer}
      ariaCloseIconLabel={closeLabel}
      onHide={onClose}
      closable={!isBusy}
      closeOnEscape={!isBusy}
      draggable={false}
      resizable={false}
      blockScroll
      transitionOptions={quick}
    >
      {children}
    </PrimeDialog>
  );
}
