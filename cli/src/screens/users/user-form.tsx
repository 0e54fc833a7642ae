import type { Account } from '@bitacora/core/contract/user-endpoints';
import { needsConfirmation } from '@bitacora/core/domain/people/account';
import { DEVELOPER, EMPLOYEE, fullName, isDeveloper, isGainingPrivilege, isPrivileged } from '@bitacora/core/domain/people/person';
import { userTexts } from '@bitacora/core/messages/users';
import { useState } from 'react';
import { useAdmin } from '../../app/admin-context.ts';
import { useSubmission } from '../../app/use-task.ts';
import { terminalLists } from '../../messages/screens.ts';
import { Confirm } from '../ui/confirm.tsx';
import { Form } from '../ui/form.tsx';

const names = ['employeeNumber', 'firstName', 'lastName', 'email', 'level', 'department', 'position', 'alias', 'phone'] as const;
type UserField = (typeof names)[number] | 'kind';

interface UserFormProps {
  /** The account to edit; a new one without. */
  account?: Account;
  onDone(sentence: string): void;
  onBack(): void;
}

const textsOf = (account: Account | undefined) =>
  Object.fromEntries([...names, 'kind' as const].map((name) => [name, account?.[name] ?? (name === 'kind' ? EMPLOYEE : '')])) as Record<
    UserField,
    string
  >;

/** Registers and invites a person, or edits an account. */
export function UserForm({ account, onDone, onBack }: UserFormProps) {
  const { asMyself, me } = useAdmin();
  const [values, setValues] = useState(() => textsOf(account));
  const { isBusy, failure, errors, submit } = useSubmission();
  const [isAsking, setAsking] = useState(false);
  const { kind, ...fields } = values;
  const input = { ...fields, alias: values.alias || null, phone: values.phone || null };
  const save = () =>
    submit(async () => {
      const as = isDeveloper({ kind }) ? DEVELOPER : EMPLOYEE;
      await asMyself(async (client) =>
        account ? client.updateUser({ ...input, id: account.id, kind: as, seen: account.version }) : client.createUser(input),
      );
      const mustConfirm = account !== undefined && needsConfirmation(account, values.email);
      const edited = mustConfirm ? userTexts.confirmationSent(values.email.trim()) : userTexts.edited;
      onDone(account ? edited : `${userTexts.registered} ${userTexts.invitationSent(values.email)}`);
    });
  const hint = isPrivileged({ kind: '', position: values.position }) ? `★ ${userTexts.positionHint}` : undefined;
  const name = fullName({ firstName: values.firstName, lastName: values.lastName });
  if (isAsking)
    return (
      <Confirm
        title={account ? userTexts.editTitle : userTexts.register}
        lines={[`★ ${userTexts.privilegeQuestion(name)}`]}
        doing={isBusy ? terminalLists.saving : null}
        onYes={() => {
          setAsking(false);
          void save();
        }}
        onNo={() => setAsking(false)}
      />
    );
  const kinds = [EMPLOYEE, DEVELOPER].map((value) => ({ value, label: value }));
  return (
    <Form<UserField>
      title={account ? userTexts.editTitle : userTexts.register}
      lead={account ? undefined : userTexts.registerLead}
      fields={[
        ...names.map((name) => ({ name, label: userTexts.fields[name], hint: name === 'position' ? hint : undefined })),
        ...(account && isDeveloper(me) ? [{ name: 'kind' as const, label: userTexts.fields.kind, options: kinds }] : []),
      ]}
      values={values}
      errors={errors}
      submit={account ? userTexts.editSubmit : userTexts.register}
      doing={isBusy ? terminalLists.saving : null}
      failure={failure}
      onChange={(name, value) => setValues((before) => ({ ...before, [name]: value }))}
      onSubmit={() => (isGainingPrivilege(account ?? null, values) ? setAsking(true) : save())}
      onBack={onBack}
    />
  );
}
