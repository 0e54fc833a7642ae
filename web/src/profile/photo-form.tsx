import { ApiError } from '@bitacora/core/client';
import { frame } from '@bitacora/core/messages/layout';
import { profileTexts } from '@bitacora/core/messages/profile';
import { validation } from '@bitacora/core/messages/validation';
import { Camera } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router-dom';
import { useApp } from '../app.ts';
import { Avatar } from '../layout/avatar.tsx';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { sentenceOf, useAttempt } from '../ui/use-attempt.ts';
import { useSession } from '../use-session.ts';
import { RemovePhotoDialog } from './remove-photo-dialog.tsx';

const TYPES = ['image/png', 'image/jpeg'];
const MAX_BYTES = 5_000_000;

const isPhoto = (file: File | undefined): file is File => file !== undefined && TYPES.includes(file.type) && file.size <= MAX_BYTES;

/** Selects a photo, previews it, and saves or discards it (docs/product.md, 10). */
export function PhotoForm({ name }: { name: string }) {
  const { client, session, notices } = useApp();
  const { user } = useSession();
  const { revalidate } = useRevalidator();
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
  const save = async () => {
    if (!chosen || !(await attempt.run(() => client.changePhoto({ image: [chosen] })))) return;
    session.forget();
    notices.show({ title: profileTexts.photoSaved });
    await revalidate();
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
            <Button onClick={() => setChosen(null)} disabled={attempt.isBusy}>
              {frame.cancel}
            </Button>
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
      {isRemoving && <RemovePhotoDialog onClose={() => setRemoving(false)} />}
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
