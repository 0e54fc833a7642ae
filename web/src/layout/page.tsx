import { frame } from '@bitacora/core/messages/layout';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import './page.css';

interface ScreenPageProps {
  /** The quoted title, in capitals as the specification writes it. */
  title: string;
  /** The line under the title: figures or a greeting. */
  lead?: ReactNode;
  back?: { path: string; label: string };
  actions?: ReactNode;
  children: ReactNode;
}

/** Title, the line under it, and the screen. */
export function Page({ title, lead, back, actions, children }: ScreenPageProps) {
  return (
    <div className="page">
      <title>{`${title.charAt(0)}${title.slice(1).toLocaleLowerCase('es-MX')} · ${frame.product}`}</title>
      <header className="page-head">
        <div className="page-words">
          {back && (
            <Link className="page-back" to={back.path}>
              <ArrowLeft size={14} aria-hidden="true" />
              {back.label}
            </Link>
          )}
          <h1 className="page-title">{title}</h1>
          {lead && <div className="page-lead">{lead}</div>}
        </div>
        {actions && <div className="page-actions">{actions}</div>}
      </header>
      {children}
    </div>
  );
}
