import type { Account } from '@bitacora/core/contract/user-endpoints';
import { fullName } from '@bitacora/core/domain/people/person';
import { userTexts } from '@bitacora/core/messages/users';
import { type ReactNode, useState } from 'react';
import { useAdmin } from '../../app/admin-context.ts';
import { useLoaded, useTask } from '../../app/use-task.ts';
import { terminalLists } from '../../messages/screens.ts';
import type { TableColumn } from '../../output/fit-columns.ts';
import { Confirm } from '../ui/confirm.tsx';
import { List } from '../ui/list.tsx';
import { ChangeStatus } from './change-status.tsx';
import { UserForm } from './user-form.tsx';

type AccountAction = { kind: 'register' } | { kind: 'edit' | 'status' | 'invite'; account: Account };

function statusOf({ isActive, hasPassword, pendingEmail }: Account): string {
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
  { title: userTexts.status, of: statusOf, width: 20 },
];

/** The people of the company and the acts on their accounts. */
export function Users() {
  const { client, open, notify } = useAdmin();
  const [act, setAct] = useState<AccountAction | null>(null);
  const people = useLoaded(() => client.listUsers(), []);
  const close = () => setAct(null);
  const finish = (sentence: string) => {
    close();
    notify(sentence);
    people.reload();
  };
  const overs: Record<AccountAction['kind'], (account: Account) => ReactNode> = {
    register: () => <UserForm onDone={finish} onBack={close} />,
    edit: (account) => <UserForm account={account} onDone={finish} onBack={close} />,
    status: (account) => <ChangeStatus account={account} people={people.value ?? []} onDone={finish} onBack={close} />,
    invite: (account) => <InviteAgain account={account} onDone={finish} onBack={close} />,
  };
  const { keys } = terminalLists;
  return (
    <List
      title={userTexts.title}
      loaded={people}
      columns={columns}
      searchTexts={(person) => [fullName(person), person.employeeNumber, person.email]}
      countRows={() => figuresOf(people.value ?? [])}
      empty={userTexts.empty}
      noMatch={userTexts.noMatch}
      over={act && overs[act.kind]('account' in act ? act.account : (undefined as never))}
      acts={(account) => [
        { names: ['n'], label: keys.register, run: () => setAct({ kind: 'register' }) },
        ...(account
          ? [
              { names: ['e', 'enter'] as const, label: keys.edit, run: () => setAct({ kind: 'edit', account }) },
              {
                names: ['d'] as const,
                label: account.isActive ? keys.deactivate : keys.activate,
                run: () => setAct({ kind: 'status', account }),
              },
            ]
          : []),
        ...(account?.isActive && !account.hasPassword
          ? [{ names: ['i'] as const, label: keys.invite, run: () => setAct({ kind: 'invite', account }) }]
          : []),
        { names: ['c'], label: keys.import, run: () => open({ name: 'import' }) },
      ]}
    />
  );
}

/** A new invitation for a person who has no password yet. */
function InviteAgain({ account, onDone, onBack }: { account: Account; onDone(sentence: string): void; onBack(): void }) {
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

function figuresOf(people: readonly Account[]): string {
  const active = people.filter(({ isActive }) => isActive);
  return [userTexts.active(active.length), userTexts.invited(active.filter(({ hasPassword }) => !hasPassword).length)].join(' · ');
}
