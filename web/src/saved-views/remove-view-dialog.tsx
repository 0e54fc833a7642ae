import { frame } from '@bitacora/core/messages/layout';
import { useApp } from '../app.ts';
import { savedViewTexts } from '../messages/saved-views.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { useAttempt } from '../ui/use-attempt.ts';
import type { SavedView } from './saved-view.ts';

export default function RemoveViewDialog({ view, onClose }: { view: SavedView; onClose: () => void }) {
  const { client, notices } = useApp();
  const attempt = useAttempt();
  const remove = async () => {
    if (!(await attempt.run(() => client.removeSavedView({ viewId: view.id })))) return;
    notices.show({ title: savedViewTexts.removed, detail: view.name });
    onClose();
  };
  return (
    <ConfirmDialog
      title={savedViewTexts.removeTitle}
      closeLabel={frame.close}
      confirmLabel={savedViewTexts.removeConfirm}
      keepLabel={frame.cancel}
      onClose={onClose}
      attempt={attempt}
      onConfirm={() => void remove()}
      failed={savedViewTexts.removeFailed}
    >
      <p>{savedViewTexts.removeBody(view.name)}</p>
    </ConfirmDialog>
  );
}
