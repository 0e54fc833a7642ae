import { commentTexts } from '@bitacora/core/messages/acts';
import { frame } from '@bitacora/core/messages/layout';
import { validation } from '@bitacora/core/messages/validation';
import { type FormEvent, useId, useState } from 'react';
import { consultPage, outcomeOf } from '../../messages/consult.ts';
import { Button, CancelButton } from '../../ui/button.tsx';
import { Dialog, focusFirst } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Alert } from '../../ui/states.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { CommentPhotos, useCommentPhotos } from './comment-photos.tsx';
import { type ActDialogProps, ActFoot, useAct, useActText } from './use-act.tsx';

/** Asks for confirmation before recording. After a failure the dialog reopens with its text (docs/product.md, 11). */
export function CommentDialog(props: ActDialogProps) {
  const { activity } = props;
  const attempt = useAct(props);
  const form = useId();
  const [body, setBody] = useActText('comment', activity.id);
  const [isTried, setTried] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const photos = useCommentPhotos(activity.id);
  const isBlank = body.trim() === '';
  const ask = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!isBlank && !attempt.isOver) setAsking(true);
  };
  const record = async () => {
    const isDone = await attempt.perform({
      call: () => photos.send(body),
      notice: { title: commentTexts.notice, detail: outcomeOf('comment', activity.id) },
    });
    if (!isDone) setAsking(false);
  };
  if (isAsking)
    return (
      <AskComment
        body={body}
        photoCount={photos.selection.images.length}
        isBusy={attempt.isBusy}
        onKeep={() => setAsking(false)}
        onConfirm={() => void record()}
      />
    );
  return (
    <Dialog
      key="write"
      title={commentTexts.title}
      onClose={attempt.close}
      footer={
        <ActFoot attempt={attempt} keepLabel={frame.cancel} text={body}>
          <Button tone="accent" type="submit" form={form}>
            {commentTexts.submit}
          </Button>
        </ActFoot>
      }
    >
      <form id={form} className="form-stack" noValidate onSubmit={ask} onPaste={photos.paste}>
        {attempt.error !== null && <Alert title={photos.failure(attempt.error)} />}
        <Field label={commentTexts.label} error={isTried && isBlank ? validation.commentBlank : undefined} isRequired>
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
      </form>
    </Dialog>
  );
}

interface AskCommentProps {
  body: string;
  photoCount: number;
  isBusy: boolean;
  onKeep: () => void;
  onConfirm: () => void;
}

/** The specification's question before a comment is recorded. */
export const AskComment = ({ body, photoCount, isBusy, onKeep, onConfirm }: AskCommentProps) => (
  <Dialog
    key="ask"
    title={commentTexts.askTitle}
    onClose={onKeep}
    isBusy={isBusy}
    footer={
      <>
        <CancelButton onClick={onKeep} isBusy={isBusy}>
          {commentTexts.keep}
        </CancelButton>
        {/* The confirm button has the focus, so that Enter confirms. */}
        <Button tone="accent" {...focusFirst} isBusy={isBusy} onClick={onConfirm}>
          {commentTexts.confirm}
        </Button>
      </>
    }
  >
    <p>{commentTexts.askBody}</p>
    <blockquote className="quote prose">{body.trim()}</blockquote>
    {photoCount > 0 && <p>{consultPage.withPhotos(photoCount)}</p>}
  </Dialog>
);
