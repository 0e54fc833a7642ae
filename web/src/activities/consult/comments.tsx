import { isOpen } from '@bitacora/core/domain/activities/activity';
import { refusalToCancelComment } from '@bitacora/core/domain/activities/policy';
import { isBlank } from '@bitacora/core/domain/text';
import { commentTexts } from '@bitacora/core/messages/activities/acts';
import { consult } from '@bitacora/core/messages/activities/consult';
import { validation } from '@bitacora/core/messages/validation';
import { createColumnHelper } from '@tanstack/react-table';
import { MessageSquare, MessageSquarePlus } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useMemo, useState } from 'react';
import { useRevalidator } from 'react-router-dom';
import { useFinish, useSession } from '../../app/app.ts';
import { useClients } from '../../app/clients.ts';
import { Loaded } from '../../layout/loaded.tsx';
import { actNotice, consultPage } from '../../messages/consult-texts.ts';
import { live } from '../../messages/layout-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Field, SentForm } from '../../ui/field.tsx';
import { useFileDrop } from '../../ui/file-drop.tsx';
import { Section } from '../../ui/section.tsx';
import { Alert, Empty } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import type { Features } from '../../ui/table-model.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { isOutdated, useAttempt } from '../../ui/use-attempt.ts';
import { type ActivityView, type Comment, type HistoryEntry, Instant } from '../activity.tsx';
import { AskComment, CommentPhotos, useCommentPhotos } from '../acts/comment-dialog.tsx';
import { CopyText, queuedNotice, useActText } from '../acts/use-act.tsx';
import { CancelComment, Captured, History, type OfferCancel } from './history.tsx';

const helper = createColumnHelper<Features, Comment>();
const author = helper.accessor('authorName', { header: consult.commentAuthor, meta: { width: 150, onCard: 'head' } });
const body = helper.accessor('body', {
  header: consult.comment,
  meta: { onCard: 'lead' },
  enableSorting: false,
  cell: ({ getValue }) => <span className="prose comment-body">{getValue()}</span>,
});
const writtenAtColumn = helper.accessor((row) => row.writtenAt.getTime(), {
  id: 'written',
  header: consult.commentDate,
  meta: { width: 150, onCard: 'badge', isTabular: true },
  cell: ({ row }) => (
    <span className="muted">
      <Instant at={row.original.writtenAt} />
      <Captured of="comment" at={row.original.capturedAt} sentAt={row.original.writtenAt} />
    </span>
  ),
});
const latestFirst = [{ id: 'written', desc: true }];

interface CommentsProps {
  comments: readonly Comment[];
  offerCancel: OfferCancel | undefined;
}

/** The comments that are not cancelled. Open work has a column of buttons. */
function Comments({ comments, offerCancel }: CommentsProps) {
  const columns = useMemo(() => {
    const cancel = helper.display({
      id: 'cancel',
      header: consult.cancelColumn,
      meta: { width: 52, onCard: 'action' },
      cell: ({ row }) => <CancelComment onCancel={offerCancel?.(row.original)} />,
    });
    return offerCancel ? [author, body, writtenAtColumn, cancel] : [author, body, writtenAtColumn];
  }, [offerCancel]);
  return (
    <div className="comments">
      <Table
        label={consult.comments}
        isFlush
        columns={columns}
        rows={comments}
        sorting={latestFirst}
        empty={<Empty icon={MessageSquare} text={consult.noComments} />}
        noMatch={() => consult.noComments}
      />
    </div>
  );
}

/** A comment is written above those that stand. `AskComment` asks before it is recorded. */
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
  const isMissing = isBlank(body);
  const ask = () => {
    setTried(true);
    if (!isMissing && !isOver) setQuote(body);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    ask();
  };
  const record = async () => {
    await attempt.run(async () => {
      const sentNotice = actNotice('comment', activityId, commentTexts.notice);
      const notice = await photos.send(body).then(() => sentNotice, queuedNotice);
      setBody('');
      setTried(false);
      await finish(notice);
    });
  };
  return (
    <SentForm className="composer" onSubmit={ask} onPaste={photos.paste} {...drop}>
      {attempt.error !== null && <Alert title={photos.failure(attempt.error)} />}
      <Field
        label={consultPage.composer}
        error={isTried && isMissing ? validation.commentBlank : undefined}
        hint={consultPage.composerHint}
      >
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
        <AskComment body={quote} photoCount={photos.selection.images.length} act={record} onClose={() => setQuote(null)} />
      )}
    </SentForm>
  );
}

type View = keyof typeof consultPage.views;
const views = Object.entries(consultPage.views).map(([value, label]) => ({ value, label }));

interface StreamProps {
  activity: ActivityView;
  comments: Promise<readonly Comment[]>;
  history: Promise<readonly HistoryEntry[]>;
  /** Paper shows all of it. */
  isPrinting: boolean;
  /** The field of a new comment. */
  children: ReactNode;
}

/** Readers can cancel their own comments while the activity is open; `offer` is undefined when it is closed. */
function useCancelComment(activity: ActivityView) {
  const { client } = useClients();
  const { user } = useSession();
  const [comment, setComment] = useState<Parameters<OfferCancel>[0] | null>(null);
  const offer = useMemo<OfferCancel | undefined>(() => {
    const mayCancel = (authorId: number) => !refusalToCancelComment(user, { authorId, canceledAt: null }, activity);
    return isOpen(activity.status) ? (next) => (mayCancel(next.authorId) ? () => setComment(next) : undefined) : undefined;
  }, [user, activity]);
  const { cancellation } = commentTexts;
  const dialog = comment && (
    <ConfirmDialog texts={cancellation} act={() => client.cancelComment({ commentId: comment.id })} onClose={() => setComment(null)}>
      <p>{cancellation.body}</p>
      <blockquote className="quote prose">{comment.body}</blockquote>
    </ConfirmDialog>
  );
  return { offer, dialog };
}

/** Lists the comments of an activity and the acts that changed it. */
export function Stream({ activity, comments, history, isPrinting, children }: StreamProps) {
  const [choice, setChoice] = useState<View>('all');
  const view = isPrinting ? 'all' : choice;
  const { offer, dialog } = useCancelComment(activity);
  return (
    <Section title={consultPage.stream}>
      <div className="stream">
        <Choice legend={consultPage.show} name="stream" value={choice} options={views} onChange={(value) => setChoice(value as View)} />
        {children}
        {view === 'comments' ? (
          <Loaded of={comments}>{(rows) => <Comments comments={rows} offerCancel={offer} />}</Loaded>
        ) : (
          <Loaded of={history}>
            {(entries) => (
              <History
                entries={view === 'all' ? entries : entries.filter(({ act }) => act !== 'comment')}
                offerCancel={offer}
                isWhole={isPrinting}
              />
            )}
          </Loaded>
        )}
      </div>
      {dialog}
    </Section>
  );
}
