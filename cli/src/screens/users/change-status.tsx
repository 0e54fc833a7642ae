import { ApiError } from '@bitacora/core/client';
import type { Account } from '@bitacora/core/contract/user-endpoints';
import { fullName } from '@bitacora/core/domain/people/person';
import { userTexts } from '@bitacora/core/messages/users';
import { useState } from 'react';
import { useAdmin } from '../../app/admin-context.ts';
import { useTask } from '../../app/use-task.ts';
import { terminalLists } from '../../messages/screens.ts';
import { Choice } from '../ui/choice.tsx';
import { Confirm } from '../ui/confirm.tsx';

interface ChangeStatusProps {
  account: Account;
  people: readonly Account[];
  onDone(sentence: string): void;
  onBack(): void;
}

/** Activates or deactivates. With open activities it asks for a successor. */
export function ChangeStatus({ account, people, onDone, onBack }: ChangeStatusProps) {
  const { asMyself } = useAdmin();
  const task = useTask();
  const [refusal, setRefusal] = useState<string | null>(null);
  const [successor, setSuccessor] = useState<Account | null>(null);
  const name = fullName(account);
  const isActive = !account.isActive;
  const change = () =>
    task.run(
      async () => {
        await asMyself((client) => client.setUserStatus({ id: account.id, isActive, reassignTo: successor?.id ?? null }));
        const sentence = isActive ? userTexts.activated : userTexts.deactivated;
        onDone(successor ? `${sentence} ${userTexts.handedOver(fullName(successor))}` : sentence);
      },
      (error) => {
        const hasOpenActivities = error instanceof ApiError && error.code === 'user.hasOpenActivities';
        if (hasOpenActivities) setRefusal(error.message);
        return hasOpenActivities;
      },
    );
  if (refusal && !successor)
    return (
      <Choice
        title={terminalLists.handOverTitle(name)}
        none={userTexts.noSuccessors}
        options={people
          .filter((one) => one.isActive && one.id !== account.id)
          .map((one) => ({ value: one, label: fullName(one), hint: `${one.employeeNumber} · ${one.position}` }))}
        onChoose={setSuccessor}
        onBack={onBack}
      />
    );
  return (
    <Confirm
      title={isActive ? userTexts.activateTitle : userTexts.deactivateTitle}
      lines={[
        isActive ? userTexts.activateBody(name) : userTexts.deactivateBody(name),
        ...(refusal && successor ? [refusal, terminalLists.handOverBody(name, fullName(successor))] : []),
      ]}
      yes={successor ? userTexts.handOverConfirm : isActive ? userTexts.activateConfirm : userTexts.deactivateConfirm}
      no={userTexts.keep}
      doing={task.isBusy ? terminalLists.changing : null}
      failure={task.failure}
      onYes={change}
      onNo={onBack}
    />
  );
}
