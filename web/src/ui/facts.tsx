import { consult } from '@bitacora/core/messages/consult';
import type { ReactNode } from 'react';
import './facts.css';

export interface FactRow {
  term: string;
  value: ReactNode;
  /** Takes the whole width. */
  isLong?: boolean;
}

/** Names and values in two columns. */
export function Facts({ facts }: { facts: readonly FactRow[] }) {
  return (
    <dl className="facts">
      {facts.map(({ term, value, isLong }) => (
        <div key={term} data-long={isLong || undefined}>
          <dt>{term}</dt>
          <dd className={isLong ? 'prose' : 'tabular'}>
            {value === null || value === undefined || value === '' ? <span className="muted">{consult.noData}</span> : value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
