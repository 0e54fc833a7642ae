import { frame } from '@bitacora/core/messages/layout';
import './consult-page.css';
import './consult-skeleton.css';

/** A consult page before it comes: its head, its acts, its sections and what happened at the side. */
export const ConsultSkeleton = () => (
  <div className="consult-skeleton" role="status">
    <span className="only-read">{frame.loading}</span>
    <span className="skeleton-line" />
    <span className="skeleton-line" />
    <div className="consult-body" aria-hidden="true">
      <div className="consult-main">
        <span className="skeleton-line consult-skeleton-main" />
        <span className="skeleton-line consult-skeleton-dates" />
        <span className="skeleton-line consult-skeleton-rest" />
      </div>
      <div className="consult-side">
        <span className="skeleton-line consult-skeleton-main" />
      </div>
    </div>
  </div>
);
