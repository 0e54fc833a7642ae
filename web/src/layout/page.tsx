import { frame } from '@bitacora/core/messages/layout';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import './page.css';

interface ScreenPageProps {
  /** The quoted title, in capitals as the specification writes it. */
  title: string;
  /** The page's heading, where the title is only the kind of page. */
  heading?: ReactNode;
  /** The line under the title: figures or a greeting. */
  lead?: ReactNode;
  back?: { path: string; label: string };
  actions?: ReactNode;
  children: ReactNode;
}

/** Title, the line under it, and the screen. */
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
          {heading ? <p className="page-title">{title}</p> : <h1 className="page-title">{title}</h1>}
          {heading}
          {lead && <div className="page-lead">{lead}</div>}
        </div>
        {actions && <div className="page-actions">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/** How many items satisfy a condition. */
export const countOf = <Item,>(items: readonly Item[], is: (item: Item) => boolean): number => items.filter(is).length;

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
  return visible.map(({ text, isLate: late, to }, at) => (
    <span key={text}>
      {at > 0 && <span className="muted"> · </span>}
      <span className={late ? 'late' : undefined}>{to ? <Link to={to}>{text}</Link> : text}</span>
    </span>
  ));
}
