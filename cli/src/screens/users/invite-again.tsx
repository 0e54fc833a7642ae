import type { Account } from '@bitacora/core/contract/person';
import { fullName } from '@bitacora/core/domain/people/person';
import { userTexts } from '@bitacora/core/messages/users';
import { useAdmin } from '../../app/admin-context.ts';
import { useTask } from '../../app/use-task.ts';
import { terminalLists } from '../../messages/lists.ts';
import { Confirm } from '../ui/confirm.tsx';

/** Sends somebody who never came in another invitation. */
export function InviteAgain({ account, onDone, onBack }: { account: Account; onDone(sentence: string): void; onBack(): void }) {
  const { asMyself } = useAdmin();
  const task = useTask();
  const invite = () =>
    task.run(async () => {
      await asMyself((client) => client.inviteUser({ id: account.id }));
      onDone(`${userTexts.invitationRenewed} ${userTexts.invitationSent(account.email)}`);
    });
  return (
    <Confirm
      title={userTexts.inviteTitle}
      lines={[userTexts.inviteBody(fullName(account), account.email)]}
      yes={userTexts.inviteConfirm}
      no={userTexts.keep}
      doing={task.isBusy ? terminalLists.sending : null}
      failure={task.failure}
      onYes={invite}
      onNo={onBack}
    />
  );
}
