import { assigneeName } from '@bitacora/core/domain/people/person';
import { actButtons, notUpdated, reassignmentTexts } from '@bitacora/core/messages/acts';
import { useState } from 'react';
import { useApp } from '../../app.ts';
import { outcomeOf } from '../../messages/consult.ts';
import { FormDialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { BeforeAfter } from './before-after.tsx';
import { NewAssignee } from './new-assignee.tsx';
import { type ActDialogProps, useAct, useActText } from './use-act.tsx';

const REASON_MAX = 300;

/** The owner gives the work to another person, and sees who has it before and after. */
export function ReassignDialog(props: ActDialogProps) {
  const { activity } = props;
  const { client } = useApp();
  const attempt = useAct(props);
  const [assignee, setAssignee] = useState<{ id: number; name: string } | null>(null);
  const [reason, setReason] = useActText('reassign', activity.id);
  const [isTried, setTried] = useState(false);
  const reassign = async () => {
    setTried(true);
    if (!assignee) return false;
    return attempt.perform({
      call: () => client.reassignActivity({ activityId: activity.id, assigneeId: assignee.id, reason: reason.trim() || null }),
      notice: { title: reassignmentTexts.notice, detail: `${outcomeOf('reassign', activity.id)} a ${assignee.name}` },
    });
  };
  return (
    <FormDialog
      title={actButtons.reassign}
      submitLabel={reassignmentTexts.submit}
      onClose={attempt.close}
      attempt={attempt}
      onSubmit={reassign}
      failed={notUpdated}
      fields={['reason']}
    >
      <p>{reassignmentTexts.body(assigneeName(activity))}</p>
      <NewAssignee
        activities={[activity]}
        value={assignee?.id ?? null}
        isMissing={isTried && !assignee}
        onChange={(id, name) => {
          attempt.forgive();
          setAssignee({ id, name });
        }}
      />
      <TextField
        attempt={attempt}
        field="reason"
        label={reassignmentTexts.reason}
        maxLength={REASON_MAX}
        autoComplete="off"
        value={reason}
        onChange={setReason}
      />
      {assignee && (
        <BeforeAfter>
          <p>
            {assigneeName(activity)} → <strong>{assignee.name}</strong>
          </p>
        </BeforeAfter>
      )}
    </FormDialog>
  );
}
