import { type ComponentProps, lazy, Suspense } from 'react';
import './reports.css';

// The list is painted first. Each tool has a placeholder of its size, so that nothing moves when it comes.

const Export = lazy(async () => ({ default: (await import('./export-tool.tsx')).ExportTool }));
const Filter = lazy(async () => ({ default: (await import('./filters-tool.tsx')).FiltersTool }));
const Range = lazy(async () => ({ default: (await import('./range-tool.tsx')).RangeTool }));
const Chips = lazy(async () => ({ default: (await import('./filters-tool.tsx')).UrgencyChips }));
const Views = lazy(async () => ({ default: (await import('../saved-views/views-tool.tsx')).ViewsTool }));

export const ExportTool = (props: ComponentProps<typeof Export>) => (
  <Suspense fallback={<span className="export-waiting" />}>
    <Export {...props} />
  </Suspense>
);

export const FiltersTool = (props: ComponentProps<typeof Filter>) => (
  <Suspense fallback={<span className="filters-waiting" />}>
    <Filter {...props} />
  </Suspense>
);

export const RangeTool = (props: ComponentProps<typeof Range>) => (
  <Suspense fallback={<RangeWaiting />}>
    <Range {...props} />
  </Suspense>
);

/** Also until the default range arrives. */
export const RangeWaiting = () => <span className="range-waiting" />;

export const UrgencyChips = (props: ComponentProps<typeof Chips>) => (
  <Suspense fallback={<span className="chips-waiting" />}>
    <Chips {...props} />
  </Suspense>
);

export const ViewsTool = (props: ComponentProps<typeof Views>) => (
  <Suspense fallback={<span className="views-waiting" />}>
    <Views {...props} />
  </Suspense>
);
