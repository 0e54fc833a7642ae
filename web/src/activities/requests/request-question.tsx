import type { WorkRequestView } from '@bitacora/core/contract/activities/activity-shapes';
import { useClients } from '../../app/clients.ts';
import { requestQuestions, workRequests as texts } from '../../messages/work-request-texts.ts';
import { focusFirst } from '../../ui/dialog.tsx';
import { CallFormDialog, demandFilled, FormText, useCallForm } from '../../ui/form.tsx';

interface RequestQuestionProps {
  act: keyof typeof requestQuestions;
  request: WorkRequestView;
  onClose: () => void;
}

/** Names the work, and asks before it is declined, with a reason, or withdrawn. */
export function RequestQuestion({ act, request: { id, text }, onClose }: RequestQuestionProps) {
  const { client } = useClients();
  const form = useCallForm({ reason: '' });
  const send = async (values: { reason: string }) =>
    act === 'decline' ? client.declineRequest({ id, ...demandFilled(values) }) : client.withdrawRequest({ id });
  return (
    <CallFormDialog form={form} texts={requestQuestions[act]} onClose={onClose} onSubmit={send}>
      <p className="dialog-subject prose">{text}</p>
      {act === 'decline' && <FormText form={form} name="reason" label={texts.reason} rows={3} isRequired {...focusFirst} />}
    </CallFormDialog>
  );
}
