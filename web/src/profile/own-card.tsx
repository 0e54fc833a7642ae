import { ApiError } from '@bitacora/core/client';
import type { Endpoints, Reply } from '@bitacora/core/contract';
import { frame } from '@bitacora/core/messages/layout';
import { profileTexts } from '@bitacora/core/messages/profile';
import { validation } from '@bitacora/core/messages/validation';
import { Camera } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useApp, useFinish, useSession } from '../app.ts';
import { Avatar } from '../layout/side-menu.tsx';
import { Button, CancelButton } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { Alert } from '../ui/states.tsx';
import { sentenceOf, useAttempt } from '../ui/use-attempt.ts';
import './profile.css';

export type OwnData = Reply<Endpoints['readOwnData']>;

const FACTS = ['name', 'email', 'employeeNumber', 'department', 'position', 'kind'] as const;

/** Read-only facts that administrators set, and the photo. */
export function OwnCard({ own }: { own: OwnData }) {
  return (
    <section className="card" aria-label={own.name}>
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
  const { client, session } = useApp();
  const finish = useFinish();
  const { user } = useSession();
  const attempt = useAttempt();
  const [chosen, setChosen] = useState<File | null>(null);
  const [isRemoving, setRemoving] = useState(false);
  const preview = usePreview(chosen);
  const input = useRef<HTMLInputElement>(null);
  const choose = (file: File | undefined) => {
    attempt.forgive();
    setChosen(isPhoto(file) ? file : null);
    if (!isPhoto(file)) attempt.fail(new ApiError(400, validation.photoMissing, 'input.invalid'));
  };
  const refresh = (title: string) => {
    session.forget();
    return finish({ title });
  };
  const save = async () => {
    if (!chosen || !(await attempt.run(() => client.changePhoto({ image: [chosen] })))) return;
    await refresh(profileTexts.photoSaved);
    setChosen(null);
  };
  return (
    <div className="profile-photo">
      <Avatar name={name} photoUrl={preview ?? user.photoUrl} />
      <input
        ref={input}
        type="file"
        accept={TYPES.join(',')}
        hidden
        aria-label={profileTexts.photoChoose}
        onChange={(event) => {
          choose(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      <div className="profile-photo-acts">
        {chosen ? (
          <>
            <CancelButton onClick={() => setChosen(null)} isBusy={attempt.isBusy}>
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
      <p className="field-hint">{chosen ? profileTexts.photoPreview : profileTexts.photoRule}</p>
      {attempt.error !== null && <Alert title={sentenceOf(attempt.error, profileTexts.photoFailed)} />}
      {isRemoving && (
        <ConfirmDialog
          title={profileTexts.photoRemoveTitle}
          confirmLabel={profileTexts.photoRemoveConfirm}
          keepLabel={profileTexts.photoRemoveKeep}
          failed={profileTexts.photoRemoveFailed}
          act={() => client.removePhoto().then(() => refresh(profileTexts.photoRemoved))}
          onClose={() => setRemoving(false)}
        >
          <p>{profileTexts.photoRemoveBody}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

function usePreview(file: File | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return setUrl(null);
    const objectUrl = URL.createObjectURL(file);
    setUrl(objectUrl);
    return () => URL.revokeObjectURL(objectUrl);
  }, [file]);
  return url;
}
