import { channelLabels, consult, historyPhrases } from '@bitacora/core/messages/consult';
import { IMPORTED } from '@bitacora/core/messages/labels';
import { Timeline } from 'primereact/timeline';
import { Instant } from '../../layout/business-day.tsx';
import { consultPage } from '../../messages/consult.ts';
import { Captured } from '../../offline/capture.tsx';
import type { Comment, HistoryEntry } from '../activity.ts';
import './history.css';

/** The history, latest entry first: person, act, time, client, and what was said. */
export function History({ entries }: { entries: readonly HistoryEntry[] }) {
  if (entries.length === 0) return <p className="muted">{consult.noHistory}</p>;
  const latestFirst = [...entries].sort((a, b) => Number(b.at) - Number(a.at) || b.id - a.id);
  const statusOf = (at: number) => {
    const entry = latestFirst[at];
    return entry && entry.to !== entry.from ? (entry.to ?? undefined) : undefined;
  };
  return (
    <Timeline
      value={latestFirst}
      dataKey="id"
      pt={{
        // A list, because screen readers then say how long it is.
        root: { className: 'history', role: 'list' },
        event: (({ context }: { context: { index: number } }) => ({ role: 'listitem', 'data-to': statusOf(context.index) })) as never,
      }}
      content={(entry: HistoryEntry) => <Entry {...entry} />}
    />
  );
}

const Entry = ({ actorName, act, channel, at, note, capturedAt }: HistoryEntry) => (
  <>
    <p>
      <strong>{actorName ?? consult.system}</strong> {historyPhrases[act] ?? act}
      {act === 'import' && <span className="history-mark">{IMPORTED}</span>}
      {channelLabels[channel] && <span className="muted"> {channelLabels[channel]}</span>}
    </p>
    <p className="history-when tabular">
      <Instant at={at} />
      <Captured of={act === 'addEvidence' ? 'image' : 'act'} at={capturedAt} sentAt={at} />
    </p>
    {note && <p className="history-note prose">{note}</p>}
  </>
);

/** The history with what was said in each comment that stands. Without the comments it comes as it is. */
export async function withComments(history: Promise<HistoryEntry[]>, comments: Promise<Comment[]>): Promise<HistoryEntry[]> {
  const [entries, standing] = await Promise.all([history, comments.catch(() => null)]);
  const bodyOf = (commentId: number) => standing?.find(({ id }) => id === commentId)?.body;
  return entries.map((entry) => {
    if (entry.act !== 'comment' || entry.commentId === undefined || !standing) return entry;
    return { ...entry, note: bodyOf(entry.commentId) ?? consultPage.commentWithdrawn };
  });
}
