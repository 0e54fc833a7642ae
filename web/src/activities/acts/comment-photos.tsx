import { commentTexts, evidenceTexts } from '@bitacora/core/messages/acts';
import { ImagePlus, X } from 'lucide-react';
import { type ClipboardEvent, useEffect, useRef, useState } from 'react';
import { useApp, useSession } from '../../app.ts';
import { type DraftKey, forgetDraft, keepFields, keepFiles, keptFiles } from '../../drafts.ts';
import { evidence } from '../../messages/activity-form.ts';
import { consultPage } from '../../messages/consult.ts';
import { unlessQueued } from '../../offline/unanswered.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Alert } from '../../ui/states.tsx';
import { sentenceOf } from '../../ui/use-attempt.ts';
import { ChosenFiles, useObjectUrl } from '../form/evidence-box.tsx';
import { type ChosenImages, useChosenImages } from '../form/use-chosen-images.ts';
import './comment-photos.css';

/** A comment together with its photos, which become evidence. Photos stay on this device until they are sent. */
export function useCommentPhotos(activityId: number) {
  const { client } = useApp();
  const { user } = useSession();
  const key: DraftKey = `${user.id}.photos.${activityId}`;
  const [images, setImages] = useState<readonly File[]>([]);
  const selection = useChosenImages(images, (next) => {
    setImages(next);
    if (next.length === 0) return forgetDraft(key);
    keepFields(key, null);
    void keepFiles(key, next);
  });
  const { replace, prepared } = selection;
  useEffect(() => {
    let isOpen = true;
    void keptFiles(key).then((kept) => {
      if (isOpen && kept.length > 0) replace(kept);
    });
    return () => {
      isOpen = false;
    };
  }, []);
  /** The photos first, because a comment may speak of them. They are dropped once stored, so that a second try sends only the comment. */
  const send = async (body: string) => {
    const ready = (await prepared()) ?? [];
    if (ready.length > 0) await client.addEvidence({ activityId, images: ready }).catch(unlessQueued);
    replace([]);
    await client.commentActivity({ activityId, body });
  };
  const failure = (error: unknown) => sentenceOf(error, images.length > 0 ? evidenceTexts.failed : commentTexts.failed);
  const paste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files];
    // Spreadsheets put a picture beside the text, which the field needs.
    if (files.length === 0 || event.clipboardData.types.includes('text/plain')) return;
    event.preventDefault();
    selection.add(files);
  };
  return { selection, send, failure, paste };
}

/** The photos beside a comment, each with a button that removes it, and the button that opens the device's chooser. */
export function CommentPhotos({ selection }: { selection: ChosenImages }) {
  const input = useRef<HTMLInputElement>(null);
  const { images, complaint } = selection;
  return (
    <div className="comment-photos">
      {complaint && <Alert title={complaint.title}>{complaint.detail}</Alert>}
      {images.length > 0 && (
        <ul className="comment-photo-list" aria-label={consultPage.photos(images.length)}>
          {images.map((image) => (
            <Photo key={`${image.name} ${image.size} ${image.lastModified}`} image={image} onRemove={() => selection.remove(image)} />
          ))}
        </ul>
      )}
      <Button tone="quiet" icon={ImagePlus} isBusy={selection.isPreparing} onClick={() => input.current?.click()}>
        {selection.isPreparing ? evidence.preparing : consultPage.addPhotos}
      </Button>
      <ChosenFiles ref={input} label={consultPage.addPhotos} onChosen={selection.add} multiple />
    </div>
  );
}

function Photo({ image, onRemove }: { image: File; onRemove: () => void }) {
  const url = useObjectUrl(image);
  return (
    <li>
      {url && <img src={url} alt={evidence.preview(image.name)} />}
      <IconButton icon={X} label={consultPage.removePhoto(image.name)} onClick={onRemove} />
    </li>
  );
}
