import { compliance, complianceBand, type Figures } from '@bitacora/core/domain/reports/report';
import { reports } from '@bitacora/core/messages/activities/lists';
import { Link } from 'react-router-dom';
import { Loaded } from '../../layout/loaded.tsx';
import { FigureCard } from '../../layout/page.tsx';
import './compliance-cards.css';

/** The addresses of the rows that the cards count. */
interface CardRows {
  total: string;
  pending: string;
  finished: string;
}

export interface ComplianceFigures extends Figures {
  /** Finished work that an import brought as such. */
  imported: number;
}

interface ComplianceCardsProps<Found extends ComplianceFigures> {
  of: Promise<Found>;
  toRows: (figures: Found) => CardRows;
  /** Leaves a failure to the list that they count. */
  isSilent?: boolean;
}

/** Total, pending, finished, and the share that is finished. */
export function ComplianceCards<Found extends ComplianceFigures>({ of, toRows, isSilent }: ComplianceCardsProps<Found>) {
  return (
    <section className="compliance-cards" aria-label={reports.figures}>
      <Loaded of={of} skeleton={<Waiting />} isSilent={isSilent}>
        {(figures) => {
          const { total, pending, finished } = figures;
          const rows = toRows(figures);
          return (
            <>
              <FigureCard figure={total} to={rows.total} label={reports.total} hint={reports.totalHint} />
              <FigureCard figure={pending} to={rows.pending} label={reports.pendingCard} hint={reports.pendingHint} />
              <FigureCard figure={finished} to={rows.finished} label={reports.finishedCard} hint={reports.finishedHint(figures.imported)} />
              <ComplianceCard figures={figures} rows={rows} />
            </>
          );
        }}
      </Loaded>
    </section>
  );
}

/** The cards without their numbers, so that nothing below moves when these come. */
const Waiting = () => (
  <>
    <FigureCard figure="…" label={reports.total} hint={reports.totalHint} />
    <FigureCard figure="…" label={reports.pendingCard} hint={reports.pendingHint} />
    <FigureCard figure="…" label={reports.finishedCard} hint={reports.finishedHint(0)} />
    <div className="figure-card compliance-card">
      <div>
        <p className="figure-label">{reports.compliance}</p>
        <p className="figure-hint waiting-hint">{reports.complianceOf(100, 100)}</p>
      </div>
      <div className="ring" />
    </div>
  </>
);

const RADIUS = 42;
const CIRCUMFERENCE = 2 * Math.PI * RADIUS;

/** A ring in the colour of its band, with the number inside. Both parts of it are links to their rows. */
function ComplianceCard({ figures: { total, pending, finished, imported }, rows }: { figures: ComplianceFigures; rows: CardRows }) {
  const percent = compliance(finished, total);
  const share = (CIRCUMFERENCE * Math.min(percent, 100)) / 100;
  return (
    <div className="figure-card compliance-card" data-band={complianceBand(percent)}>
      <div>
        <p className="figure-label">{reports.compliance}</p>
        <p className="figure-hint">{reports.complianceOf(finished, total, imported)}</p>
      </div>
      <div className="ring">
        <svg viewBox="0 0 96 96">
          <title>{reports.compliance}</title>
          <RingPart name="track" to={pending > 0 ? rows.pending : undefined} label={reports.pendingRows(pending)} />
          {percent > 0 && (
            <RingPart name="share" to={rows.finished} label={reports.finishedRows(finished)} dashes={`${share} ${CIRCUMFERENCE}`} />
          )}
        </svg>
        <p className="ring-figure">
          {percent} <span>%</span>
        </p>
      </div>
    </div>
  );
}

interface RingPartProps {
  name: 'track' | 'share';
  /** Unset when nothing is counted. */
  to: string | undefined;
  label: string;
  dashes?: string;
}

function RingPart({ name, to, label, dashes }: RingPartProps) {
  const circle = <circle className={`ring-${name}`} cx="48" cy="48" r={RADIUS} strokeDasharray={dashes} />;
  if (!to) return circle;
  return (
    <Link to={to} aria-label={label}>
      <title>{label}</title>
      {circle}
    </Link>
  );
}
