import './charts.css';
import './bars.css';
import type { Endpoints, Reply } from '@bitacora/core/contract';
import { addDays, type CalendarDate, type DateRange } from '@bitacora/core/domain/calendar';
import { dueRowsPath, registeredPath } from '@bitacora/core/domain/reports/list-address';
import { writtenDay } from '@bitacora/core/messages/dates';
import { ChartColumn, TableProperties } from 'lucide-react';
import { useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { charts } from '../../messages/company-home-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/states.tsx';
import { within } from './punctuality-ranges.ts';

/** A share with its figure: a link to its rows. */
function Bar({ share }: { share: Share }) {
  const { short, name, percent, finished, total, to } = share;
  const parts = (
    <>
      <span className="bar-name">{short}</span>
      <span className="bar-track" aria-hidden="true">
        <span style={{ '--share': `${percent}%` } as object} />
      </span>
      <span className="bar-figure">
        <b>{total === 0 ? '—' : charts.percent(percent)}</b>
        <span>{charts.share(finished, total)}</span>
      </span>
    </>
  );
  if (total === 0) return <span className="bar">{parts}</span>;
  return (
    <Link className="bar" to={to} title={charts.rowsOf(name)}>
      {parts}
    </Link>
  );
}

/** Compliance by department and by week. */
export function ComplianceGroupCharts({ groups }: { groups: ComplianceGroups }) {
  const [departments, weeks] = [byDepartment(groups), byWeek(groups)];
  if (departments.length === 0) return <Empty icon={ChartColumn} text={charts.empty} />;
  return (
    <div className="charts-pair">
      <ComplianceChart title={charts.departments} of={charts.department} shares={departments} visible={mostBusy(departments)} />
      <ComplianceChart
        title={charts.weeks}
        lead={charts.weeksLead(groups.imported)}
        of={charts.week}
        shares={weeks}
        visible={weeks.slice(-MOST_WEEKS)}
      />
    </div>
  );
}

/** The most bars of a chart; the table has all. */
const MOST_DEPARTMENTS = 10;
const MOST_WEEKS = 13;

interface ComplianceChartProps {
  title: string;
  /** Says what the chart counts, where the title does not. */
  lead?: string;
  /** The heading of the first column. */
  of: string;
  shares: readonly Share[];
  visible: readonly Share[];
}

/** A chart, or its table with all of it. */
function ComplianceChart({ title, lead, of, shares, visible }: ComplianceChartProps) {
  const [isTable, setTable] = useState(false);
  const id = useId();
  const isByWeek = of === charts.week;
  const note = isByWeek ? charts.lastWeeks(visible.length, shares.length) : charts.some(visible.length, shares.length);
  return (
    <section className="chart" aria-labelledby={id}>
      <header className="chart-head">
        <div>
          <h3 id={id}>{title}</h3>
          {lead && <p className="chart-note">{lead}</p>}
        </div>
        <Button tone="quiet" icon={isTable ? ChartColumn : TableProperties} onClick={() => setTable(!isTable)}>
          {isTable ? charts.asChart : charts.asTable}
        </Button>
      </header>
      <div className="chart-body">
        {isTable ? (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys scroll what has the focus, and Safari gives it to no scrolling part by itself.
          // biome-ignore lint/a11y/useSemanticElements: a fieldset groups controls, and a second section of this name would be a landmark twice.
          <div className="chart-table" tabIndex={0} role="group" aria-labelledby={id}>
            <SharesTable title={title} of={of} shares={shares} />
          </div>
        ) : shares.length === 0 ? (
          <p className="muted">{charts.noWeeks}</p>
        ) : (
          // Horizontal bars for names; vertical bars for weeks, which lie too where the room lacks.
          <ul className={`bars bars-${isByWeek ? 'standing' : 'lying'}`}>
            {visible.map((share) => (
              <li key={share.name}>
                <Bar share={share} />
              </li>
            ))}
          </ul>
        )}
      </div>
      {visible.length < shares.length && !isTable && <p className="chart-note">{note}</p>}
    </section>
  );
}

const mostBusy = (shares: readonly Share[]) => {
  const least = shares.map(({ total }) => total).sort((a, b) => b - a)[MOST_DEPARTMENTS - 1] ?? 0;
  return shares.filter(({ total }) => total >= least).slice(0, MOST_DEPARTMENTS);
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
      {shares.map(({ name, total, finished, percent, to, toFinished }) => (
        <tr key={name}>
          <th scope="row">{name}</th>
          <td>{total === 0 ? 0 : <Link to={to}>{total.toLocaleString('es-MX')}</Link>}</td>
          <td>{finished === 0 ? 0 : <Link to={toFinished}>{finished.toLocaleString('es-MX')}</Link>}</td>
          <td>{total === 0 ? '—' : charts.percent(percent)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

/** The figures, with the range that they count. */
export type ComplianceGroups = Reply<Endpoints['readComplianceGroups']> & { range: DateRange };

/** One bar: the finished part of a group. A group without activities has no compliance. */
interface Share {
  /** The label on the axis. */
  short: string;
  name: string;
  finished: number;
  total: number;
  percent: number;
  /** The addresses of the rows that are counted. */
  to: string;
  toFinished: string;
}

const verified = { statuses: ['verified'] } as const;

/** Highest compliance first; between equals the larger group first. */
const byDepartment = ({ departments, range }: ComplianceGroups): Share[] =>
  departments
    .map(({ department, finished, total, compliance }) => {
      const query = { ...range, departments: [department] };
      const rows = { to: registeredPath(query), toFinished: registeredPath({ ...query, ...verified }) };
      return { short: department, name: department, finished, total, percent: compliance, ...rows };
    })
    .sort((a, b) => b.percent - a.percent || b.total - a.total);

const withoutYear = (day: string) => day.replace(/ \d{4}$/, '');

/** Every week from the first to the last, also weeks without activities. */
function byWeek({ weeks, range }: ComplianceGroups): Share[] {
  const byWeekStart = new Map(weeks.map((week) => [week.weekStart, week]));
  const [first, last] = [weeks[0]?.weekStart, weeks.at(-1)?.weekStart];
  const shares: Share[] = [];
  for (let monday: CalendarDate | undefined = first; monday && last && monday <= last; monday = addDays(monday, 7)) {
    const { finished, total, compliance } = byWeekStart.get(monday) ?? { finished: 0, total: 0, compliance: 0 };
    const query = within(range, monday, addDays(monday, 6));
    const rows = { to: dueRowsPath('due', query), toFinished: dueRowsPath('due', { ...query, ...verified }) };
    shares.push({ short: withoutYear(writtenDay(monday)), name: writtenDay(monday), finished, total, percent: compliance, ...rows });
  }
  return shares;
}
