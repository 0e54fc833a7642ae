import { frame } from '@bitacora/core/messages/layout';
import { X } from 'lucide-react';
import { Dialog as PrimeDialog } from 'primereact/dialog';
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { writesUnderWay } from '../writes-under-way.ts';
import { IconButton } from './button.tsx';
import type { DialogProps } from './dialog.tsx';
import { focusAgain, modals } from './modals.ts';
import './dialog.css';

/** PrimeReact's dialog, with the focus that it lacks. */
export function DialogFrame({ title, aside, onClose, footer, children, size = 'narrow', isBusy = false }: DialogProps) {
  // Kept from the first render, because afterwards the focus is inside.
  const [opener] = useState(() => document.activeElement);
  const id = useId();
  const leave = isBusy ? writesUnderWay.stop : onClose;
  return (
    <PrimeDialog
      id={id}
      visible
      modal
      position={size === 'side' ? 'right' : 'center'}
      draggable={false}
      resizable={false}
      focusOnShow={false}
      showCloseIcon={false}
      // Its own Escape would also close the dialog when the key closes a list or a tour in it.
      closeOnEscape={false}
      onHide={onClose}
      header={<h2>{title}</h2>}
      icons={
        <>
          {aside}
          <IconButton icon={X} size={18} label={frame.close} onClick={leave} />
        </>
      }
      footer={footer}
      pt={{
        root: { 'data-size': size, 'aria-describedby': undefined } as object,
        // The keys scroll what has no control in it.
        ...(size === 'side' && { content: { tabIndex: 0 } }),
      }}
    >
      <Contained id={id} opener={opener} onEscape={leave}>
        {children}
      </Contained>
    </PrimeDialog>
  );
}

interface ContainedProps {
  /** Of the dialog's element. */
  id: string;
  opener: Element | null;
  onEscape: () => void;
  children: ReactNode;
}

/** Where the focus starts: the marked element, the first field, or the first button of the footer. */
const STARTS = [
  '[data-focus-first]',
  '[data-pc-section="content"] :is(input, textarea, select):not(:disabled)',
  '[data-pc-section="footer"] button',
];

/** What the same key closes first. */
const OPEN_LISTS = '.calendar-panel, .select-panel';

/** Takes the focus into the dialog, makes the page behind unreachable, and returns the focus to the opener. */
function Contained({ id, opener, onEscape, children }: ContainedProps) {
  const latestEscape = useRef(onEscape);
  latestEscape.current = onEscape;
  // A layout effect, so that the first key goes to the field.
  useLayoutEffect(() => {
    const root = document.getElementById(id);
    if (!root) return;
    const leave = modals.enter(root);
    const start = STARTS.map((selector) => root.querySelector<HTMLElement>(selector)).find((element) => element !== null);
    start?.focus();
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || !modals.isTop(root) || document.querySelector(OPEN_LISTS)) return;
      latestEscape.current();
    };
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
      leave();
      focusAgain(opener);
    };
  }, []);
  return children;
}
