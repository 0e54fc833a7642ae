import { bands } from '@bitacora/core/domain/reports/compliance';
import { ChartColumn, TableProperties } from 'lucide-react';
import { lazy, Suspense, useId, useMemo, useState } from 'react';
import { charts } from '../../messages/charts.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/states.tsx';
import type { BarsProps } from './bars.tsx';
import { byDepartment, byWeek, type ComplianceGroups, type Share } from './compliance-share.ts';
import './charts.css';

/** Loads Chart.js only when a chart is visible. */
const Bars = lazy(() => import('./bars.tsx').catch(() => ({ default: NotDrawn })));
const NotDrawn = (_: BarsProps) => <p className="chart-note">{charts.notDrawn}</p>;

/** Compliance by department and by week. */
export function ComplianceGroupCharts({ groups }: { groups: ComplianceGroups }) {
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

/** The most bars of a chart; the table has all. */
const MOST_LYING = 15;

interface ComplianceChartProps {
  title: string;
  /** The heading of the first column. */
  of: string;
  shares: readonly Share[];
  direction: BarsProps['direction'];
}

/** A chart and its table, which screen readers read instead. */
function ComplianceChart({ title, of, shares, direction }: ComplianceChartProps) {
  const [isTable, setTable] = useState(false);
  const id = useId();
  const isCut = direction === 'lying' && shares.length > MOST_LYING;
  return (
    <section className="chart" aria-labelledby={id}>
      <header className="chart-head">
        <h3 id={id}>{title}</h3>
        <Button tone="quiet" icon={isTable ? ChartColumn : TableProperties} onClick={() => setTable(!isTable)}>
          {isTable ? charts.asChart : charts.asTable}
        </Button>
      </header>
      <div className="chart-body">
        {!isTable && (
          <div className="chart-canvas" aria-hidden="true">
            <Suspense>
              <Bars shares={isCut ? mostBusy(shares) : shares} direction={direction} />
            </Suspense>
          </div>
        )}
        {/* A scrolling table needs the focus, so that the keyboard can scroll it. */}
        <div className={isTable ? 'chart-table' : 'only-read'} {...(isTable ? { tabIndex: 0, role: 'group', 'aria-labelledby': id } : {})}>
          <SharesTable title={title} of={of} shares={shares} />
        </div>
      </div>
      {isCut && !isTable && <p className="chart-note">{charts.some(MOST_LYING, shares.length)}</p>}
    </section>
  );
}

const mostBusy = (shares: readonly Share[]) => {
  const least = shares.map(({ total }) => total).sort((a, b) => b - a)[MOST_LYING - 1] as number;
  return shares.filter(({ total }) => total >= least).slice(0, MOST_LYING);
};

const SharesTable = ({ title, of, shares }: Pick<ComplianceChartProps, 'title' | 'of' | 'shares'>) => (
  <table>
    <caption className="only-read">{title}</caption>
    <thead>
      <tr>
        {[of, charts.total, charts.finished, charts.compliance].map((heading) => (
          <th key={heading} scope="col">
            {heading}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {shares.map(({ name, total, finished, percent }) => (
        <tr key={name}>
          <th scope="row">{name}</th>
          <td>{total.toLocaleString('es-MX')}</td>
          <td>{finished.toLocaleString('es-MX')}</td>
          <td>{total === 0 ? '—' : charts.percent(percent)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
