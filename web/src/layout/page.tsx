import './page.css';
import './card.css';
import { frame } from '@bitacora/core/messages/layout';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Loaded } from './loaded.tsx';

interface ScreenPageProps {
  /** The title of the first version, in its capitals (docs/product.md, 9.2). */
  title: string;
  /** The page's heading, where the title is only the kind of page. */
  heading?: ReactNode;
  /** The large part of the heading: figures or a greeting. */
  lead?: ReactNode;
  back?: { path: string; label: string };
  actions?: ReactNode;
  children: ReactNode;
}

/** Title, what it is about, and the screen. */
export function Page({ title, heading, lead, back, actions, children }: ScreenPageProps) {
  return (
    <div className="page">
      <title>{`${title.charAt(0)}${title.slice(1).toLocaleLowerCase('es-MX')} · ${frame.product}`}</title>
      <header className="page-head" data-long={heading ? true : undefined}>
        <div className="page-words">
          {back && (
            <Link className="page-back" to={back.path}>
              <ArrowLeft size={14} aria-hidden="true" />
              {back.label}
            </Link>
          )}
          {heading ? (
            <>
              <p className="page-title">{title}</p>
              {heading}
            </>
          ) : (
            <h1>
              <span className="page-title">{title}</span> {lead && <span className="page-lead">{lead}</span>}
            </h1>
          )}
        </div>
        {actions && <div className="page-actions">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/** The large part of the heading, of what is still to come. */
export const Lead = <Value,>({ of, children }: { of: Promise<Value>; children: (value: Value) => ReactNode }) => (
  <Loaded of={of} skeleton={<span>&nbsp;</span>} isSilent>
    {children}
  </Loaded>
);

/** How many items satisfy a condition. */
export const countWhere = <Item,>(items: readonly Item[], is: (item: Item) => boolean): number => items.filter(is).length;

interface Figure {
  text: string;
  count: number;
  isLate?: boolean;
  /** The address of the rows that it counts. */
  to?: string;
}

/** '12 pendientes · 3 con retraso'. Zero figures are left out; late ones are highlighted. */
export function Figures({ parts, none }: { parts: readonly Figure[]; none: string }) {
  const visible = parts.filter(({ count }) => count > 0);
  if (visible.length === 0) return none;
  return visible.map(({ text, isLate: late, to }, index) => (
    <span key={text}>
      {index > 0 && <span className="muted"> · </span>}
      <span className={late ? 'late' : undefined}>{to ? <Link to={to}>{text}</Link> : text}</span>
    </span>
  ));
}

interface FiguresLeadProps<Value> {
  of: Promise<Value>;
  none: string;
  parts: (value: Value) => readonly Figure[];
}

/** Figures under the title. */
export const FiguresLead = <Value,>({ of, none, parts }: FiguresLeadProps<Value>) => (
  <Lead of={of}>{(value) => <Figures none={none} parts={parts(value)} />}</Lead>
);

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

interface CardRowsProps<Row> {
  of: Promise<readonly Row[]>;
  none: string;
  children: (row: Row) => ReactNode;
}

/** The rows of a card, or a sentence where there are none. */
export const CardRows = <Row,>({ of, none, children }: CardRowsProps<Row>) => (
  <Loaded of={of}>
    {(rows) => (rows.length === 0 ? <p className="muted">{none}</p> : <ul className="card-rows">{rows.map(children)}</ul>)}
  </Loaded>
);

/** Moves the focus to the heading that the address's hash names. */
function useHashFocus(heading: RefObject<HTMLElement | null>, anchor: string | undefined) {
  const { hash, key } = useLocation();
  useEffect(() => {
    if (!anchor || hash !== `#${anchor}`) return;
    // Waits a frame, because the screen's own heading takes the focus first.
    const frame = requestAnimationFrame(() => {
      heading.current?.scrollIntoView({ block: 'start' });
      heading.current?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [hash, key, anchor, heading]);
}

interface FigureCardProps {
  /** '…' until the number comes. */
  figure: number | string;
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
