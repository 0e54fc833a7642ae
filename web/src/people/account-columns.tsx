import type { Account } from '@bitacora/core/contract/user-endpoints';
import { refusalToManage } from '@bitacora/core/domain/activity/policy';
import { adminPolicy, fullName, isDeveloper, isPrivileged, type Privileges } from '@bitacora/core/domain/people/person';
import { userTexts } from '@bitacora/core/messages/users';
import { createColumnHelper } from '@tanstack/react-table';
import { CalendarOff, type LucideIcon, MailPlus, Pencil, ShieldOff, UserRoundCheck, UserRoundX } from 'lucide-react';
import { Tag } from 'primereact/tag';
import { factorTexts } from '../messages/second-factor.ts';
import { IconButton } from '../ui/button.tsx';
import { Clipped, type Features } from '../ui/table-columns.tsx';
import '../activities/list/status-chip.css';
import './account-chip.css';

const helper = createColumnHelper<Features, Account>();

/** An action on an account. */
export type Intent = { kind: 'edit' | 'invite' | 'absences' | 'factor' | 'status'; account: Account };

/** The accounts, with the actions that `actor` may do. */
export const accountColumns = (actor: Privileges, onIntent: (intent: Intent) => void) => [
  helper.accessor('employeeNumber', {
    header: userTexts.employeeNumber,
    meta: { width: 72, onCard: 'head', isTabular: true, isSearched: true },
  }),
  helper.accessor(fullName, {
    id: 'name',
    header: userTexts.name,
    meta: { onCard: 'lead', isSearched: true },
    cell: ({ row: { original } }) => (
      <span className="account-name" data-email={original.email}>
        <Clipped text={fullName(original)} />
        {isDeveloper(original) && <span className="muted">{userTexts.developer}</span>}
        {isPrivileged(original) && !isDeveloper(original) && <span className="muted">{userTexts.privileged}</span>}
      </span>
    ),
  }),
  helper.accessor('email', {
    header: userTexts.email,
    meta: { width: 228, isMinor: 'medium', isSearched: true },
    cell: ({ row: { original } }) => (
      <span className="account-name">
        <Clipped text={original.email} />
        {original.pendingEmail && <span className="account-pending">{userTexts.pendingEmail(original.pendingEmail)}</span>}
      </span>
    ),
  }),
  helper.accessor('department', {
    header: userTexts.department,
    meta: { width: 112, isMinor: 'medium' },
    cell: ({ getValue }) => <Clipped text={getValue()} />,
  }),
  helper.accessor('position', {
    header: userTexts.position,
    meta: { width: 128, isMinor: 'medium' },
    cell: ({ getValue }) => <Clipped text={getValue()} />,
  }),
  helper.accessor((account) => (account.isActive ? Number(isInvited(account)) : 2), {
    id: 'status',
    header: userTexts.status,
    meta: { width: 132, onCard: 'badge' },
    cell: ({ row }) => <AccountChip account={row.original} />,
  }),
  helper.display({
    id: 'actions',
    header: userTexts.actions,
    meta: { width: 156, onCard: 'action' },
    cell: ({ row: { original } }) =>
      !refusalToManage(actor, original) && (
        <Actions
          account={original}
          isSelf={original.id === actor.id}
          resetsFactors={adminPolicy.resetSecondFactors(actor)}
          onIntent={onIntent}
        />
      ),
  }),
];

interface ActionsProps {
  account: Account;
  isSelf: boolean;
  resetsFactors: boolean;
  onIntent: (intent: Intent) => void;
}

/** People cannot deactivate themselves, and an account with a password needs no invitation. */
function Actions({ account, isSelf, resetsFactors, onIntent }: ActionsProps) {
  const name = fullName(account);
  return (
    <span className="account-actions">
      {isInvited(account) && (
        <Action icon={MailPlus} label={userTexts.invite(name)} onClick={() => onIntent({ kind: 'invite', account })} />
      )}
      <Action icon={Pencil} label={userTexts.edit(name)} onClick={() => onIntent({ kind: 'edit', account })} />
      {account.isActive && (
        <Action icon={CalendarOff} label={userTexts.absences(name)} onClick={() => onIntent({ kind: 'absences', account })} />
      )}
      {!isSelf && account.hasSecondFactor && resetsFactors && (
        <Action icon={ShieldOff} label={factorTexts.reset(name)} onClick={() => onIntent({ kind: 'factor', account })} />
      )}
      {!isSelf && (
        <Action
          icon={account.isActive ? UserRoundX : UserRoundCheck}
          label={account.isActive ? userTexts.deactivate(name) : userTexts.activate(name)}
          onClick={() => onIntent({ kind: 'status', account })}
        />
      )}
    </span>
  );
}

const Action = ({ icon: Icon, label, onClick }: { icon: LucideIcon; label: string; onClick: () => void }) => (
  <IconButton icon={Icon} label={label} hasTip onClick={onClick} />
);

/** Invited, and no password yet. */
export const isInvited = ({ isActive, hasPassword }: Account): boolean => isActive && !hasPassword;

/** Whether an account may be used, and whether its invitation was taken up. */
function AccountChip({ account }: { account: Account }) {
  return (
    <span className="account-state">
      <Tag value={account.isActive ? userTexts.isActive : userTexts.isInactive} data-account={account.isActive ? 'active' : 'inactive'} />
      {isInvited(account) && <span className="account-pending">{userTexts.pendingInvitation}</span>}
    </span>
  );
}
