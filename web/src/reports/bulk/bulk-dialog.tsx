import type { Client } from '@bitacora/core/client';
import type { Outcome } from '@bitacora/core/contract/activities/activity-shapes';
import { frame } from '@bitacora/core/messages/layout';
import { type FormEvent, useId, useRef, useState } from 'react';
import type { ActivityView } from '../../activities/activity.tsx';
import { NewAssignee } from '../../activities/acts/new-assignee.tsx';
import { useFinish } from '../../app/app.ts';
import { useClients } from '../../app/clients.ts';
import { bulkActs } from '../../messages/bulk-act-texts.ts';
import { Button, CancelButton } from '../../ui/button.tsx';
import { Dialog, focusFirst } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Alert } from '../../ui/states.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { errorSentence, useAttempt } from '../../ui/use-attempt.ts';
import type { PickedActivities } from './picked.tsx';

export type BulkAct = 'remind' | 'reassign' | 'cancel';
interface BulkChoice {
  text: string;
  assigneeId: number | null;
}
const calls: Record<BulkAct, (client: Client, activityIds: number[], choice: BulkChoice) => Promise<{ results: readonly Outcome[] }>> = {
  remind: (client, activityIds, { text }) => client.remindActivities({ activityIds, message: text || null }),
  reassign: (client, activityIds, { text, assigneeId }) =>
    client.reassignActivities({ activityIds, assigneeId: assigneeId ?? 0, reason: text || null }),
  cancel: (client, activityIds) => client.cancelActivities({ activityIds }),
};
const NOTE_MAX = 300;

interface BulkDialogProps {
  act: BulkAct;
  picked: PickedActivities;
  onClose: () => void;
}

/** Asks once for all picked activities, then names those that were refused, each with its reason. */
export function BulkDialog({ act, picked, onClose }: BulkDialogProps) {
  const texts = bulkActs[act];
  const { client } = useClients();
  const finish = useFinish();
  const attempt = useAttempt();
  const form = useId();
  // Fixed, because what was done leaves the selection.
  const activities = useRef([...picked.activities.values()]).current;
  const [choice, setChoice] = useState<BulkChoice>({ text: '', assigneeId: null });
  const [isTried, setTried] = useState(false);
  const [refused, setRefused] = useState<readonly Outcome[]>([]);
  const perform = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (act === 'reassign' && choice.assigneeId === null) return;
    let failures: readonly Outcome[] = [];
    const ids = activities.map(({ id }) => id);
    const isDone = await attempt.run(async () => {
      const { results } = await calls[act](client, ids, choice);
      failures = results.filter(({ success }) => !success);
      picked.clear();
      const successCount = results.length - failures.length;
      await finish({
        title: texts.done(successCount),
        detail: failures.length > 0 ? bulkActs.refused(failures.length) : undefined,
        tone: failures.length > 0 ? 'plain' : 'done',
      });
    });
    if (isDone && failures.length > 0) setRefused(failures);
    else if (isDone) onClose();
  };
  if (refused.length > 0) return <Refusals refused={refused} activities={activities} onClose={onClose} />;
  return (
    <Dialog
      title={texts.title(activities.length)}
      onClose={onClose}
      isBusy={attempt.isBusy}
      footer={
        <>
          <CancelButton onClick={onClose} isBusy={attempt.isBusy} {...(act === 'cancel' ? focusFirst : {})}>
            {act === 'cancel' ? bulkActs.keep : frame.cancel}
          </CancelButton>
          <Button
            tone={act === 'cancel' ? 'danger' : 'accent'}
            type="submit"
            form={form}
            isBusy={attempt.isBusy}
            {...(act === 'remind' ? focusFirst : {})}
          >
            {texts.confirm}
          </Button>
        </>
      }
    >
      <form id={form} className="form-stack" noValidate onSubmit={(event) => void perform(event)}>
        <p>{texts.body}</p>
        {attempt.error !== null && <Alert title={errorSentence(attempt.error, bulkActs.failed)} />}
        {act === 'reassign' && (
          <NewAssignee
            activities={activities}
            value={choice.assigneeId}
            isMissing={isTried && choice.assigneeId === null}
            onChange={(assigneeId) => setChoice({ ...choice, assigneeId })}
          />
        )}
        {'field' in texts && (
          <Field label={texts.field}>
            {(tie) => (
              <TextArea
                {...tie}
                rows={2}
                maxLength={NOTE_MAX}
                value={choice.text}
                onChange={(event) => setChoice({ ...choice, text: event.target.value })}
              />
            )}
          </Field>
        )}
      </form>
    </Dialog>
  );
}

/** Lists the activities that were not changed, each with the reason. */
function Refusals({
  refused,
  activities,
  onClose,
}: {
  refused: readonly Outcome[];
  activities: readonly ActivityView[];
  onClose: () => void;
}) {
  return (
    <Dialog
      title={bulkActs.refused(refused.length)}
      onClose={onClose}
      footer={
        <Button tone="accent" onClick={onClose} {...focusFirst}>
          {frame.close}
        </Button>
      }
    >
      <ul className="bulk-refused">
        {refused.map(({ activityId, error }) => (
          <li key={activityId}>
            <strong>
              {activityId} · {activities.find(({ id }) => id === activityId)?.description}
            </strong>
            <span>{error ?? bulkActs.failed}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
