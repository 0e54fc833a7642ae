import { type ReactNode, useId } from 'react';
import './profile.css';

interface CardProps {
  title: string;
  lead?: string;
  action?: ReactNode;
  children: ReactNode;
}

/** One matter of the profile. */
export function Card({ title, lead, action, children }: CardProps) {
  const id = useId();
  return (
    <section className="profile-card" aria-labelledby={id}>
      <header className="profile-head">
        <div>
          <h2 id={id}>{title}</h2>
          {lead && <p className="muted">{lead}</p>}
        </div>
        {action}
      </header>
      {children}
    </section>
  );
}
