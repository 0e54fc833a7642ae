import { ApiError } from '@bitacora/core/client';
import type { Account } from '@bitacora/core/contract/person';
import { fullName } from '@bitacora/core/domain/people/person';
import { frame } from '@bitacora/core/messages/layout';
import { userTexts } from '@bitacora/core/messages/users';
import { validation } from '@bitacora/core/messages/validation';
import { useState } from 'react';
import { useRevalidator } from 'react-router-dom';
import { useApp } from '../app.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
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
  const { client, notices } = useApp();
  const { revalidate } = useRevalidator();
  const attempt = useAttempt();
  const [held, setHeld] = useState<string | null>(null);
  const isActive = !account.isActive;
  const finish = async (notice: { title: string; detail?: string }) => {
    notices.show(notice);
    await revalidate();
    onClose();
  };
  const change = async () => {
    let sentence: string | null = null;
    const isSettled = await attempt.run(async () => {
      try {
        await client.setUserStatus({ id: account.id, isActive, reassignTo: null });
      } catch (error) {
        if (!holdsOpenWork(error)) throw error;
        sentence = error.message;
      }
    });
    if (sentence !== null) setHeld(sentence);
    else if (isSettled) await finish({ title: isActive ? userTexts.activated : userTexts.deactivated });
  };
  if (held !== null) return <HandOverDialog account={account} people={people} sentence={held} onDone={finish} onClose={onClose} />;
  const name = fullName(account);
  return (
    <ConfirmDialog
      title={isActive ? userTexts.activateTitle : userTexts.deactivateTitle}
      tone={isActive ? 'accent' : 'danger'}
      closeLabel={frame.close}
      confirmLabel={isActive ? userTexts.activateConfirm : userTexts.deactivateConfirm}
      keepLabel={userTexts.keep}
      failed={userTexts.statusFailed}
      attempt={attempt}
      onConfirm={change}
      onClose={onClose}
    >
      <p>{isActive ? userTexts.activateBody(name) : userTexts.deactivateBody(name)}</p>
    </ConfirmDialog>
  );
}

interface HandOverDialogProps extends StatusDialogProps {
  /** The server's words on how much is open. */
  sentence: string;
  onDone: (notice: { title: string; detail?: string }) => Promise<void>;
}

function HandOverDialog({ account, people, sentence, onDone, onClose }: HandOverDialogProps) {
  const { client } = useApp();
  const attempt = useAttempt();
  const [successorId, setSuccessorId] = useState<number | null>(null);
  const successors = people.filter(({ id, isActive }) => isActive && id !== account.id);
  const handOver = async () => {
    const successor = successors.find(({ id }) => id === successorId);
    const isDone = await attempt.run(async () => {
      if (!successor) throw new ApiError(400, validation.summary, 'input.invalid', { reassignTo: validation.required });
      await client.setUserStatus({ id: account.id, isActive: false, reassignTo: successor.id });
    });
    if (isDone && successor) await onDone({ title: userTexts.deactivated, detail: userTexts.handedOver(fullName(successor)) });
    return isDone;
  };
  return (
    <FormDialog
      title={userTexts.deactivateTitle}
      closeLabel={frame.close}
      cancelLabel={frame.cancel}
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
