import { bands } from '@bitacora/core/domain/reports/compliance';
import { frame } from '@bitacora/core/messages/layout';
import { ChartColumn } from 'lucide-react';
import { useId, useMemo } from 'react';
import { Loaded } from '../../layout/loaded.tsx';
import { charts } from '../../messages/charts.ts';
import { Empty, Skeleton } from '../../ui/states.tsx';
import './charts.css';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { ComplianceChart } from './compliance-chart.tsx';
import { byDepartment, byWeek, type ComplianceGroups } from './compliance-share.ts';

/** Compliance by department and by week. It loads when scrolled to; its space is reserved from the start. */
export function ComplianceCharts({ ask }: { ask: () => Promise<ComplianceGroups> }) {
  const [section, isSeen] = useSeen<HTMLElement>();
  const title = useId();
  return (
    <section ref={section} className="charts" aria-labelledby={title}>
      <h2 id={title}>{charts.title}</h2>
      <div className="charts-room">
        {isSeen && (
          <Loaded of={ask()} skeleton={<Skeleton label={frame.loading} lines={6} height={32} />}>
            {(groups) => <ComplianceGroupCharts groups={groups} />}
          </Loaded>
        )}
      </div>
    </section>
  );
}

function ComplianceGroupCharts({ groups }: { groups: ComplianceGroups }) {
  // Memoised, because a chart is rebuilt when its shares change.
  const [departments, weeks] = useMemo(() => [byDepartment(groups), byWeek(groups)], [groups]);
  if (departments.length === 0) return <Empty icon={ChartColumn} text={charts.empty} />;
  return (
    <>
      <div className="charts-pair">
        <ComplianceChart title={charts.departments} of={charts.department} shares={departments} direction="lying" />
        <ComplianceChart title={charts.weeks} of={charts.week} shares={weeks} direction="standing" />
      </div>
      <ul className="charts-legend" aria-label={charts.legend}>
        {bands.map((band) => (
          <li key={band} data-band={band}>
            {charts.bands[band]}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Distance below the window at which loading starts. */
const AHEAD = '200px';

/** True from when the element first comes into view. */
function useSeen<Shown extends Element>(): [RefObject<Shown | null>, boolean] {
  const ref = useRef<Shown>(null);
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
