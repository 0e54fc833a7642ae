import { bandOf } from '@bitacora/core/domain/reports/figures';
import { Link } from 'react-router-dom';
import { charts } from '../../messages/charts.ts';
import type { Share } from './compliance-share.ts';
import './bars.css';

interface BarsProps {
  shares: readonly Share[];
  /** Horizontal bars for names; vertical bars for weeks, which lie too where the room lacks. */
  direction: 'lying' | 'standing';
}

/** A bar for each share in the colour of its band, with its figure: a link to its rows. */
export const Bars = ({ shares, direction }: BarsProps) => (
  <ul className={`bars bars-${direction}`}>
    {shares.map((share) => (
      <li key={share.name} data-band={bandOf(share.percent)}>
        <Bar share={share} />
      </li>
    ))}
  </ul>
);

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
