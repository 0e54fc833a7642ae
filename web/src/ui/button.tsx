import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import './button.css';

export type ButtonTone = 'accent' | 'plain' | 'quiet' | 'danger';

interface ButtonLook {
  /** One `accent` per view. */
  tone?: ButtonTone;
  icon?: LucideIcon;
}

const classOf = (tone: ButtonTone = 'plain', className = '') => `button button-${tone} ${className}`.trim();

type ButtonProps = ComponentProps<'button'> & ButtonLook & { isBusy?: boolean };

/** `isBusy` blocks the button without changing its width. Unlike a disabled button it keeps the focus. */
export function Button({ tone, icon: Icon, isBusy = false, onClick, children, className, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classOf(tone, className)}
      data-tone={tone ?? 'plain'}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
    >
      {Icon && <Icon size={18} strokeWidth={2} aria-hidden="true" />}
      {children}
    </button>
  );
}

export function ButtonLink({ tone, icon: Icon, children, ...rest }: LinkProps & ButtonLook) {
  return (
    <Link {...rest} className={classOf(tone)} data-tone={tone ?? 'plain'}>
      {Icon && <Icon size={18} strokeWidth={2} aria-hidden="true" />}
      {children}
    </Link>
  );
}

interface IconButtonProps extends ComponentProps<'button'> {
  icon: LucideIcon;
  label: string;
  size?: number;
  /** Shows the label on hover. */
  hasTip?: boolean;
}

/** A button without words; `label` is its accessible name. */
export const IconButton = ({ icon: Icon, label, size = 16, hasTip = false, className = '', ...rest }: IconButtonProps) => (
  <button type="button" title={hasTip ? label : undefined} {...rest} className={`icon-button ${className}`.trim()} aria-label={label}>
    <Icon size={size} aria-hidden="true" />
  </button>
);
