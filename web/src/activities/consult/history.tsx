import './history.css';
import { queueableActs } from '@bitacora/core/contract/activities/queueable';
import { type Activity as ActivityFacts, isOpen } from '@bitacora/core/domain/activities/activity';
import { changeAfter, isTimely } from '@bitacora/core/domain/activities/lifecycle';
import { localDay } from '@bitacora/core/domain/calendar';
import { actButtons } from '@bitacora/core/messages/activities/acts';
import { channelLabels, consult, historyPhrases } from '@bitacora/core/messages/activities/consult';
import { markLabels } from '@bitacora/core/messages/activities/labels';
import { writtenClock, writtenInstant } from '@bitacora/core/messages/dates';
import { X } from 'lucide-react';
import { Timeline } from 'primereact/timeline';
import { useSession } from '../../app/app.ts';
import { consultPage } from '../../messages/consult-texts.ts';
import { captureTexts, offlineTexts } from '../../messages/offline-texts.ts';
import type { QueuedAct } from '../../offline/queue.ts';
import { IconButton } from '../../ui/button.tsx';
import { Fold } from '../../ui/fold.tsx';
import { Section } from '../../ui/section.tsx';
import { type ActivityView, type Comment, type HistoryEntry, Instant } from '../activity.tsx';

/** Returns what opens the question for a comment; undefined where the reader may not cancel it. */
export type OfferCancel = (comment: Pick<Comment, 'id' | 'authorId' | 'body'>) => (() => void) | undefined;

interface HistoryProps {
  entries: readonly HistoryEntry[];
  offerCancel: OfferCancel | undefined;
  /** True where nothing may be folded away, because paper has no button. */
  isWhole: boolean;
}

/** The page shows so many of the latest entries at once and folds the earlier ones. */
const SHOWN = 50;

/** The history, latest entry first: person, act, time, client, and what was said. */
export function History({ entries, offerCancel, isWhole }: HistoryProps) {
  if (entries.length === 0) return <p className="muted">{consult.noHistory}</p>;
  const latestFirst = [...entries].sort((a, b) => Number(b.at) - Number(a.at) || b.id - a.id);
  const earlier = isWhole ? [] : latestFirst.slice(SHOWN);
  const latest = latestFirst.slice(0, latestFirst.length - earlier.length);
  return (
    <>
      <Entries entries={latest} offerCancel={offerCancel} />
      {earlier.length > 0 && (
        <Fold label={consultPage.earlier(earlier.length)}>
          <Entries entries={earlier} offerCancel={offerCancel} />
        </Fold>
      )}
    </>
  );
}

function Entries({ entries, offerCancel }: Omit<HistoryProps, 'isWhole'>) {
  const findNewStatus = (at: number) => {
    const entry = entries[at];
    return entry && entry.to !== entry.from ? (entry.to ?? undefined) : undefined;
  };
  return (
    <Timeline
      value={[...entries]}
      dataKey="id"
      pt={{
        // A list, because screen readers then say how long it is.
        root: { className: 'history', role: 'list' },
        event: (({ context }: { context: { index: number } }) => ({ role: 'listitem', 'data-to': findNewStatus(context.index) })) as never,
      }}
      content={(entry: HistoryEntry) => <Entry entry={entry} offerCancel={offerCancel} />}
    />
  );
}

function Entry({ entry, offerCancel }: { entry: HistoryEntry } & Pick<HistoryProps, 'offerCancel'>) {
  const { actorId, actorName, act, channel, at, note, capturedAt, commentId } = entry;
  const isComment = act === 'comment' && actorId !== null && commentId !== undefined && note !== null;
  return (
    <>
      <p>
        <strong>{actorName ?? consult.system}</strong> {historyPhrases[act] ?? act}
        {act === 'import' && <span className="history-mark">{markLabels.imported}</span>}
        {channelLabels[channel] && <span className="muted"> {channelLabels[channel]}</span>}
      </p>
      <p className="history-when tabular">
        <Instant at={at} />
        <Captured of={act === 'addEvidence' ? 'image' : 'act'} at={capturedAt} sentAt={at} />
      </p>
      {note && <p className="history-note prose">{note}</p>}
      {isComment && <CancelComment onCancel={offerCancel?.({ id: commentId, authorId: actorId, body: note })} />}
    </>
  );
}

export const CancelComment = ({ onCancel }: { onCancel: (() => void) | undefined }) =>
  onCancel && <IconButton icon={X} label={consult.cancelComment} hasTip onClick={onCancel} />;

/** Adds to the history what each comment says. A canceled one is left out, because its cancellation stands there. The history comes as it is when the comments cannot be read. */
export async function withComments(history: Promise<HistoryEntry[]>, comments: Promise<Comment[]>): Promise<HistoryEntry[]> {
  const [entries, standing] = await Promise.all([history, comments.catch(() => null)]);
  const findBody = (commentId: number) => standing?.find(({ id }) => id === commentId)?.body;
  return entries.flatMap((entry) => {
    if (entry.act !== 'comment' || entry.commentId === undefined || !standing) return entry;
    const note = findBody(entry.commentId);
    return note === undefined ? [] : { ...entry, note };
  });
}

/** Shows what waits on this device for one activity. */
export function QueuedActs({ queue }: { queue: readonly QueuedAct[] }) {
  if (queue.length === 0) return null;
  return (
    <Section title={offlineTexts.queuedHere}>
      <ul>
        {queue.map(({ id, path, images, capturedAt, refusal, fields }) => (
          <li key={id}>
            <strong>{actButtons[queueableActs[path]]}</strong>
            {images.length > 0 && ` · ${consultPage.photos(images.length)}`} ·{' '}
            <span className="tabular">
              <Instant at={capturedAt} />
            </span>
            {(fields.comment ?? fields.resolution) && <p className="prose">{fields.comment ?? fields.resolution}</p>}
            {refusal && <p className="late">{refusal}</p>}
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Applies the queued acts to the activity, because work that was begun without network can be completed without it. */
export function withQueued(activity: ActivityView, queue: readonly QueuedAct[]): ActivityView {
  let state = activity;
  for (const { path, capturedAt } of queue.filter(({ activityId, refusal }) => activityId === activity.id && refusal === null)) {
    const act = queueableActs[path];
    if (state.status === 'other' || !isOpen(state.status) || !isTimely(act, state.status)) continue;
    state = { ...state, ...changeAfter(act, state as Pick<ActivityFacts, 'status' | 'ownerId' | 'assigneeId'>, capturedAt) };
  }
  return state;
}

interface CapturedProps {
  of: keyof typeof captureTexts;
  /** The time of the capture without network; absent for what was sent at once. */
  at: Date | undefined;
  sentAt: Date;
}

/** Shows 'tomada 10:42, enviada 13:05', with the days where they differ. What was sent in the same minute shows nothing. */
export function Captured({ of, at, sentAt }: CapturedProps) {
  const { zone } = useSession();
  if (!at) return null;
  const write = localDay(zone, at) === localDay(zone, sentAt) ? writtenClock : writtenInstant;
  const [captureTime, sentTime] = [write(at, zone), write(sentAt, zone)];
  return captureTime !== sentTime && <span className="tabular"> · {captureTexts[of](captureTime, sentTime)}</span>;
}
