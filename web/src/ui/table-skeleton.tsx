import { frame } from '@bitacora/core/messages/layout';
import './table-skeleton.css';
import { Skeleton } from './states.tsx';

const ROWS = ['1', '2', '3', '4', '5'];

/** A table of five rows with its tools and its pager, before it comes: as high as what will stand there. */
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

/** Whatever is neither a table nor a consult page, before it comes. */
export const ListSkeleton = () => <Skeleton label={frame.loading} lines={7} height={36} />;
