import { type ReactNode, useId, useRef } from 'react';
import './card.css';
import { useHashFocus } from './use-hash-focus.ts';

interface CardProps {
  title: string;
  lead?: string;
  action?: ReactNode;
  /** What comes after the # in an address that leads here. */
  anchor?: string;
  children: ReactNode;
}

/** One matter of a screen that holds several. */
export function Card({ title, lead, action, anchor, children }: CardProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useHashFocus(heading, anchor);
  const id = useId();
  return (
    <section className="card" id={anchor} aria-labelledby={id}>
      <header className="card-head">
        <div>
          <h2 id={id} ref={heading} tabIndex={-1}>
            {title}
          </h2>
          {lead && <p className="muted">{lead}</p>}
        </div>
        {action}
      </header>
      {children}
    </section>
  );
}
