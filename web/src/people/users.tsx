import type { Account } from '@bitacora/core/contract/user-endpoints';
import { fullName } from '@bitacora/core/domain/people/person';
import { importDialog } from '@bitacora/core/messages/import-dialog';
import { userTexts } from '@bitacora/core/messages/users';
import { FileUp, UserRoundPlus, UsersRound } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { appOf, useApp, useFinish, useSession } from '../app.ts';
import { deferred, Loaded, useLoaded } from '../layout/loaded.tsx';
import { countOf, Figures, Page } from '../layout/page.tsx';
import { factorTexts } from '../messages/second-factor.ts';
import { ViewsTool } from '../saved-views/views-tool.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { Empty, ListSkeleton } from '../ui/states.tsx';
import { Table } from '../ui/table.tsx';
import { skipReloadOnListChange, useListState } from '../ui/table-state.ts';
import { accountColumns, type Intent, isInvited } from './account-columns.tsx';
import { AccountDialog } from './account-dialog.tsx';
import { StatusDialog } from './status-dialog.tsx';

type UsersDialog = Intent | { kind: 'register' };
const byName = [{ id: 'name', desc: false }];

export const shouldRevalidate = skipReloadOnListChange;

export function loader(args: LoaderFunctionArgs) {
  const { client } = appOf(args);
  return { loaded: deferred(Promise.all([client.listUsers(), client.listDepartments()])) };
}

export function Component() {
  const { loaded } = useLoaded<typeof loader>();
  const [open, setOpen] = useState<UsersDialog | null>(null);
  return (
    <Page
      title={userTexts.title}
      lead={
        <Loaded of={loaded} skeleton={<span>&nbsp;</span>} isSilent>
          {([people]) => {
            const active = countOf(people, ({ isActive }) => isActive);
            const invited = countOf(people, isInvited);
            return (
              <Figures
                none={userTexts.none}
                parts={[
                  { text: userTexts.active(active), count: active },
                  { text: userTexts.inactive(people.length - active), count: people.length - active },
                  { text: userTexts.invited(invited), count: invited },
                ]}
              />
            );
          }}
        </Loaded>
      }
      actions={
        <>
          <ImportTool />
          <Button tone="accent" icon={UserRoundPlus} onClick={() => setOpen({ kind: 'register' })}>
            {userTexts.register}
          </Button>
        </>
      }
    >
      <Loaded of={loaded} skeleton={<ListSkeleton />}>
        {([people, departments]) => (
          <>
            <People people={people} onIntent={setOpen} />
            {open && (
              <OpenDialog
                open={open}
                people={people}
                departments={departments.map(({ department }) => department)}
                onClose={() => setOpen(null)}
              />
            )}
          </>
        )}
      </Loaded>
    </Page>
  );
}

function People({ people, onIntent }: { people: readonly Account[]; onIntent: (intent: Intent) => void }) {
  const { user } = useSession();
  const columns = useMemo(() => accountColumns(user, onIntent), [user]);
  return (
    <Table
      label={userTexts.title}
      columns={columns}
      rows={people}
      rowId={(account: Account) => account.id}
      state={useListState('users', byName, columns)}
      search={userTexts.search}
      tools={<ViewsTool screen="users" />}
      empty={<Empty icon={UsersRound} text={userTexts.empty} help="registra-a-las-personas" />}
      noMatch={userTexts.noMatch}
    />
  );
}

interface OpenDialogProps {
  open: UsersDialog;
  people: readonly Account[];
  departments: readonly string[];
  onClose: () => void;
}

const writtenBy = (people: readonly Account[], field: 'level' | 'position') => [...new Set(people.map((person) => person[field]))].sort();

/** The latest version of the account, because a refused edit shows what changed. */
const latestOf = (people: readonly Account[], account: Account) => people.find(({ id }) => id === account.id) ?? account;

function OpenDialog({ open, people, departments, onClose }: OpenDialogProps) {
  const { client } = useApp();
  const finish = useFinish();
  const invite = async ({ id, email }: Account) => {
    await client.inviteUser({ id });
    await finish({ title: userTexts.invitationRenewed, detail: userTexts.invitationSent(email) });
  };
  const suggestions = { department: departments, level: writtenBy(people, 'level'), position: writtenBy(people, 'position') };
  switch (open.kind) {
    case 'register':
      return <AccountDialog people={people} suggestions={suggestions} onClose={onClose} />;
    case 'edit':
      return <AccountDialog account={latestOf(people, open.account)} people={people} suggestions={suggestions} onClose={onClose} />;
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
      return (
        <Suspense>
          <AbsencesDialog account={open.account} onClose={onClose} />
        </Suspense>
      );
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
    case 'status':
      return <StatusDialog account={open.account} people={people} onClose={onClose} />;
  }
}

const AbsencesDialog = lazy(() => import('./absences-dialog.tsx'));
const ImportDialog = lazy(() => import('./import-dialog.tsx'));

/** The button of the bulk upload, and its dialog. */
function ImportTool() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={FileUp} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {importDialog.open}
      </Button>
      {isOpen && (
        <Suspense>
          <ImportDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
