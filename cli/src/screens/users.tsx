import { ApiError } from '@bitacora/core/client';
import type { Account } from '@bitacora/core/contract/people/user-endpoints';
import { needsConfirmation } from '@bitacora/core/domain/account/account';
import { DEVELOPER, EMPLOYEE, fullName, isDeveloper, isGainingPrivilege, isPrivileged } from '@bitacora/core/domain/people/person';
import { frame } from '@bitacora/core/messages/layout';
import { userTexts } from '@bitacora/core/messages/people/users';
import { useState } from 'react';
import { terminalLists } from '../messages/screens.ts';
import type { TableColumn } from '../output/fit-columns.ts';
import { type QuestionEnd, useAdmin, useForm, useTask } from './screen-context.ts';
import { Confirm, ConfirmAct } from './ui/confirm.tsx';
import { Form } from './ui/form.tsx';
import { Choice } from './ui/inputs.tsx';
import { List } from './ui/table.tsx';

const fieldNames = ['employeeNumber', 'firstName', 'lastName', 'email', 'level', 'department', 'position', 'alias', 'phone'] as const;
type UserField = (typeof fieldNames)[number] | 'kind';

interface UserFormProps extends QuestionEnd {
  /** The form edits this account. Without it the form registers a new one. */
  account?: Account;
}

const formTexts = (account: Account | undefined) =>
  Object.fromEntries(
    [...fieldNames, 'kind' as const].map((name) => [name, account?.[name] ?? (name === 'kind' ? EMPLOYEE : '')]),
  ) as Record<UserField, string>;

/** Registers and invites a person, or edits an account. */
function UserForm({ account, onDone, onBack }: UserFormProps) {
  const { asMyself, me } = useAdmin();
  const { values, submit, form } = useForm(() => formTexts(account));
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
      const edited = mustConfirm ? userTexts.confirmationSent(values.email.trim()) : userTexts.edition.done;
      onDone(account ? edited : `${userTexts.registration.done} ${userTexts.invitationSent(values.email)}`);
    });
  const hint = isPrivileged({ kind: '', position: values.position }) ? `★ ${userTexts.positionHint}` : undefined;
  const name = fullName({ firstName: values.firstName, lastName: values.lastName });
  if (isAsking)
    return (
      <Confirm
        title={account ? userTexts.edition.title : userTexts.register}
        lines={[`★ ${userTexts.privilegeQuestion(name)}`]}
        doing={form.doing}
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
      title={account ? userTexts.edition.title : userTexts.register}
      lead={account ? undefined : userTexts.registerLead}
      fields={[
        ...fieldNames.map((name) => ({ name, label: userTexts.fields[name], hint: name === 'position' ? hint : undefined })),
        ...(account && isDeveloper(me) ? [{ name: 'kind' as const, label: userTexts.fields.kind, options: kinds }] : []),
      ]}
      {...form}
      submit={account ? frame.saveChanges : userTexts.register}
      onSubmit={() => (isGainingPrivilege(account ?? null, values) ? setAsking(true) : save())}
      onBack={onBack}
    />
  );
}

interface ChangeStatusProps extends QuestionEnd {
  account: Account;
  people: readonly Account[];
}

/** Activates or deactivates. With open activities it asks for a successor. */
function ChangeStatus({ account, people, onDone, onBack }: ChangeStatusProps) {
  const { asMyself, me } = useAdmin();
  const task = useTask();
  const [refusal, setRefusal] = useState<string | null>(null);
  const [successor, setSuccessor] = useState<Account | null>(null);
  const name = fullName(account);
  const isActive = !account.isActive;
  const question = isActive ? userTexts.activation : userTexts.deactivation;
  const change = () =>
    task.run(
      async () => {
        await asMyself((client) => client.setUserStatus({ id: account.id, isActive, reassignTo: successor?.id ?? null }));
        onDone(successor ? `${question.done} ${userTexts.handedOver(fullName(successor))}` : question.done);
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
        none={userTexts.noOtherPerson}
        options={people
          .filter((person) => person.isActive && person.id !== account.id && person.id !== me.id)
          .map((person) => ({ value: person, label: fullName(person), hint: `${person.employeeNumber} · ${person.position}` }))}
        onChoose={setSuccessor}
        onBack={onBack}
      />
    );
  return (
    <Confirm
      title={question.title}
      lines={[question.body(name), ...(refusal && successor ? [refusal, terminalLists.handOverBody(name, fullName(successor))] : [])]}
      yes={successor ? userTexts.handOverConfirm : question.confirm}
      no={frame.no}
      doing={task.isBusy ? terminalLists.changing : null}
      failure={task.failure}
      onYes={change}
      onNo={onBack}
    />
  );
}

function accountStatus({ isActive, hasPassword, pendingEmail }: Account): string {
  if (!isActive) return userTexts.isInactive;
  if (pendingEmail) return userTexts.newEmail;
  return hasPassword ? userTexts.isActive : userTexts.pendingInvitation;
}

const columns: readonly TableColumn<Account>[] = [
  { title: userTexts.employeeNumber, of: ({ employeeNumber }) => employeeNumber, width: 9 },
  { title: userTexts.name, of: fullName, width: 18, grows: true },
  { title: userTexts.email, of: ({ email }) => email, width: 20, grows: true, rank: 3 },
  { title: userTexts.department, of: ({ department }) => department, width: 12, grows: true, rank: 2 },
  { title: userTexts.position, of: ({ position }) => position, width: 14, grows: true, rank: 1 },
  { title: userTexts.status, of: accountStatus, width: 20 },
];

/** Lists the people of the company, with the acts on their accounts. */
export function Users() {
  const { client, asMyself, open } = useAdmin();
  const { keys } = terminalLists;
  const invite = async ({ id, email }: Account) => {
    await asMyself((own) => own.inviteUser({ id }));
    return `${userTexts.invitation.done} ${userTexts.invitationSent(email)}`;
  };
  const askToInvite = (account: Account) => (end: QuestionEnd) => (
    <ConfirmAct
      title={userTexts.invitation.title}
      lines={[userTexts.invitation.body(fullName(account), account.email)]}
      yes={userTexts.invitation.confirm}
      no={frame.no}
      doing={terminalLists.sending}
      act={() => invite(account)}
      {...end}
    />
  );
  return (
    <List
      title={userTexts.title}
      load={() => client.listUsers()}
      columns={columns}
      searchTexts={(person) => [fullName(person), person.employeeNumber, person.email]}
      countRows={countPeople}
      empty={userTexts.empty}
      noMatch={userTexts.noMatch}
      acts={(account, ask) => [
        { names: ['n'], label: keys.register, run: () => ask((end) => <UserForm {...end} />) },
        ...(account
          ? [
              { names: ['e', 'enter'] as const, label: keys.edit, run: () => ask((end) => <UserForm account={account} {...end} />) },
              {
                names: ['d'] as const,
                label: account.isActive ? keys.deactivate : keys.activate,
                run: () => ask((end, people) => <ChangeStatus account={account} people={people} {...end} />),
              },
            ]
          : []),
        ...(account?.isActive && !account.hasPassword
          ? [{ names: ['i'] as const, label: keys.invite, run: () => ask(askToInvite(account)) }]
          : []),
        { names: ['c'], label: keys.import, run: () => open({ name: 'import' }) },
      ]}
    />
  );
}

function countPeople(people: readonly Account[]): string {
  const active = people.filter(({ isActive }) => isActive);
  return [userTexts.active(active.length), userTexts.invited(active.filter(({ hasPassword }) => !hasPassword).length)].join(' · ');
}
