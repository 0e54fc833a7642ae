import { queueableActs } from '@bitacora/core/contract/queueable';
import { type Activity as ActivityFacts, isOpen } from '@bitacora/core/domain/activity/activity';
import { changeAfter, isTimely } from '@bitacora/core/domain/activity/lifecycle';
import { actButtons } from '@bitacora/core/messages/acts';
import { Instant } from '../../layout/business-day.tsx';
import { consultPage } from '../../messages/consult.ts';
import { offlineTexts } from '../../messages/offline.ts';
import type { QueuedAct } from '../../offline/queue.ts';
import { Section } from '../../ui/section.tsx';
import type { ActivityView } from '../activity.ts';

/** What waits on this device of one activity, on its page. */
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

/** The activity as it will be once its queue was sent, because work that was begun without network can be completed without it. */
export function withQueued(activity: ActivityView, queue: readonly QueuedAct[]): ActivityView {
  let state = activity;
  for (const { path, capturedAt } of queue.filter(({ activityId, refusal }) => activityId === activity.id && refusal === null)) {
    const act = queueableActs[path];
    if (state.status === 'other' || !isOpen(state.status) || !isTimely(act, state.status)) continue;
    state = { ...state, ...changeAfter(act, state as Pick<ActivityFacts, 'status' | 'ownerId' | 'assigneeId'>, capturedAt) };
  }
  return state;
}
