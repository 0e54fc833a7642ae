import { useClients } from '../../app/clients.ts';
import { documentWithdrawal, imageWithdrawal } from '../../messages/consult-texts.ts';
import { focusFirst } from '../../ui/dialog.tsx';
import { CallFormDialog, FormText, useCallForm } from '../../ui/form.tsx';
import type { EvidenceDocument, EvidenceImage } from '../activity.tsx';

interface WithdrawImageProps {
  image: EvidenceImage | EvidenceDocument;
  onClose: () => void;
}

/** Asks a Desarrollador why a mistaken image or document is withdrawn, and removes it for good. */
export function WithdrawImage({ image, onClose }: WithdrawImageProps) {
  const { client } = useClients();
  const form = useCallForm({ reason: '' });
  const texts = { ...imageWithdrawal, ...('pages' in image && documentWithdrawal) };
  const withdraw = ({ reason }: { reason: string }) => client.withdrawImage({ imageId: image.id, reason });
  return (
    <CallFormDialog form={form} texts={texts} onSubmit={withdraw} onClose={onClose}>
      <p>{texts.lead(image.name)}</p>
      <FormText form={form} name="reason" label={texts.reason} hint={texts.reasonHint} {...focusFirst} maxLength={300} isRequired />
    </CallFormDialog>
  );
}
