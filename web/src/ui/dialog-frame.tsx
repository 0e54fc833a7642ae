import { frame } from '@bitacora/core/messages/layout';
import { X } from 'lucide-react';
import { Dialog as PrimeDialog } from 'primereact/dialog';
import { type FormEvent, type ReactNode, use, useId, useLayoutEffect, useRef, useState } from 'react';
import { pendingWrites } from '../app/pending-writes.ts';
import { draftTexts } from '../messages/layout-texts.ts';
import { Button, DialogSubject, IconButton, LeaveDialog } from './button.tsx';
import { focusAgain, modals } from './notices.tsx';
import { SentPart, UploadProgress } from './upload-progress.tsx';
import './dialog.css';

export interface DialogProps {
  title: string;
  /** Beside the title. */
  beside?: ReactNode;
  onClose: () => void;
  /** A button that closes, unless another foot is given. */
  footer?: ReactNode;
  children?: ReactNode;
  /** `side` stands at the right edge and `drawer` at the left one, over the whole height. */
  size?: 'narrow' | 'wide' | 'full' | 'side' | 'drawer';
  /** Set during a call; then closing stops waiting for its answer, and the dialog stays. */
  isBusy?: boolean;
  /** The draft of an earlier visit is in it, so that closing asks. */
  isRecovered?: boolean | undefined;
  /** Each key is kept elsewhere, so that closing does not ask. */
  isKept?: boolean;
}

const POSITIONS: Readonly<Record<string, 'left' | 'right'>> = { side: 'right', drawer: 'left' };

/** PrimeReact's dialog, with the focus that it lacks. */
export function DialogFrame({
  title,
  beside,
  onClose,
  footer,
  children,
  size = 'narrow',
  isBusy = false,
  isRecovered = false,
  isKept = false,
}: DialogProps) {
  // Kept from the first render, because afterwards the focus is inside.
  const [opener] = useState(() => document.activeElement);
  const id = useId();
  const subject = use(DialogSubject);
  const [isAsking, setAsking] = useState(false);
  const isTouched = useRef(false);
  isTouched.current ||= isRecovered;
  const touch = ({ target }: FormEvent) => {
    isTouched.current ||= target instanceof HTMLElement && target.matches(TYPED);
  };
  const leave = (close: () => void) => {
    if (!isKept && isTouched.current && hasText(id)) setAsking(true);
    else close();
  };
  const [openedAfter] = useState(pendingWrites.latest);
  const stop = () => pendingWrites.stopAfter(openedAfter);
  const leaveOrStop = () => (isBusy ? stop() : leave(onClose));
  return (
    <LeaveDialog value={{ leave, stop }}>
      <PrimeDialog
        id={id}
        visible
        modal
        position={POSITIONS[size] ?? 'center'}
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
            {beside}
            <IconButton icon={X} size={18} label={frame.close} onClick={leaveOrStop} />
          </>
        }
        footer={
          footer ?? (
            <Button tone="accent" onClick={onClose}>
              {frame.close}
            </Button>
          )
        }
        pt={{
          root: { 'data-size': size, 'aria-describedby': subject ? `${id}-subject` : undefined } as object,
          // The keys scroll what has no control in it.
          ...(size === 'side' && { content: { tabIndex: 0 } }),
        }}
      >
        <Contained id={id} opener={opener} onEscape={leaveOrStop}>
          <SentPart isSending={isBusy} className="dialog-typed" onInput={touch}>
            {subject && <div id={`${id}-subject`}>{subject}</div>}
            {isRecovered && <p className="dialog-recovered">{`${draftTexts.recovered} ${draftTexts.recoveredDetail}`}</p>}
            {children}
          </SentPart>
          {isBusy && <UploadProgress />}
        </Contained>
      </PrimeDialog>
      {isAsking && (
        <DialogFrame
          title={draftTexts.closeTitle}
          onClose={() => setAsking(false)}
          footer={
            <>
              <Button data-focus-first onClick={() => setAsking(false)}>
                {draftTexts.goOn}
              </Button>
              <Button tone="danger" onClick={onClose}>
                {draftTexts.discard}
              </Button>
            </>
          }
        >
          <p>{draftTexts.closeBody}</p>
        </DialogFrame>
      )}
    </LeaveDialog>
  );
}

/** Matches the fields where a person types or chooses files. The search of a list is not among them. */
const TYPED = ':is(textarea, input:not([type="radio"], [type="checkbox"], [role="searchbox"], [inputmode="search"]))';

/** True while something typed is still there. A chosen file leaves no text, so that its input counts. */
const hasText = (id: string): boolean =>
  [...document.querySelectorAll<HTMLInputElement>(`#${CSS.escape(id)} [data-pc-section="content"] ${TYPED}`)].some(
    ({ type, value, readOnly }) => type === 'file' || (!readOnly && value.trim() !== ''),
  );

interface ContainedProps {
  /** Names the dialog's element. */
  id: string;
  opener: Element | null;
  onEscape: () => void;
  children: ReactNode;
}

/** The focus starts at the first of these that exists: the marked element, a field, a button of the footer, a button of the head. */
const STARTS = [
  '[data-focus-first]',
  '[data-pc-section="content"] :is(input, textarea, select):not(:disabled)',
  '[data-pc-section="footer"] button',
  '[data-pc-section="header"] button',
];

/** The Escape key closes these first. */
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
    // A dialog that took the place of another returns the focus to the opener of that one, which has it by now.
    const previous = opener?.isConnected ? opener : document.activeElement;
    const start = STARTS.map((selector) => root.querySelector<HTMLElement>(selector)).find((element) => element !== null);
    start?.focus();
    let isListOpen = false;
    const onEarlyKey = () => {
      isListOpen = document.querySelector(OPEN_LISTS) !== null;
    };
    const onKey = (event: KeyboardEvent) => {
      // PrimeReact's select prevents Escape also where its list is closed.
      const isClosedSelect = event.target instanceof Element && event.target.closest('[data-pc-name="dropdown"]') !== null && !isListOpen;
      if (event.key !== 'Escape' || (event.defaultPrevented && !isClosedSelect) || !modals.isTop(root) || isListOpen) return;
      latestEscape.current();
    };
    document.addEventListener('keydown', onEarlyKey, true);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onEarlyKey, true);
      document.removeEventListener('keydown', onKey);
      leave();
      focusAgain(previous);
    };
  }, []);
  return children;
}
