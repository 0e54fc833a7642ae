import { bandOf, compliance } from '@bitacora/core/domain/reports/compliance';
import type { Figures } from '@bitacora/core/domain/reports/figures';
import { reports } from '@bitacora/core/messages/reports';
import { FigureCard } from '../../layout/card.tsx';
import { Loaded } from '../../layout/loaded.tsx';
import { Skeleton } from '../../ui/states.tsx';
import './compliance-cards.css';

/** The addresses of the rows that the cards count. */
interface CardRows {
  total: string;
  pending: string;
  finished: string;
}

/** Total, pending, finished, and the share that is finished. */
export function ComplianceCards({ of, rows }: { of: Promise<Figures>; rows?: CardRows }) {
  return (
    <section className="compliance-cards" aria-label={reports.figures}>
      <Loaded of={of} skeleton={<Waiting />}>
        {({ total, pending, finished }) => (
          <>
            <FigureCard figure={total} to={rows?.total} label={reports.total} hint={reports.totalHint} />
            <FigureCard figure={pending} to={rows?.pending} label={reports.pendingCard} hint={reports.pendingHint} />
            <FigureCard figure={finished} to={rows?.finished} label={reports.finishedCard} hint={reports.finishedHint} />
            <ComplianceCard percent={compliance(finished, total)} />
          </>
        )}
      </Loaded>
    </section>
  );
}

const CARDS = ['total', 'pending', 'finished', 'compliance'];
const Waiting = () =>
  CARDS.map((card) => (
    <div key={card} className="figure-card">
      <Skeleton lines={3} height={18} />
    </div>
  ));

const RADIUS = 42;
const AROUND = 2 * Math.PI * RADIUS;

/** A ring in the colour of its band, with the number inside. */
function ComplianceCard({ percent }: { percent: number }) {
  return (
    <div className="figure-card compliance-card" data-band={bandOf(percent)}>
      <div>
        <p className="figure-label">{reports.compliance}</p>
        <p className="figure-hint">{reports.complianceHint}</p>
      </div>
      <div className="ring">
        <svg viewBox="0 0 96 96" aria-hidden="true">
          <circle className="ring-track" cx="48" cy="48" r={RADIUS} />
          {percent > 0 && (
            <circle
              className="ring-share"
              cx="48"
              cy="48"
              r={RADIUS}
              strokeDasharray={`${(AROUND * Math.min(percent, 100)) / 100} ${AROUND}`}
            />
          )}
        </svg>
        <p className="ring-figure">
          {percent} <span>%</span>
        </p>
      </div>
    </div>
  );
}
