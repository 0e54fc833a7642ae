import { ApiError } from '@bitacora/core/client';
import type { Account } from '@bitacora/core/contract/user-endpoints';
import { fullName } from '@bitacora/core/domain/people/person';
import { frame } from '@bitacora/core/messages/layout';
import { userTexts } from '@bitacora/core/messages/users';
import { validation } from '@bitacora/core/messages/validation';
import { useState } from 'react';
import { useApp, useFinish } from '../app.ts';
import { ConfirmDialog, FormDialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import { useAttempt } from '../ui/use-attempt.ts';

interface StatusDialogProps {
  account: Account;
  /** All accounts; the active ones can take over. */
  people: readonly Account[];
  onClose: () => void;
}

const holdsOpenWork = (error: unknown): error is ApiError => error instanceof ApiError && error.code === 'user.hasOpenActivities';

/** Activates or deactivates. With open activities it asks who takes them over. */
export function StatusDialog({ account, people, onClose }: StatusDialogProps) {
  const { client } = useApp();
  const finish = useFinish();
  const [openWork, setOpenWork] = useState<string | null>(null);
  const isActive = !account.isActive;
  const change = async () => {
    try {
      await client.setUserStatus({ id: account.id, isActive, reassignTo: null });
      await finish({ title: isActive ? userTexts.activated : userTexts.deactivated });
    } catch (error) {
      if (!holdsOpenWork(error)) throw error;
      setOpenWork(error.message);
      return false;
    }
    return true;
  };
  if (openWork !== null) return <HandOverDialog account={account} people={people} sentence={openWork} onClose={onClose} />;
  const name = fullName(account);
  return (
    <ConfirmDialog
      title={isActive ? userTexts.activateTitle : userTexts.deactivateTitle}
      tone={isActive ? 'accent' : 'danger'}
      confirmLabel={isActive ? userTexts.activateConfirm : userTexts.deactivateConfirm}
      keepLabel={userTexts.keep}
      failed={userTexts.statusFailed}
      act={change}
      onClose={onClose}
    >
      <p>{isActive ? userTexts.activateBody(name) : userTexts.deactivateBody(name)}</p>
    </ConfirmDialog>
  );
}

interface HandOverDialogProps extends StatusDialogProps {
  /** The server's words on how much is open. */
  sentence: string;
}

function HandOverDialog({ account, people, sentence, onClose }: HandOverDialogProps) {
  const { client } = useApp();
  const finish = useFinish();
  const attempt = useAttempt();
  const [successorId, setSuccessorId] = useState<number | null>(null);
  const successors = people.filter(({ id, isActive }) => isActive && id !== account.id);
  const handOver = async () => {
    const successor = successors.find(({ id }) => id === successorId);
    const isDone = await attempt.run(async () => {
      if (!successor) throw new ApiError(400, validation.summary, 'input.invalid', { reassignTo: validation.required });
      await client.setUserStatus({ id: account.id, isActive: false, reassignTo: successor.id });
    });
    if (!isDone || !successor) return false;
    await finish({ title: userTexts.deactivated, detail: userTexts.handedOver(fullName(successor)) });
    onClose();
    return true;
  };
  return (
    <FormDialog
      title={userTexts.deactivateTitle}
      submitLabel={userTexts.handOverConfirm}
      failed={userTexts.statusFailed}
      fields={['reassignTo']}
      attempt={attempt}
      onSubmit={handOver}
      onClose={onClose}
    >
      <p className="dialog-subject">{fullName(account)}</p>
      <p>{sentence}</p>
      <Field label={userTexts.successor} error={attempt.fieldError('reassignTo')} isRequired>
        {(tie) => (
          <Select
            tie={tie}
            value={successorId}
            options={successors.map((person) => ({
              value: person.id,
              label: fullName(person),
              detail: `${person.employeeNumber} · ${person.position}`,
              searched: `${fullName(person)} ${person.employeeNumber}`,
            }))}
            placeholder={userTexts.successorPlaceholder}
            search={{ placeholder: userTexts.successorSearch, noMatch: userTexts.noSuccessors, more: frame.moreOptions }}
            emptyText={userTexts.noSuccessors}
            onChange={(id) => {
              attempt.forgive('reassignTo');
              setSuccessorId(Number(id));
            }}
          />
        )}
      </Field>
    </FormDialog>
  );
}
