import type { Account } from '@bitacora/core/contract/people/user-endpoints';
import { fullName } from '@bitacora/core/domain/people/person';
import { userTexts } from '@bitacora/core/messages/people/users';
import { lazy } from 'react';
import { useFinish } from '../app/app.ts';
import { useClients } from '../app/clients.ts';
import { factorTexts } from '../messages/second-factor-texts.ts';
import { ConfirmDialog } from '../ui/dialog.tsx';

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
  const finish = useFinish();
  const invite = async ({ id, email }: Account) => {
    await client.inviteUser({ id });
    await finish({ title: userTexts.invitationRenewed, detail: userTexts.invitationSent(email) });
  };
  const suggestions = { department: departments, level: listValues(people, 'level'), position: listValues(people, 'position') };
  switch (open.kind) {
    case 'register':
      return <AccountDialog people={people} suggestions={suggestions} onClose={onClose} />;
    case 'edit':
      return <AccountDialog account={findLatest(people, open.account)} people={people} suggestions={suggestions} onClose={onClose} />;
    case 'invite':
      return (
        <ConfirmDialog
          title={userTexts.inviteTitle}
          tone="accent"
          confirmLabel={userTexts.inviteConfirm}
          failed={userTexts.inviteFailed}
          act={() => invite(open.account)}
          onClose={onClose}
        >
          <p>{userTexts.inviteBody(fullName(open.account), open.account.email)}</p>
        </ConfirmDialog>
      );
    case 'absences':
      return <AbsencesDialog person={{ id: open.account.id, name: fullName(open.account) }} onClose={onClose} />;
    case 'factor':
      return (
        <ConfirmDialog
          title={factorTexts.resetTitle}
          confirmLabel={factorTexts.resetConfirm}
          keepLabel={factorTexts.resetKeep}
          failed={factorTexts.resetFailed}
          act={() => client.resetSecondFactor({ id: open.account.id }).then(() => finish({ title: factorTexts.resetDone }))}
          onClose={onClose}
        >
          <p>{factorTexts.resetBody(fullName(open.account))}</p>
        </ConfirmDialog>
      );
    case 'resets':
      return (
        <ConfirmDialog
          title={userTexts.allowResetsTitle}
          tone="accent"
          confirmLabel={userTexts.allowResetsConfirm}
          failed={userTexts.allowResetsFailed}
          act={() => client.allowPasswordResets({ id: open.account.id }).then(() => finish({ title: userTexts.resetsAllowed }))}
          onClose={onClose}
        >
          <p>{userTexts.allowResetsBody(fullName(open.account))}</p>
        </ConfirmDialog>
      );
    case 'status':
      return <StatusDialog account={open.account} people={people} onClose={onClose} />;
  }
}

const AccountDialog = lazy(async () => ({ default: (await import('./account-dialog.tsx')).AccountDialog }));
const StatusDialog = lazy(async () => ({ default: (await import('./account-dialog.tsx')).StatusDialog }));
const AbsencesDialog = lazy(() => import('./absences.tsx'));
