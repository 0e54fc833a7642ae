import { useFinish } from '../../app/app.ts';
import { useClients } from '../../app/clients.ts';
import { imageWithdrawal as texts } from '../../messages/consult-texts.ts';
import { focusFirst } from '../../ui/dialog.tsx';
import { CallFormDialog, FormText, useCallForm } from '../../ui/form.tsx';
import type { EvidenceImage } from '../activity.tsx';

/** Asks a Desarrollador why a mistaken image is withdrawn, and removes it for good. */
export function WithdrawImage({ image, onClose }: { image: EvidenceImage; onClose: () => void }) {
  const { client } = useClients();
  const finish = useFinish();
  const form = useCallForm({ reason: '' });
  const withdraw = async ({ reason }: { reason: string }) => {
    await client.withdrawImage({ imageId: image.id, reason });
    await finish({ title: texts.done });
  };
  return (
    <CallFormDialog form={form} title={texts.title} submitLabel={texts.confirm} failed={texts.failed} onSubmit={withdraw} onClose={onClose}>
      <p>{texts.lead(image.name)}</p>
      <FormText form={form} name="reason" label={texts.reason} hint={texts.reasonHint} {...focusFirst} maxLength={300} isRequired />
    </CallFormDialog>
  );
}
