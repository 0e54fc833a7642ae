import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import { Link, useLocation } from 'react-router-dom';
import './card.css';

interface CardProps {
  title: string;
  lead?: ReactNode;
  action?: ReactNode;
  /** The hash of the addresses that lead here. */
  anchor?: string;
  children: ReactNode;
}

/** A titled part of a screen. */
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

/** Moves the focus to the heading that the address's hash names. */
function useHashFocus(heading: RefObject<HTMLElement | null>, anchor: string | undefined) {
  const { hash, key } = useLocation();
  useEffect(() => {
    if (!anchor || hash !== `#${anchor}`) return;
    // After the screen's own heading has had the focus.
    const frame = requestAnimationFrame(() => {
      heading.current?.scrollIntoView({ block: 'start' });
      heading.current?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [hash, key, anchor, heading]);
}

interface FigureCardProps {
  /** '…' until the number comes. */
  figure: number | '…';
  label: string;
  hint: string;
  tone?: 'late' | undefined;
  /** The address of the rows that the figure counts. */
  to?: string | undefined;
}

/** A figure, its name, and what it means. */
export function FigureCard({ figure, label, hint, tone, to }: FigureCardProps) {
  const words = (
    <>
      <span className="figure-label">{label}</span>
      <span className="figure">{figure.toLocaleString('es-MX')}</span>
      <span className="figure-hint">{hint}</span>
    </>
  );
  return to ? (
    <Link className="figure-card" data-tone={tone} to={to}>
      {words}
    </Link>
  ) : (
    <div className="figure-card" data-tone={tone}>
      {words}
    </div>
  );
}
