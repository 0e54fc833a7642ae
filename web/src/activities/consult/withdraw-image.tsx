import { useState } from 'react';
import { useRevalidator } from 'react-router-dom';
import { useApp } from '../../app/app.ts';
import { useClients } from '../../app/clients.ts';
import { imageWithdrawal as texts } from '../../messages/consult-texts.ts';
import { FormDialog, focusFirst } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { useAttempt } from '../../ui/use-attempt.ts';
import type { EvidenceImage } from '../activity.tsx';

/** Asks a Desarrollador why a mistaken image is withdrawn, and removes it for good. */
export function WithdrawImage({ image, onClose }: { image: EvidenceImage; onClose: () => void }) {
  const { client } = useClients();
  const { notices } = useApp();
  const { revalidate } = useRevalidator();
  const attempt = useAttempt();
  const [reason, setReason] = useState('');
  const withdraw = async () => {
    const isDone = await attempt.run(() => client.withdrawImage({ imageId: image.id, reason }));
    if (!isDone) return false;
    notices.show({ title: texts.done });
    onClose();
    await revalidate();
    return true;
  };
  return (
    <FormDialog
      title={texts.title}
      submitLabel={texts.confirm}
      failed={texts.failed}
      fields={['reason']}
      attempt={attempt}
      onSubmit={withdraw}
      onClose={onClose}
    >
      <p>{texts.lead(image.name)}</p>
      <TextField
        attempt={attempt}
        field="reason"
        label={texts.reason}
        hint={texts.reasonHint}
        value={reason}
        onChange={setReason}
        {...focusFirst}
        maxLength={300}
        isRequired
      />
    </FormDialog>
  );
}
