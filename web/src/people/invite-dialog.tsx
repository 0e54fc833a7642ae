import type { Account } from '@bitacora/core/contract/person';
import { fullName } from '@bitacora/core/domain/people/person';
import { frame } from '@bitacora/core/messages/layout';
import { userTexts } from '@bitacora/core/messages/users';
import { useRevalidator } from 'react-router-dom';
import { useApp } from '../app.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { useAttempt } from '../ui/use-attempt.ts';

/** Sends the invitation again. */
export function InviteDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const { client, notices } = useApp();
  const { revalidate } = useRevalidator();
  const attempt = useAttempt();
  const invite = async () => {
    if (!(await attempt.run(() => client.inviteUser({ id: account.id })))) return;
    notices.show({ title: userTexts.invitationRenewed, detail: userTexts.invitationSent(account.email) });
    await revalidate();
    onClose();
  };
  return (
    <ConfirmDialog
      title={userTexts.inviteTitle}
      tone="accent"
      closeLabel={frame.close}
      confirmLabel={userTexts.inviteConfirm}
      keepLabel={frame.cancel}
      failed={userTexts.inviteFailed}
      attempt={attempt}
      onConfirm={invite}
      onClose={onClose}
    >
      <p>{userTexts.inviteBody(fullName(account), account.email)}</p>
    </ConfirmDialog>
  );
}
