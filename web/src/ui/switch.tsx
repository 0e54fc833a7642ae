import type { ComponentProps } from 'react';
import './switch.css';

/** On or off, at once. Whoever uses it says what for. */
export const Switch = (props: Omit<ComponentProps<'input'>, 'type' | 'className'> & { 'aria-label': string }) => (
  <input {...props} type="checkbox" className="switch" />
);
