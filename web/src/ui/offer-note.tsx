import type { ReactNode } from 'react';
import './offer-note.css';

/** What happened before, in two lines, with the next step. */
export const OfferNote = ({ title, text, children }: { title: string; text: ReactNode; children: ReactNode }) => (
  <section className="offer-note" aria-label={title}>
    <div className="offer-note-said">
      <p className="offer-note-title">{title}</p>
      <p className="offer-note-text prose">{text}</p>
    </div>
    <div className="offer-note-steps">{children}</div>
  </section>
);
