import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { listen } from '../app/listeners.ts';
import './popover.css';

interface PopoverProps {
  /** The button that opens it; spread `trigger` on it. */
  button: (trigger: { 'aria-expanded': boolean; 'aria-controls': string; onClick: () => void }) => ReactNode;
  label: string;
  children: (close: () => void) => ReactNode;
  place?: 'below-end' | 'below-start' | 'above-start' | 'above-end';
}

/** A small panel beside its button. Escape and a click elsewhere close it; the focus goes back to the button. */
export function Popover({ button, label, children, place = 'below-end' }: PopoverProps) {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const id = useId();
  useDismissal(root, isOpen, () => setOpen(false));
  const close = () => {
    setOpen(false);
    root.current?.querySelector('button')?.focus();
  };
  return (
    <div className="popover-root" data-popover ref={root}>
      {button({ 'aria-expanded': isOpen, 'aria-controls': id, onClick: () => setOpen(!isOpen) })}
      {isOpen && (
        <div className="popover" data-place={place} id={id} role="dialog" aria-label={label}>
          {children(close)}
        </div>
      )}
    </div>
  );
}

/** Calls `dismiss` after a click elsewhere and after Escape, which also focuses the first button inside. */
export function useDismissal(root: RefObject<HTMLDivElement | null>, isOpen: boolean, dismiss: () => void) {
  useEffect(() => {
    if (!isOpen) return;
    return listen(document, {
      pointerdown: ({ target }) => root.current?.contains(target as Node) || dismiss(),
      keydown: ({ key }) => {
        if (key !== 'Escape') return;
        dismiss();
        root.current?.querySelector('button')?.focus();
      },
    });
  }, [isOpen]);
}
