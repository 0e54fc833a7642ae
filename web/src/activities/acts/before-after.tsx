import { amendTexts } from '@bitacora/core/messages/acts';
import type { ReactNode } from 'react';

/** What an act will change, announced as it changes. */
export const BeforeAfter = ({ children }: { children: ReactNode }) => (
  <section className="before-after" aria-label={amendTexts.changes} aria-live="polite">
    <p className="field-legend">{amendTexts.changes}</p>
    {children}
  </section>
);
