import type { ComponentProps } from 'react';
import './switch.css';

/** An on/off switch; the caller gives its label. */
export const Switch = (props: Omit<ComponentProps<'input'>, 'type' | 'className'> & { 'aria-label': string }) => (
  <input {...props} type="checkbox" className="switch" />
);
