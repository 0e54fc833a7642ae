import { type ComponentType, lazy, Suspense } from 'react';
import './reports.css';

/** A tool that comes after the list, because that is painted first. Its placeholder has its size, so that nothing moves when it comes. */
function later<Props extends object>(load: () => Promise<ComponentType<Props>>, placeholder: string) {
  const Tool = lazy(async () => ({ default: await load() }));
  return (props: Props) => (
    <Suspense fallback={<span className={placeholder} />}>
      <Tool {...props} />
    </Suspense>
  );
}

export const ExportTool = later(async () => (await import('./export-tool.tsx')).ExportTool, 'export-waiting');
export const FiltersTool = later(async () => (await import('./filters-tool.tsx')).FiltersTool, 'filters-waiting');
export const RangeTool = later(async () => (await import('./range-tool.tsx')).RangeTool, 'range-waiting');
export const UrgencyChips = later(async () => (await import('./filters-tool.tsx')).UrgencyChips, 'chips-waiting');
export const ViewsTool = later(async () => (await import('../saved-views/views-tool.tsx')).ViewsTool, 'views-waiting');

/** Also until the default range arrives. */
export const RangeWaiting = () => <span className="range-waiting" />;
