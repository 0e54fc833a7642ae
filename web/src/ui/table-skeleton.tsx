import { frame } from '@bitacora/core/messages/layout';
import './table-skeleton.css';
import { Skeleton } from './states.tsx';

const ROWS = ['1', '2', '3', '4', '5'];

/** The placeholder of a table of five rows, as high as the table. */
export const TableSkeleton = () => (
  <div className="table-skeleton" role="status">
    <span className="only-read">{frame.loading}</span>
    <div className="table-skeleton-tools" aria-hidden="true">
      <span className="skeleton-line" />
      <span className="skeleton-line" />
    </div>
    <div className="table-skeleton-frame" aria-hidden="true">
      {ROWS.map((row) => (
        <div key={row} className="table-skeleton-row">
          <span className="skeleton-line" />
          <span className="skeleton-line" />
          <span className="skeleton-line" />
        </div>
      ))}
    </div>
  </div>
);

/** The placeholder of other screens. */
export const ListSkeleton = () => <Skeleton label={frame.loading} lines={7} height={36} />;
