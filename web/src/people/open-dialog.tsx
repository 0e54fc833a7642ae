import type { Account } from '@bitacora/core/contract/people/user-endpoints';
import { fullName } from '@bitacora/core/domain/people/person';
import { userTexts } from '@bitacora/core/messages/people/users';
import { useClients } from '../app/clients.ts';
import { factorTexts } from '../messages/second-factor-texts.ts';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { later } from '../ui/later.tsx';

/** An action on an account. */
export type Intent = { kind: 'edit' | 'invite' | 'absences' | 'factor' | 'resets' | 'status'; account: Account };
export type UsersDialog = Intent | { kind: 'register' };

interface OpenDialogProps {
  open: UsersDialog;
  people: readonly Account[];
  departments: readonly string[];
  onClose: () => void;
}

const listValues = (people: readonly Account[], field: 'level' | 'position') => [...new Set(people.map((person) => person[field]))].sort();

/** The latest version of the account, because a refused edit shows what changed. */
const findLatest = (people: readonly Account[], account: Account) => people.find(({ id }) => id === account.id) ?? account;

/** The dialog of an act on an account, or the one that registers a person. */
export function OpenDialog({ open, people, departments, onClose }: OpenDialogProps) {
  const { client } = useClients();
  const suggestions = { department: departments, level: listValues(people, 'level'), position: listValues(people, 'position') };
  if (open.kind === 'register') return <AccountDialog people={people} suggestions={suggestions} onClose={onClose} />;
  const { account } = open;
  const { id, email } = account;
  const invite = () => client.inviteUser({ id }).then(() => userTexts.invitationSent(email));
  const name = fullName(account);
  switch (open.kind) {
    case 'edit':
      return <AccountDialog account={findLatest(people, account)} people={people} suggestions={suggestions} onClose={onClose} />;
    case 'invite':
      return (
        <ConfirmDialog texts={userTexts.invitation} tone="accent" act={invite} onClose={onClose}>
          <p>{userTexts.invitation.body(name, email)}</p>
        </ConfirmDialog>
      );
    case 'absences':
      return <AbsencesDialog person={{ id, name }} onClose={onClose} />;
    case 'factor':
      return (
        <ConfirmDialog texts={factorTexts.reset} act={() => client.resetSecondFactor({ id })} onClose={onClose}>
          <p>{factorTexts.reset.body(name)}</p>
        </ConfirmDialog>
      );
    case 'resets':
      return (
        <ConfirmDialog texts={userTexts.resets} tone="accent" act={() => client.allowPasswordResets({ id })} onClose={onClose}>
          <p>{userTexts.resets.body(name)}</p>
        </ConfirmDialog>
      );
    case 'status':
      return <StatusDialog account={account} people={people} onClose={onClose} />;
  }
}

const AccountDialog = later(async () => (await import('./account-dialog.tsx')).AccountDialog);
const StatusDialog = later(async () => (await import('./account-dialog.tsx')).StatusDialog);
const AbsencesDialog = later(async () => (await import('./absences.tsx')).AbsencesDialog);
