import './account-dialog.css';
import { ApiError } from '@bitacora/core/client';
import type { Account } from '@bitacora/core/contract/people/user-endpoints';
import { needsConfirmation } from '@bitacora/core/domain/account/account';
import { type PowerField, powerFields, refusalToChange, refusalToChangeEmail } from '@bitacora/core/domain/activities/duties';
import {
  adminPolicy,
  DEVELOPER,
  EMPLOYEE,
  fullName,
  isGainingPrivilege,
  isPrivileged,
  type Privileges,
} from '@bitacora/core/domain/people/person';
import { userTexts } from '@bitacora/core/messages/people/users';
import type { Message } from 'primereact/message';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useRevalidator } from 'react-router-dom';
import { useApp, useSession } from '../app/app.ts';
import { useClients } from '../app/clients.ts';
import { personOption } from '../layout/person-link.tsx';
import { Button } from '../ui/button.tsx';
import { Choice } from '../ui/choice.tsx';
import { ConfirmDialog, focusFirst } from '../ui/dialog.tsx';
import { SuggestInput } from '../ui/field.tsx';
import { CallFormDialog, demandFilled, FormField, FormSelect, useCallForm, useDraftKey } from '../ui/form.tsx';
import { Alert, LiveMessage } from '../ui/states.tsx';
import { errorSentence, useAttempt, useSeenVersion, withFieldErrors } from '../ui/use-attempt.ts';

const TEXT_FIELDS = ['firstName', 'lastName', 'employeeNumber', 'email', 'department', 'level', 'position', 'alias', 'phone'] as const;
type TextField = (typeof TEXT_FIELDS)[number];
type AccountDraft = Record<TextField, string> & { kind: typeof DEVELOPER | typeof EMPLOYEE; managerId: number | null };

const OPTIONAL: readonly TextField[] = ['alias', 'phone'];
const INPUT_TYPES: Partial<Record<TextField, string>> = { email: 'email', phone: 'tel' };
const places = {
  'user.duplicateEmail': 'email',
  'user.emailProtected': 'email',
  'user.emailOfInactive': 'email',
  'user.duplicateNumber': 'employeeNumber',
  'user.developerOnly': 'kind',
  'user.bossOnly': 'position',
  'user.ownPower': 'position',
} as const;
const kinds = [EMPLOYEE, DEVELOPER].map((kind) => ({ value: kind, label: kind }));

const toDraft = (account: Account | undefined): AccountDraft => ({
  ...(Object.fromEntries(TEXT_FIELDS.map((field) => [field, account?.[field] ?? ''])) as Record<TextField, string>),
  kind: account?.kind === DEVELOPER ? DEVELOPER : EMPLOYEE,
  managerId: account?.managerId ?? null,
});

const accountOption = (person: Account) =>
  personOption(person, `${person.employeeNumber} · ${person.isActive ? person.position : userTexts.isInactive}`);

/** Offers nobody, the active people, and the current boss. */
const managersFor = (people: readonly Account[], account: Account | undefined) => [
  { value: '', label: userTexts.noManager },
  ...people.filter(({ id, isActive }) => id !== account?.id && (isActive || id === account?.managerId)).map(accountOption),
];

/** The sentence of each field that `actor` may not change. */
function protectedFields(actor: Privileges, account: Account | undefined, people: readonly Account[]): Partial<Record<PowerField, string>> {
  if (!account) return {};
  const sentence = account.id === actor.id ? userTexts.ownPower : userTexts.powerProtected;
  return Object.fromEntries(
    powerFields.filter((field) => refusalToChange(actor, account, [field], people)).map((field) => [field, sentence]),
  );
}

interface AccountDialogProps {
  /** The account to edit; without one, a person is registered and invited. */
  account?: Account;
  /** All accounts, of which one may be the boss. */
  people: readonly Account[];
  /** Suggestions: the values of other accounts. */
  suggestions: Partial<Record<TextField, readonly string[]>>;
  onClose: () => void;
}

export function AccountDialog({ account, people, suggestions, onClose }: AccountDialogProps) {
  const { client } = useClients();
  const { session, now } = useApp();
  const { user } = useSession();
  const { revalidate } = useRevalidator();
  const attempt = useAttempt();
  const form = useCallForm(toDraft(account), { draft: useDraftKey(account ? `person.${account.id}.${account.version}` : 'person') });
  const seenVersion = useSeenVersion(account?.version, form.error);
  const draft = form.watch();
  const isEmailProtected = account !== undefined && refusalToChangeEmail(user, account, people, now()) !== null;
  const protection = useMemo(() => protectedFields(user, account, people), [user, account, people]);
  const mustConfirm = account !== undefined && needsConfirmation(account, draft.email);
  const hints: Partial<Record<TextField, string | undefined>> = {
    email: isEmailProtected ? userTexts.emailProtected : mustConfirm ? userTexts.emailMustBeConfirmed : undefined,
    position: protection.position ?? (isPrivileged({ kind: EMPLOYEE, position: draft.position }) ? userTexts.positionHint : undefined),
  };
  const [isAsking, setAsking] = useState(false);
  useEffect(() => form.subscribe({ formState: { values: true }, callback: () => setAsking(false) }), [form.subscribe]);
  const [isCanceled, setCanceled] = useState(false);
  const emailChange = useRef<Message>(null);
  const cancelEmailChange = async ({ id }: Account) => {
    if (!(await attempt.run(() => client.cancelEmailChange({ id })))) return;
    setCanceled(true);
    await revalidate();
  };
  // The button disappears. The fields accept focus again only in the render after the call.
  useEffect(() => {
    if (isCanceled) emailChange.current?.getElement()?.focus();
  }, [isCanceled]);
  const save = async () => {
    if (!isAsking && isGainingPrivilege(account ?? null, draft)) {
      setAsking(true);
      return false;
    }
    await withFieldErrors<unknown>(
      account ? client.updateUser({ ...draft, id: account.id, seen: seenVersion }) : client.createUser(draft),
      places,
    );
    if (account?.id === user.id) session.forget();
    if (!account) return userTexts.invitationSent(draft.email.trim());
    return mustConfirm ? userTexts.confirmationSent(draft.email.trim()) : undefined;
  };
  const texts = account ? userTexts.edition : userTexts.registration;
  return (
    <CallFormDialog
      form={form}
      texts={isAsking ? { ...texts, confirm: userTexts.privilegeConfirm } : texts}
      size="wide"
      onSubmit={save}
      onClose={onClose}
    >
      {attempt.error !== null && <Alert title={errorSentence(attempt.error, userTexts.edition.failed)} />}
      {isAsking && <Alert title={userTexts.privilegeQuestion(fullName(draft))} />}
      {!account && <p className="muted">{userTexts.registerLead}</p>}
      <div className="account-fields">
        {TEXT_FIELDS.map((field, index) => (
          <FormField
            key={field}
            form={form}
            name={field}
            label={userTexts.fields[field]}
            hint={hints[field]}
            isRequired={!OPTIONAL.includes(field)}
          >
            {(tie, value, onChange) => (
              <SuggestInput
                {...tie}
                {...(index === 0 ? focusFirst : {})}
                type={INPUT_TYPES[field] ?? 'text'}
                readOnly={field === 'email' ? isEmailProtected : field === 'position' && protection.position !== undefined}
                autoComplete="off"
                suggestions={suggestions[field] ?? []}
                value={value}
                onChange={(event) => onChange(event.target.value)}
              />
            )}
          </FormField>
        ))}
        <FormSelect
          form={form}
          name="managerId"
          label={userTexts.fields.manager}
          hint={protection.managerId ?? userTexts.managerHint}
          disabled={protection.managerId !== undefined}
          options={managersFor(people, account)}
          placeholder={userTexts.noManager}
          search={{ placeholder: userTexts.personSearch, noMatch: userTexts.noOtherPerson }}
        />
      </div>
      {account && (account.pendingEmail || isCanceled) && (
        <LiveMessage className="account-email-change" tabIndex={-1} ref={emailChange}>
          <span className="account-pending">
            {isCanceled || !account.pendingEmail
              ? userTexts.emailChangeCanceled(account.email)
              : userTexts.pendingEmail(account.pendingEmail)}
          </span>
          {!isCanceled && !isEmailProtected && (
            <Button isBusy={attempt.isBusy} onClick={() => void cancelEmailChange(account)}>
              {userTexts.cancelEmailChange}
            </Button>
          )}
        </LiveMessage>
      )}
      {account && adminPolicy.makeDevelopers(user) && !protection.kind && (
        <Choice
          legend={userTexts.fields.kind}
          name="kind"
          value={draft.kind}
          options={kinds}
          onChange={(kind) => form.setValue('kind', kind === DEVELOPER ? DEVELOPER : EMPLOYEE)}
        />
      )}
    </CallFormDialog>
  );
}

interface StatusDialogProps {
  account: Account;
  /** All accounts; the active ones can take over. */
  people: readonly Account[];
  onClose: () => void;
}

const holdsOpenWork = (error: unknown): error is ApiError => error instanceof ApiError && error.code === 'user.hasOpenActivities';

/** Activates or deactivates. With open activities it asks who takes them over. */
export function StatusDialog({ account, people, onClose }: StatusDialogProps) {
  const { client } = useClients();
  const [openWork, setOpenWork] = useState<string | null>(null);
  const isActive = !account.isActive;
  const change = async () => {
    try {
      await client.setUserStatus({ id: account.id, isActive, reassignTo: null });
    } catch (error) {
      if (!holdsOpenWork(error)) throw error;
      setOpenWork(error.message);
      return false;
    }
    return true;
  };
  if (openWork !== null) return <HandOverDialog account={account} people={people} sentence={openWork} onClose={onClose} />;
  const question = isActive ? userTexts.activation : userTexts.deactivation;
  return (
    <ConfirmDialog texts={question} tone={isActive ? 'accent' : 'danger'} act={change} onClose={onClose}>
      <p>{question.body(fullName(account))}</p>
    </ConfirmDialog>
  );
}

interface HandOverDialogProps extends StatusDialogProps {
  /** The server's words on how much is open. */
  sentence: string;
}

type HandOverFields = { reassignTo: number | null };

function HandOverDialog({ account, people, sentence, onClose }: HandOverDialogProps) {
  const { client } = useClients();
  const { user } = useSession();
  const form = useCallForm<HandOverFields>({ reassignTo: null });
  const successors = people.filter(({ id, isActive }) => isActive && id !== account.id && id !== user.id);
  const handOver = async (fields: HandOverFields) => {
    const { reassignTo } = demandFilled(fields);
    await client.setUserStatus({ id: account.id, isActive: false, reassignTo });
    const successor = successors.find(({ id }) => id === reassignTo);
    return successor && userTexts.handedOver(fullName(successor));
  };
  return (
    <CallFormDialog
      form={form}
      texts={{ ...userTexts.deactivation, confirm: userTexts.handOverConfirm }}
      onSubmit={handOver}
      onClose={onClose}
    >
      <p className="dialog-subject">{fullName(account)}</p>
      <p>{sentence}</p>
      <FormSelect
        form={form}
        name="reassignTo"
        label={userTexts.successor}
        hint={userTexts.successorHint}
        isRequired
        options={successors.map(accountOption)}
        placeholder={userTexts.successorPlaceholder}
        search={{ placeholder: userTexts.personSearch, noMatch: userTexts.noOtherPerson }}
        emptyText={userTexts.noOtherPerson}
      />
    </CallFormDialog>
  );
}
