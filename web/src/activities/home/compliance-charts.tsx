import { lazy, type RefObject, Suspense, useEffect, useId, useRef, useState } from 'react';
import { Loaded } from '../../layout/loaded.tsx';
import { charts } from '../../messages/charts.ts';
import { Skeleton } from '../../ui/states.tsx';
import type { ComplianceGroups } from './compliance-share.ts';
import './charts.css';

const GroupCharts = lazy(async () => ({ default: (await import('./compliance-chart.tsx')).ComplianceGroupCharts }));

const skeleton = <Skeleton lines={6} height={32} />;

/** Compliance by department and by week. It loads when scrolled to; its space is reserved from the start. */
export function ComplianceCharts({ ask }: { ask: () => Promise<ComplianceGroups> }) {
  const [section, isSeen] = useSeen<HTMLElement>();
  const title = useId();
  return (
    <section ref={section} className="charts" aria-labelledby={title}>
      <h2 id={title}>{charts.title}</h2>
      <div className="charts-room">
        {isSeen && (
          <Loaded of={ask()} skeleton={skeleton}>
            {(groups) => (
              <Suspense fallback={skeleton}>
                <GroupCharts groups={groups} />
              </Suspense>
            )}
          </Loaded>
        )}
      </div>
    </section>
  );
}

/** Distance below the window at which loading starts. */
const AHEAD = '200px';

/** True from when the element first comes into view. */
function useSeen<Seen extends Element>(): [RefObject<Seen | null>, boolean] {
  const ref = useRef<Seen>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (isSeen || !ref.current) return;
    const observer = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && setSeen(true), {
      rootMargin: AHEAD,
    });
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [isSeen]);
  return [ref, isSeen];
}
