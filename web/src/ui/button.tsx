import type { LucideIcon } from 'lucide-react';
import { Button as PrimeButton } from 'primereact/button';
import { type ComponentProps, createContext, type FC, type ReactNode, use } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import { pendingWrites } from '../app/pending-writes.ts';
import './button.css';

export type ButtonTone = 'accent' | 'plain' | 'quiet' | 'danger';

interface ButtonLook {
  /** One `accent` per view. */
  tone?: ButtonTone;
  icon?: LucideIcon;
}

/** PrimeReact's button, whose type names its class as the target of `ref`; it is the HTML button. */
const PrimeReactButton = PrimeButton as unknown as FC<ComponentProps<'button'> & { severity?: ButtonTone }>;

/** A button that the caller styles. */
export const PlainButton = (props: ComponentProps<'button'>) => <PrimeReactButton type="button" {...props} />;

type ButtonProps = ComponentProps<'button'> & ButtonLook & { isBusy?: boolean };

/** `isBusy` blocks the button without changing its width. Unlike a disabled button it keeps the focus. */
export function Button({ tone = 'plain', icon: Icon, isBusy = false, onClick, children, ...rest }: ButtonProps) {
  return (
    <PrimeReactButton
      type="button"
      {...rest}
      severity={tone}
      data-tone={tone}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
    >
      {Icon && <Icon size={18} strokeWidth={2} aria-hidden="true" />}
      {children}
    </PrimeReactButton>
  );
}

/** What the dialogs inside ask about, because a list may be behind them. Screen readers say it with their titles. */
export const DialogSubject = createContext<ReactNode>(null);
/** How the surrounding dialog is left. */
export const LeaveDialog = createContext({
  /** Asks first when something was typed in it. */
  leave: (close: () => void) => close(),
  /** Stops waiting for what it sent. */
  stop: () => pendingWrites.stopAfter(0),
});

/** Closes without acting. During a call it stops waiting for the answer, so that a hung call can be left. */
export function CancelButton({ isBusy = false, onClick, ...rest }: Omit<ButtonProps, 'onClick'> & { onClick: () => void }) {
  const { leave, stop } = use(LeaveDialog);
  return <Button {...rest} onClick={() => (isBusy ? stop() : leave(onClick))} />;
}

/** A link that looks like a button. */
export function ButtonLink({ tone = 'plain', icon: Icon, children, ...rest }: LinkProps & ButtonLook) {
  return (
    <Link {...rest} className={`button button-${tone}`} data-tone={tone}>
      {Icon && <Icon size={18} strokeWidth={2} aria-hidden="true" />}
      {children}
    </Link>
  );
}

interface RowActProps extends ComponentProps<'button'> {
  icon: LucideIcon;
  /** The accessible name, which says of what row. */
  label: string;
}

/** An act of a row, with its icon and its word. */
export const RowAct = ({ icon: Icon, label, children, ...rest }: RowActProps) => (
  <PlainButton {...rest} className="row-act" aria-label={label}>
    <Icon size={15} aria-hidden="true" />
    {children}
  </PlainButton>
);

interface IconButtonProps extends ComponentProps<'button'> {
  icon: LucideIcon;
  label: string;
  size?: number;
  /** Shows the label on hover. */
  hasTip?: boolean;
}

/** A button without words; `label` is its accessible name. */
export const IconButton = ({ icon: Icon, label, size = 16, hasTip = false, className = '', ...rest }: IconButtonProps) => (
  <PlainButton title={hasTip ? label : undefined} {...rest} className={`icon-button ${className}`.trim()} aria-label={label}>
    <Icon size={size} aria-hidden="true" />
  </PlainButton>
);
