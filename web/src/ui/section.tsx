import { consult } from '@bitacora/core/messages/activities/consult';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { PlainButton } from './button.tsx';
import './section.css';

interface SectionProps {
  title: string;
  beside?: ReactNode;
  /** It begins folded. */
  isFolded?: boolean;
  children: ReactNode;
}

/** A titled part of a page that can be folded away. */
export function Section({ title, beside, isFolded = false, children }: SectionProps) {
  const [isOpen, setOpen] = useState(!isFolded);
  const id = useId();
  return (
    <section className="section" aria-labelledby={`${id}-title`}>
      <h2 className="section-head" id={`${id}-title`}>
        <PlainButton aria-expanded={isOpen} aria-controls={`${id}-body`} onClick={() => setOpen(!isOpen)}>
          <span>{title}</span>
          {beside}
          <ChevronDown size={18} aria-hidden="true" className="section-fold" />
        </PlainButton>
      </h2>
      <div id={`${id}-body`} className="section-body" hidden={!isOpen}>
        {children}
      </div>
    </section>
  );
}

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
