import { commentTexts } from '@bitacora/core/messages/acts';
import { validation } from '@bitacora/core/messages/validation';
import { MessageSquarePlus } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { useRevalidator } from 'react-router-dom';
import { useFinish } from '../../app.ts';
import { consultPage, outcomeOf } from '../../messages/consult.ts';
import { live } from '../../messages/live.ts';
import { offlineTexts } from '../../messages/offline.ts';
import { unlessQueued } from '../../offline/unanswered.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { useFileDrop } from '../../ui/file-drop.tsx';
import type { Notice } from '../../ui/notices.tsx';
import { Alert } from '../../ui/states.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { isOutdated, useAttempt } from '../../ui/use-attempt.ts';
import { AskComment } from '../acts/comment-dialog.tsx';
import { CommentPhotos, useCommentPhotos } from '../acts/comment-photos.tsx';
import { CopyText } from '../acts/unsent-offer.tsx';
import { useActText } from '../acts/use-act.tsx';

/** A comment is written below those that stand. The specification's question is asked before it is recorded. */
export function Composer({ activityId }: { activityId: number }) {
  const finish = useFinish();
  const { revalidate } = useRevalidator();
  // Reloads at the reader's word, because the page of finished work has no field with this text.
  const attempt = useAttempt(() => {});
  const isOver = isOutdated(attempt.error);
  const [body, setBody] = useActText('comment', activityId);
  const [isTried, setTried] = useState(false);
  /** The text in the open question, because the field is emptied before the page has been read again. */
  const [quote, setQuote] = useState<string | null>(null);
  const photos = useCommentPhotos(activityId);
  const drop = useFileDrop(photos.selection.add, isOver);
  const isBlank = body.trim() === '';
  const ask = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!isBlank && !isOver) setQuote(body);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) ask(event);
  };
  const record = async () => {
    await attempt.run(async () => {
      let notice: Notice = { title: commentTexts.notice, detail: outcomeOf('comment', activityId) };
      await photos.send(body).catch((error) => {
        unlessQueued(error);
        notice = { title: offlineTexts.queuedTitle, detail: offlineTexts.queued };
      });
      setBody('');
      setTried(false);
      await finish(notice);
    });
    setQuote(null);
  };
  return (
    <form className="composer" noValidate onSubmit={ask} onPaste={photos.paste} {...drop}>
      {attempt.error !== null && <Alert title={photos.failure(attempt.error)} />}
      <Field label={consultPage.composer} error={isTried && isBlank ? validation.commentBlank : undefined} hint={consultPage.composerHint}>
        {(tie) => (
          <TextArea
            {...tie}
            rows={2}
            maxLength={2000}
            value={body}
            readOnly={isOver}
            onKeyDown={onKey}
            onChange={(event) => setBody(event.target.value)}
          />
        )}
      </Field>
      {isOver ? (
        <div className="composer-steps">
          <CopyText text={body} />
          <Button onClick={() => void revalidate()}>{live.refresh}</Button>
        </div>
      ) : (
        <div className="composer-send">
          <CommentPhotos selection={photos.selection} />
          <Button type="submit" icon={MessageSquarePlus}>
            {consultPage.composerSubmit}
          </Button>
        </div>
      )}
      {quote !== null && (
        <AskComment
          body={quote}
          photoCount={photos.selection.images.length}
          isBusy={attempt.isBusy}
          onKeep={() => setQuote(null)}
          onConfirm={() => void record()}
        />
      )}
    </form>
  );
}
