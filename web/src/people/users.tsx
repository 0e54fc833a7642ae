import '../ui/status-chip.css';
import './account-chip.css';
import type { Account } from '@bitacora/core/contract/people/user-endpoints';
import { refusalToChange, refusalToManage, refusalToSetAbsence } from '@bitacora/core/domain/activities/duties';
import { adminPolicy, fullName, isDeveloper, isPrivileged, type Privileges } from '@bitacora/core/domain/people/person';
import { userTexts } from '@bitacora/core/messages/people/users';
import { createColumnHelper } from '@tanstack/react-table';
import {
  CalendarOff,
  Ellipsis,
  FileUp,
  LockOpen,
  type LucideIcon,
  MailPlus,
  Pencil,
  ShieldOff,
  UserRoundCheck,
  UserRoundPlus,
  UserRoundX,
  UsersRound,
} from 'lucide-react';
import { Tag } from 'primereact/tag';
import { useMemo, useState } from 'react';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { useSession } from '../app/app.ts';
import { getClients } from '../app/clients.ts';
import { deferred, Loaded, useLoaded } from '../layout/loaded.tsx';
import { countWhere, FiguresLead, Page } from '../layout/page.tsx';
import { PersonLink } from '../layout/person-link.tsx';
import { type ListFilters, LocalList } from '../saved-views/local-list.tsx';
import { Button, IconButton, RowAct } from '../ui/button.tsx';
import { later } from '../ui/later.tsx';
import { Popover } from '../ui/popover.tsx';
import { Empty, ListSkeleton } from '../ui/states.tsx';
import { Clipped, type Features } from '../ui/table-model.tsx';
import { rereadFor } from '../ui/use-address-state.ts';
import type { Intent, UsersDialog } from './open-dialog.tsx';

const byName = [{ id: 'name', desc: false }];

/** A change of order, search or page needs no reload. */
export const shouldRevalidate = rereadFor();

export function loader(args: LoaderFunctionArgs) {
  const { client } = getClients(args);
  return { loaded: deferred(Promise.all([client.listUsers(), client.listDepartments()])) };
}

export function Component() {
  const { loaded } = useLoaded<typeof loader>();
  const [open, setOpen] = useState<UsersDialog | null>(null);
  return (
    <Page
      title={userTexts.title}
      lead={
        <FiguresLead
          of={loaded}
          none={userTexts.none}
          parts={([people]) => {
            const active = countWhere(people, ({ isActive }) => isActive);
            const invited = countWhere(people, isInvited);
            return [
              { text: userTexts.active(active), count: active },
              { text: userTexts.inactive(people.length - active), count: people.length - active },
              { text: userTexts.invited(invited), count: invited },
            ];
          }}
        />
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

const standing = (account: Account) =>
  !account.isActive ? userTexts.isInactive : isInvited(account) ? userTexts.pendingInvitation : userTexts.isActive;
const filters: ListFilters<Account> = {
  department: { label: userTexts.department, value: ({ department }) => department },
  status: { label: userTexts.status, value: standing },
};

function People({ people, onIntent }: { people: readonly Account[]; onIntent: (intent: Intent) => void }) {
  const { user } = useSession();
  const columns = useMemo(() => accountColumns(user, people, onIntent), [user, people]);
  return (
    <LocalList
      screen="users"
      label={userTexts.title}
      columns={columns}
      rows={people}
      usualOrder={byName}
      filters={filters}
      search={userTexts.search}
      empty={<Empty icon={UsersRound} text={userTexts.empty} help="registra-a-las-personas" />}
      noMatch={userTexts.noMatch}
    />
  );
}

const OpenDialog = later(async () => (await import('./open-dialog.tsx')).OpenDialog);
const ImportDialog = later(async () => (await import('./import-dialog.tsx')).ImportDialog);

/** The button of the bulk upload, and its dialog. */
function ImportTool() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={FileUp} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {userTexts.importMany}
      </Button>
      {isOpen && <ImportDialog onClose={() => setOpen(false)} />}
    </>
  );
}

const helper = createColumnHelper<Features, Account>();

/** The accounts, with the actions that `actor` may do; `people` are all of them. */
const accountColumns = (actor: Privileges, people: readonly Account[], onIntent: (intent: Intent) => void) => [
  helper.accessor('employeeNumber', {
    header: userTexts.employeeNumber,
    meta: { width: 64, onCard: 'head', isTabular: true, isSearched: true },
  }),
  helper.accessor(fullName, {
    id: 'name',
    header: userTexts.name,
    meta: { width: 208, onCard: 'lead', isSearched: true },
    cell: ({ row: { original } }) => (
      <span className="account-name" data-email={original.email}>
        <PersonLink id={original.id} name={fullName(original)} />
        <span className="muted account-line" title={positionLine(original)}>
          {positionLine(original)}
        </span>
      </span>
    ),
  }),
  helper.accessor('email', {
    header: userTexts.email,
    meta: { isMinor: 'medium', isSearched: true },
    cell: ({ row: { original } }) => (
      <span className="account-name">
        <span className="account-line" title={original.email}>
          {original.email}
        </span>
        {original.pendingEmail && <span className="account-pending">{userTexts.pendingEmail(original.pendingEmail)}</span>}
      </span>
    ),
  }),
  helper.accessor('department', {
    header: userTexts.department,
    meta: { width: 112, isMinor: 'medium' },
    cell: ({ getValue }) => <Clipped text={getValue()} />,
  }),
  helper.accessor((account) => (account.isActive ? Number(isInvited(account)) : 2), {
    id: 'status',
    header: userTexts.status,
    meta: { width: 154, onCard: 'badge' },
    cell: ({ row }) => <AccountChip account={row.original} />,
  }),
  helper.display({
    id: 'actions',
    header: userTexts.actions,
    meta: { width: 218, onCard: 'action' },
    cell: ({ row: { original } }) =>
      !refusalToManage(actor, original) && (
        <span className="account-actions">
          <AccountActs account={original} acts={accountActs(actor, original, people)} onIntent={onIntent} />
        </span>
      ),
  }),
];

/** What the person is, and may do beyond that, in one line. */
const positionLine = (account: Account) =>
  [account.position, isDeveloper(account) ? userTexts.developer : isPrivileged(account) && userTexts.privileged]
    .filter(Boolean)
    .join(' · ');

/** They have a place each in every row; the rarer ones are behind one button. */
const placed: readonly Intent['kind'][] = ['edit', 'absences', 'status'];

interface AccountActsProps {
  account: Account;
  acts: readonly AccountAct[];
  onIntent: (intent: Intent) => void;
}

function AccountActs({ account, acts, onIntent }: AccountActsProps) {
  const name = fullName(account);
  const button = ([kind, Icon, word, label]: AccountAct, close?: () => void) => (
    <RowAct
      key={kind}
      icon={Icon}
      label={label(name)}
      data-act={kind}
      onClick={() => {
        close?.();
        onIntent({ kind, account });
      }}
    >
      {word}
    </RowAct>
  );
  const rare = acts.filter(([kind]) => !placed.includes(kind));
  return (
    <>
      {acts.filter(([kind]) => placed.includes(kind)).map((act) => button(act))}
      {rare.length > 0 && (
        <Popover
          label={userTexts.moreActs(name)}
          button={(trigger) => <IconButton icon={Ellipsis} label={userTexts.moreActs(name)} {...trigger} />}
        >
          {(close) => rare.map((act) => button(act, close))}
        </Popover>
      )}
    </>
  );
}

type AccountAct = [kind: Intent['kind'], icon: LucideIcon, word: string, label: (name: string) => string, isOpen: boolean];

/** What `actor` may do to an account. People cannot deactivate themselves, and an account with a password needs no invitation. */
const accountActs = (actor: Privileges, account: Account, people: readonly Account[]): AccountAct[] => {
  const { acts, edit, absences, invite, resetFactor, allowResets, deactivate, activate } = userTexts;
  const { isActive } = account;
  const changesStatus = !refusalToChange(actor, account, ['isActive'], people);
  const all: AccountAct[] = [
    ['edit', Pencil, acts.edit, edit, true],
    ['absences', CalendarOff, acts.absences, absences, isActive && !refusalToSetAbsence(actor, account, people)],
    ['invite', MailPlus, acts.invite, invite, isInvited(account)],
    [
      'factor',
      ShieldOff,
      acts.factor,
      resetFactor,
      account.id !== actor.id && account.hasSecondFactor && adminPolicy.resetSecondFactors(actor),
    ],
    ['resets', LockOpen, acts.resets, allowResets, account.areResetsBlocked && adminPolicy.allowPasswordResets(actor)],
    isActive
      ? ['status', UserRoundX, acts.deactivate, deactivate, changesStatus]
      : ['status', UserRoundCheck, acts.activate, activate, changesStatus],
  ];
  return all.filter(([, , , , isOpen]) => isOpen);
};

/** True for a person who was invited and has no password yet. */
const isInvited = ({ isActive, hasPassword }: Account): boolean => isActive && !hasPassword;

/** Shows whether an account may be used, and whether its invitation was taken up. */
function AccountChip({ account }: { account: Account }) {
  return (
    <span className="account-state">
      <Tag value={standing(account)} data-account={isInvited(account) ? 'invited' : account.isActive ? 'active' : 'inactive'} />
      {account.areResetsBlocked && <span className="account-pending">{userTexts.resetsBlocked}</span>}
    </span>
  );
}
