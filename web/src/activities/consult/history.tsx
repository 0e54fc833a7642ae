import { channelLabels, consult, historyPhrases } from '@bitacora/core/messages/consult';
import { Instant } from '../../layout/business-day.tsx';
import type { HistoryEntry } from '../activity.ts';
import './history.css';

/** The history, latest entry first: person, act, time and client. */
export function History({ entries }: { entries: readonly HistoryEntry[] }) {
  if (entries.length === 0) return <p className="muted">{consult.noHistory}</p>;
  const latestFirst = [...entries].sort((a, b) => Number(b.at) - Number(a.at) || b.id - a.id);
  return (
    <ol className="history">
      {latestFirst.map((entry) => (
        <li key={entry.id} data-to={entry.to !== entry.from ? (entry.to ?? undefined) : undefined}>
          <p>
            <strong>{entry.actorName ?? consult.system}</strong> {historyPhrases[entry.act] ?? entry.act}
            {channelLabels[entry.channel] && <span className="muted"> {channelLabels[entry.channel]}</span>}
          </p>
          <p className="history-when tabular">
            <Instant at={entry.at} />
          </p>
          {entry.note && <p className="history-note prose">{entry.note}</p>}
        </li>
      ))}
    </ol>
  );
}
