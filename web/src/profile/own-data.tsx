import { ApiError } from '@bitacora/core/client';
import type { Endpoints, Reply } from '@bitacora/core/contract';
import { profileTexts } from '@bitacora/core/messages/account/profile';
import { exportTexts } from '@bitacora/core/messages/admin/exports';
import { frame } from '@bitacora/core/messages/layout';
import { validation } from '@bitacora/core/messages/validation';
import { Camera } from 'lucide-react';
import { useRef, useState } from 'react';
import { useApp, useFinish, useSession } from '../app/app.ts';
import { useClients } from '../app/clients.ts';
import { Loaded } from '../layout/loaded.tsx';
import { Card } from '../layout/page.tsx';
import { Avatar } from '../layout/side-menu.tsx';
import { Button, CancelButton } from '../ui/button.tsx';
import { ConfirmDialog, FormAlert } from '../ui/dialog.tsx';
import { ExportButton } from '../ui/export-button.tsx';
import { SentForm } from '../ui/field.tsx';
import { FileInput } from '../ui/file-input.tsx';
import { FormText, useCallForm } from '../ui/form.tsx';
import { Alert, ListSkeleton } from '../ui/states.tsx';
import { errorSentence, useAttempt } from '../ui/use-attempt.ts';
import { useObjectUrl } from '../ui/use-object-url.ts';
import type { SectionProps } from './profile-reads.ts';

/** Who the person is, and a copy of what is stored about them. */
export default function OwnDataSection({ reads }: SectionProps) {
  return (
    <Loaded of={reads.own()} skeleton={<ListSkeleton />}>
      {(data) => (
        <>
          <OwnCard own={data} />
          <PersonalForm own={data} />
          <Card title={exportTexts.own.title} lead={exportTexts.own.lead}>
            <ExportButton call="exportOwnData" label={exportTexts.own.download} />
          </Card>
        </>
      )}
    </Loaded>
  );
}

const FIELDS = ['alias', 'phone'] as const;
const inputs = { alias: { autoComplete: 'nickname', maxLength: 100 }, phone: { autoComplete: 'tel', maxLength: 30, type: 'tel' } } as const;

/** Alias and phone. */
function PersonalForm({ own }: { own: OwnData }) {
  const { client } = useClients();
  const finish = useFinish();
  const form = useCallForm({ alias: own.alias ?? '', phone: own.phone ?? '' });
  const save = async () => {
    if (await form.send((fields) => client.updateProfile(fields))) await finish({ title: profileTexts.personalSaved });
  };
  return (
    <Card title={profileTexts.personal}>
      <SentForm ref={form.element} className="profile-form" onSubmit={save}>
        <FormAlert error={form.error} failed={profileTexts.personalFailed} fields={FIELDS} />
        <div className="profile-pair">
          {FIELDS.map((field) => (
            <FormText key={field} form={form} name={field} label={profileTexts.facts[field]} {...inputs[field]} />
          ))}
        </div>
        <Button type="submit" tone="accent" isBusy={form.isBusy}>
          {frame.saveChanges}
        </Button>
      </SentForm>
    </Card>
  );
}

type OwnData = Reply<Endpoints['readOwnData']>;

const FACTS = ['name', 'email', 'employeeNumber', 'department', 'position', 'kind'] as const;

/** Read-only facts that administrators set, and the photo. */
function OwnCard({ own }: { own: OwnData }) {
  return (
    <section className="card profile-own" aria-label={own.name}>
      <h2 className="only-read">{own.name}</h2>
      <PhotoForm name={own.name} />
      <dl className="profile-facts">
        {FACTS.map((name) => (
          <div key={name}>
            <dt>{profileTexts.facts[name]}</dt>
            <dd>{own[name]}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const TYPES = ['image/png', 'image/jpeg'];
const MAX_BYTES = 5_000_000;

const isPhoto = (file: File | undefined): file is File => file !== undefined && TYPES.includes(file.type) && file.size <= MAX_BYTES;

/** Selects a photo, previews it, and saves or discards it (docs/product.md, 10). */
function PhotoForm({ name }: { name: string }) {
  const { client } = useClients();
  const { session } = useApp();
  const finish = useFinish();
  const { user } = useSession();
  const attempt = useAttempt();
  const [newPhoto, setNewPhoto] = useState<File | null>(null);
  const [isRemoving, setRemoving] = useState(false);
  const preview = useObjectUrl(newPhoto);
  const input = useRef<HTMLInputElement>(null);
  const choose = (file: File | undefined) => {
    attempt.clearError();
    setNewPhoto(isPhoto(file) ? file : null);
    if (!isPhoto(file)) attempt.fail(new ApiError(400, validation.photoMissing, 'input.invalid'));
  };
  const save = async () => {
    if (!newPhoto || !(await attempt.run(() => client.changePhoto({ image: [newPhoto] })))) return;
    session.forget();
    await finish({ title: profileTexts.photoSaved });
    setNewPhoto(null);
  };
  return (
    <div className="profile-photo">
      <Avatar name={name} photoUrl={preview ?? user.photoUrl} />
      <FileInput ref={input} accept={TYPES.join(',')} label={profileTexts.photoChoose} onChosen={([file]) => choose(file)} />
      <div className="profile-photo-acts">
        {newPhoto ? (
          <>
            <CancelButton onClick={() => setNewPhoto(null)} isBusy={attempt.isBusy}>
              {frame.cancel}
            </CancelButton>
            <Button tone="accent" isBusy={attempt.isBusy} onClick={save}>
              {profileTexts.photoSubmit}
            </Button>
          </>
        ) : (
          <>
            <Button icon={Camera} onClick={() => input.current?.click()}>
              {user.photoUrl ? profileTexts.photoChange : profileTexts.photoChoose}
            </Button>
            {user.photoUrl && (
              <Button tone="quiet" onClick={() => setRemoving(true)}>
                {profileTexts.photoRemove}
              </Button>
            )}
          </>
        )}
      </div>
      <p className="field-hint">{newPhoto ? profileTexts.photoPreview : profileTexts.photoRule}</p>
      {attempt.error !== null && <Alert title={errorSentence(attempt.error, profileTexts.photoFailed)} />}
      {isRemoving && (
        <ConfirmDialog
          texts={profileTexts.photoRemoval}
          act={() => client.removePhoto().then(() => session.forget())}
          onClose={() => setRemoving(false)}
        >
          <p>{profileTexts.photoRemoval.body}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
