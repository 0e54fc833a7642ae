import type { ReactNode } from 'react';
import './agenda.css';

export interface AgendaFrameProps {
  title: string;
  /** Of the whole list, of which the first ones are given. */
  total?: number;
  /** Says in which order the lines come. */
  order?: string;
  beside?: ReactNode;
  children: ReactNode;
}

/** A titled list. */
export const AgendaFrame = ({ title, total = 0, order, beside, children }: AgendaFrameProps) => (
  <section className="agenda" aria-label={title}>
    <header className="agenda-head">
      <h2>
        {title}
        {total > 0 && <span className="count">{total.toLocaleString('es-MX')}</span>}
      </h2>
      {beside}
      {total > 0 && order && <p className="agenda-order">{order}</p>}
    </header>
    {children}
  </section>
);
