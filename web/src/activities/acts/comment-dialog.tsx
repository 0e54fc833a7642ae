import { isBlank } from '@bitacora/core/domain/text';
import './comment-photos.css';
import { commentTexts, evidenceTexts } from '@bitacora/core/messages/activities/acts';
import { frame } from '@bitacora/core/messages/layout';
import { validation } from '@bitacora/core/messages/validation';
import { ImagePlus, X } from 'lucide-react';
import { type ClipboardEvent, useEffect, useRef, useState } from 'react';
import { useSession } from '../../app/app.ts';
import { useClients } from '../../app/clients.ts';
import { type DraftKey, keepChosen, keptFiles } from '../../app/drafts.ts';
import { followPromise } from '../../app/follow-promise.ts';
import { evidence } from '../../messages/activity-form-texts.ts';
import { actNotice, consultPage } from '../../messages/consult-texts.ts';
import { unlessQueued } from '../../offline/unanswered.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { ConfirmDialog, focusFirst } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { FileInput } from '../../ui/file-input.tsx';
import { Alert } from '../../ui/states.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { errorSentence } from '../../ui/use-attempt.ts';
import { useObjectUrl } from '../../ui/use-object-url.ts';
import { type ChosenImages, IMAGE_TYPES, useChosenImages } from '../form/evidence-box.tsx';
import { type ActDialogProps, ActFormDialog, useAct, useActText } from './use-act.tsx';

/** Asks for confirmation before recording. After a failure the dialog reopens with its text (docs/product.md, 11). */
export function CommentDialog(props: ActDialogProps) {
  const { activity } = props;
  const attempt = useAct(props);
  const [body, setBody] = useActText('comment', activity.id);
  const [isTried, setTried] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const photos = useCommentPhotos(activity.id);
  const isMissing = isBlank(body);
  const ask = () => {
    setTried(true);
    if (!isMissing && !attempt.isOver) setAsking(true);
  };
  const record = async () => {
    await attempt.perform({
      call: () => photos.send(body),
      notice: actNotice('comment', activity.id, commentTexts.notice),
    });
  };
  if (isAsking) return <AskComment body={body} photoCount={photos.selection.images.length} act={record} onClose={() => setAsking(false)} />;
  return (
    <ActFormDialog
      attempt={attempt}
      title={commentTexts.title}
      submitLabel={commentTexts.submit}
      text={body}
      onSubmit={ask}
      onPaste={photos.paste}
    >
      {attempt.error !== null && <Alert title={photos.failure(attempt.error)} />}
      <Field label={commentTexts.label} error={isTried && isMissing ? validation.commentBlank : undefined} isRequired>
        {(tie) => (
          // The text field has the focus.
          <TextArea
            {...tie}
            {...(attempt.isOver ? {} : focusFirst)}
            maxLength={2000}
            readOnly={attempt.isOver}
            value={body}
            onChange={(event) => setBody(event.target.value)}
          />
        )}
      </Field>
      {!attempt.isOver && <CommentPhotos selection={photos.selection} />}
    </ActFormDialog>
  );
}

interface AskCommentProps {
  body: string;
  photoCount: number;
  /** Records it. A failure is told in the form, which keeps the text. */
  act: () => Promise<void>;
  onClose: () => void;
}

const question = { title: commentTexts.askTitle, confirm: commentTexts.confirm, keep: frame.cancel, failed: commentTexts.failed };

/** The first version asks this before it records a comment, so it stays (docs/product.md, 9.2). */
export const AskComment = ({ body, photoCount, ...asking }: AskCommentProps) => (
  <ConfirmDialog texts={question} tone="accent" {...asking}>
    <p>{commentTexts.askBody}</p>
    <blockquote className="quote prose">{body.trim()}</blockquote>
    {photoCount > 0 && <p>{consultPage.withPhotos(photoCount)}</p>}
  </ConfirmDialog>
);

interface KeptImagesOptions {
  onChange?: () => void;
  /** Called once with what this device kept, which is selected already. */
  onRead?: (files: readonly File[], selection: ChosenImages) => void;
}

/** Chosen images that this device keeps under `key` until none is left. */
export function useKeptImages(key: DraftKey, { onChange, onRead }: KeptImagesOptions = {}): ChosenImages {
  const [images, setImages] = useState<readonly File[]>([]);
  const selection = useChosenImages(images, (next) => {
    onChange?.();
    setImages(next);
    keepChosen(key, next);
  });
  useEffect(
    () =>
      followPromise(keptFiles(key), (files) => {
        if (files.length > 0) selection.replace(files);
        onRead?.(files, selection);
      }),
    [],
  );
  return selection;
}

/** A comment together with its photos, which become evidence. Photos stay on this device until they are sent. */
export function useCommentPhotos(activityId: number) {
  const { client } = useClients();
  const { user } = useSession();
  const selection = useKeptImages(`${user.id}.photos.${activityId}`);
  const { images, replace, prepared } = selection;
  /** Sends the photos first, because a comment may speak of them. They are dropped once stored, so that a second try sends only the comment. */
  const send = async (body: string) => {
    const ready = (await prepared()) ?? [];
    if (ready.length > 0) await client.addEvidence({ activityId, images: ready }).catch(unlessQueued);
    replace([]);
    await client.commentActivity({ activityId, body });
  };
  const failure = (error: unknown) => errorSentence(error, images.length > 0 ? evidenceTexts.failed : commentTexts.failed);
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
      <FileInput accept={IMAGE_TYPES} ref={input} label={consultPage.addPhotos} onChosen={selection.add} multiple />
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
