import type { Client } from '@bitacora/core/client';
import type { Outcome } from '@bitacora/core/contract/activities/activity-shapes';
import { frame } from '@bitacora/core/messages/layout';
import { useId, useRef, useState } from 'react';
import { useRevalidator } from 'react-router-dom';
import type { ActivityView } from '../../activities/activity.tsx';
import { NewAssignee } from '../../activities/acts/new-assignee.tsx';
import { WorkSubject } from '../../activities/acts/work-subject.tsx';
import { useFinish, useSession } from '../../app/app.ts';
import { useClients } from '../../app/clients.ts';
import { bulkActs } from '../../messages/bulk-act-texts.ts';
import { actOutcome } from '../../messages/consult-texts.ts';
import { Button, CancelButton } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { Dialog, focusFirst } from '../../ui/dialog.tsx';
import { Field, SentForm } from '../../ui/field.tsx';
import { Alert } from '../../ui/states.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { errorSentence, useAttempt } from '../../ui/use-attempt.ts';
import type { PickedActivities } from './picked.tsx';
import { type BulkAct, splitByOutcome } from './split-by-outcome.ts';

interface BulkChoice {
  text: string;
  assigneeId: number | null;
  series: string;
}
const calls: Record<BulkAct, (client: Client, activityIds: number[], choice: BulkChoice) => Promise<{ results: readonly Outcome[] }>> = {
  remind: (client, activityIds, { text }) => client.remindActivities({ activityIds, message: text || null }),
  reassign: (client, activityIds, { text, assigneeId }) =>
    client.reassignActivities({ activityIds, assigneeId: assigneeId ?? 0, reason: text || null }),
  cancel: (client, activityIds, { series }) =>
    client.cancelActivities({ activityIds, series: series === 'continues' ? series : undefined }),
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
  const { user } = useSession();
  const finish = useFinish();
  const { revalidate } = useRevalidator();
  const attempt = useAttempt();
  const form = useId();
  // Fixed, because what was done leaves the selection.
  const activities = useRef([...picked.activities.values()]).current;
  const [choice, setChoice] = useState<BulkChoice>({ text: '', assigneeId: null, series: 'continues' });
  const [isTried, setTried] = useState(false);
  const [refused, setRefused] = useState<readonly Outcome[]>([]);
  const { open, changing, unchanged } = splitByOutcome(activities, { act, user, assigneeId: choice.assigneeId });
  const perform = async () => {
    setTried(true);
    if (act === 'reassign' && choice.assigneeId === null) return;
    await attempt.run(async () => {
      const ids = changing.map(({ id }) => id);
      const { results } = await calls[act](client, ids, choice);
      const failures = results.filter(({ success }) => !success);
      picked.clear();
      if (failures.length > 0) {
        setRefused(failures);
        return revalidate();
      }
      const [only, ...others] = ids;
      const title = only && others.length === 0 ? actOutcome(act, only) : texts.done(ids.length);
      onClose();
      await finish({ title, detail: unchanged || undefined });
    });
  };
  if (refused.length > 0) return <Refusals title={texts.done(changing.length - refused.length)} {...{ refused, activities, onClose }} />;
  const count = activities.length;
  return (
    <Dialog
      title={texts.title(unchanged ? `${count} (${unchanged})` : bulkActs.activities(count))}
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
            disabled={changing.length === 0}
            {...(act === 'remind' ? focusFirst : {})}
          >
            {unchanged ? `${texts.confirm} ${changing.length}` : texts.confirm}
          </Button>
        </>
      }
    >
      <SentForm id={form} className="form-stack" onSubmit={perform}>
        <WorkSubject works={activities} mark={(work) => !changing.includes(work) && bulkActs.kept} />
        <p>{changing.length > 0 ? texts.body : bulkActs.none}</p>
        {attempt.error !== null && <Alert title={errorSentence(attempt.error, bulkActs.failed)} />}
        {act === 'reassign' && open.length > 0 && (
          <NewAssignee
            activities={open}
            value={choice.assigneeId}
            isMissing={isTried && choice.assigneeId === null}
            onChange={(assigneeId) => setChoice({ ...choice, assigneeId })}
          />
        )}
        {act === 'cancel' && changing.some(({ repeats }) => repeats) && (
          <Choice
            legend={bulkActs.series.legend}
            name="series"
            value={choice.series}
            options={bulkActs.series.options}
            onChange={(series) => setChoice({ ...choice, series })}
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
      </SentForm>
    </Dialog>
  );
}

interface RefusalsProps {
  /** What was done. */
  title: string;
  refused: readonly Outcome[];
  activities: readonly ActivityView[];
  onClose: () => void;
}

/** The one message of an act that the server refused in part: what was done, and each activity that was not changed with its reason. */
function Refusals({ title, refused, activities, onClose }: RefusalsProps) {
  return (
    <Dialog title={`${title}, ${bulkActs.refused(refused.length)}`} onClose={onClose}>
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
