import type { Account } from '@bitacora/core/contract/person';
import { fullName } from '@bitacora/core/domain/people/person';
import { userTexts } from '@bitacora/core/messages/users';
import { type ReactNode, useState } from 'react';
import { useAdmin } from '../../app/admin-context.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { terminalLists } from '../../messages/lists.ts';
import type { TableColumn } from '../ui/fit-columns.ts';
import { List } from '../ui/list.tsx';
import { ChangeStatus } from './change-status.tsx';
import { InviteAgain } from './invite-again.tsx';
import { UserForm } from './user-form.tsx';

type AccountAction = { kind: 'register' } | { kind: 'edit' | 'status' | 'invite'; account: Account };

function standingOf({ isActive, hasPassword, pendingEmail }: Account): string {
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
  { title: userTexts.status, of: standingOf, width: 20 },
];

/** The people of the company, and what is done to their accounts. */
export function Users() {
  const { client, open, notify } = useAdmin();
  const [act, setAct] = useState<AccountAction | null>(null);
  const people = useLoaded(() => client.listUsers(), []);
  const close = () => setAct(null);
  const done = (sentence: string) => {
    close();
    notify(sentence);
    people.reload();
  };
  const overs: Record<AccountAction['kind'], (account: Account) => ReactNode> = {
    register: () => <UserForm onDone={done} onBack={close} />,
    edit: (account) => <UserForm account={account} onDone={done} onBack={close} />,
    status: (account) => <ChangeStatus account={account} people={people.value ?? []} onDone={done} onBack={close} />,
    invite: (account) => <InviteAgain account={account} onDone={done} onBack={close} />,
  };
  const { keys } = terminalLists;
  return (
    <List
      title={userTexts.title}
      loaded={people}
      columns={columns}
      searched={(person) => [fullName(person), person.employeeNumber, person.email]}
      counted={() => figuresOf(people.value ?? [])}
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

function figuresOf(people: readonly Account[]): string {
  const active = people.filter(({ isActive }) => isActive);
  return [userTexts.active(active.length), userTexts.invited(active.filter(({ hasPassword }) => !hasPassword).length)].join(' · ');
}
