import { frame } from '@bitacora/core/messages/layout';
import { profileTexts } from '@bitacora/core/messages/profile';
import { useRevalidator } from 'react-router-dom';
import { useApp } from '../app.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { useAttempt } from '../ui/use-attempt.ts';

/** Removes the photo; initials replace it. */
export function RemovePhotoDialog({ onClose }: { onClose: () => void }) {
  const { client, session, notices } = useApp();
  const { revalidate } = useRevalidator();
  const attempt = useAttempt();
  const remove = async () => {
    if (!(await attempt.run(() => client.removePhoto()))) return;
    session.forget();
    notices.show({ title: profileTexts.photoRemoved });
    await revalidate();
    onClose();
  };
  return (
    <ConfirmDialog
      title={profileTexts.photoRemoveTitle}
      closeLabel={frame.close}
      confirmLabel={profileTexts.photoRemoveConfirm}
      keepLabel={profileTexts.photoRemoveKeep}
      failed={profileTexts.photoRemoveFailed}
      attempt={attempt}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <p>{profileTexts.photoRemoveBody}</p>
    </ConfirmDialog>
  );
}
