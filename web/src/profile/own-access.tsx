import type { Endpoints, Reply } from '@bitacora/core/contract';
import { isAcceptablePassword } from '@bitacora/core/domain/account/account';
import { sessionTexts } from '@bitacora/core/messages/account/own-sessions';
import { profileTexts } from '@bitacora/core/messages/account/profile';
import { writtenInstant } from '@bitacora/core/messages/dates';
import { validation } from '@bitacora/core/messages/validation';
import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { useFinish, useSession } from '../app/app.ts';
import { useClients } from '../app/clients.ts';
import { Loaded } from '../layout/loaded.tsx';
import { Card } from '../layout/page.tsx';
import { OwnFactor } from '../login/second-factor/own-factor.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { Check } from '../ui/choice.tsx';
import { ConfirmDialog, FormAlert } from '../ui/dialog.tsx';
import { SentForm } from '../ui/field.tsx';
import { FormText, refuseFields, useCallForm } from '../ui/form.tsx';
import type { SectionProps } from './profile-reads.ts';

/** How the person logs in, and where they are logged in. */
export default function AccessSection({ reads }: SectionProps) {
  const { allowsPasswords } = useSession();
  return (
    <>
      {allowsPasswords && <PasswordForm />}
      {allowsPasswords && <OwnFactor factor={reads.factor()} />}
      <OwnSessions sessions={reads.sessions()} />
    </>
  );
}

const empty = { currentPassword: '', password: '', confirmation: '' };
type PasswordDraft = typeof empty;
const FIELDS = ['currentPassword', 'password', 'confirmation'] as const;
const labels = {
  currentPassword: profileTexts.currentPassword,
  password: profileTexts.newPassword,
  confirmation: profileTexts.confirmation,
};

/** Errors before the call, in the server's words (docs/product.md, 10). */
function findErrors({ currentPassword, password, confirmation }: PasswordDraft): Partial<PasswordDraft> {
  if (currentPassword === '') return { currentPassword: validation.currentPasswordRequired };
  if (!isAcceptablePassword('profile', password)) return { password: validation.profilePasswordInvalid };
  if (password === currentPassword) return { password: validation.passwordUnchanged };
  return password === confirmation ? {} : { confirmation: validation.passwordsDiffer };
}

/** Changes the password. Other sessions end; other access ends unless the person keeps it. */
function PasswordForm() {
  const { client } = useClients();
  const finish = useFinish();
  const { user } = useSession();
  const form = useCallForm(empty);
  const [endsAccess, setEndsAccess] = useState(true);
  const change = async () => {
    const isChanged = await form.send(async (draft) => {
      const errors = findErrors(draft);
      if (Object.keys(errors).length > 0) throw refuseFields(errors);
      await client.changePassword({ ...draft, endsAccess });
    });
    if (!isChanged) return;
    form.restart();
    setEndsAccess(true);
    await finish({
      title: profileTexts.passwordSaved,
      detail: endsAccess ? profileTexts.passwordSavedAllDetail : profileTexts.passwordSavedDetail,
    });
  };
  return (
    <Card title={profileTexts.password}>
      <SentForm ref={form.element} className="profile-form" onSubmit={change}>
        <FormAlert error={form.error} failed={profileTexts.passwordFailed} fields={FIELDS} />
        {/* Gives password managers the account. */}
        <input type="email" autoComplete="username" aria-label={profileTexts.facts.email} value={user.email} readOnly hidden />
        <div className="profile-pair">
          {FIELDS.map((field) => (
            <FormText
              key={field}
              form={form}
              name={field}
              label={labels[field]}
              hint={field === 'password' ? profileTexts.newPasswordHint : undefined}
              isRequired
              type="password"
              autoComplete={field === 'currentPassword' ? 'current-password' : 'new-password'}
            />
          ))}
        </div>
        <Check
          label={profileTexts.passwordEndsAccess}
          hint={profileTexts.passwordEndsAccessHint}
          isTicked={endsAccess}
          onChange={setEndsAccess}
        />
        <Button type="submit" isBusy={form.isBusy}>
          {profileTexts.passwordSubmit}
        </Button>
      </SentForm>
    </Card>
  );
}

type PersonSession = Reply<Endpoints['listOwnSessions']>[number];

/** The person's sessions; all but the current one can be ended. */
function OwnSessions({ sessions }: { sessions: Promise<PersonSession[]> }) {
  const { client } = useClients();
  const finish = useFinish();
  const [ending, setEnding] = useState<PersonSession | 'others' | null>(null);
  const close = () => setEnding(null);
  const endOthers = async () => {
    const { count } = await client.endOtherSessions();
    await finish({ title: sessionTexts.othersEnded(count) });
  };
  return (
    <Card title={sessionTexts.title} lead={sessionTexts.lead}>
      <Loaded of={sessions}>
        {(rows) => (
          <>
            <ul className="card-rows">
              {rows.map((session) => (
                <SessionRow key={session.id} session={session} onEnd={() => setEnding(session)} />
              ))}
            </ul>
            {rows.some(({ isCurrent }) => !isCurrent) ? (
              <div>
                <Button icon={LogOut} onClick={() => setEnding('others')}>
                  {sessionTexts.endOthers}
                </Button>
              </div>
            ) : (
              <p className="muted">{sessionTexts.onlyThis}</p>
            )}
          </>
        )}
      </Loaded>
      {ending === 'others' && (
        <ConfirmDialog texts={sessionTexts.endingOthers} act={endOthers} onClose={close}>
          <p>{sessionTexts.endingOthers.body}</p>
        </ConfirmDialog>
      )}
      {ending && ending !== 'others' && (
        <ConfirmDialog texts={sessionTexts.ending} act={() => client.endOwnSession({ id: ending.id })} onClose={close}>
          <p>{sessionTexts.ending.body(ending.device)}</p>
        </ConfirmDialog>
      )}
    </Card>
  );
}

function SessionRow({ session, onEnd }: { session: PersonSession; onEnd: () => void }) {
  const { zone } = useSession();
  const { device, address, createdAt, lastUsedAt, isCurrent } = session;
  const facts = [
    address ? sessionTexts.address(address) : sessionTexts.noAddress,
    sessionTexts.openedAt(writtenInstant(createdAt, zone)),
    sessionTexts.lastUsed(writtenInstant(lastUsedAt, zone)),
  ];
  return (
    <li className="card-row">
      <div>
        <p>
          <span className="card-row-name">{device}</span>
          {isCurrent && <span className="muted"> · {sessionTexts.current}</span>}
        </p>
        <p className="muted">{facts.join(' · ')}</p>
      </div>
      {!isCurrent && <IconButton icon={LogOut} label={sessionTexts.end(device)} hasTip onClick={onEnd} />}
    </li>
  );
}
