import { type ActivityPeople, isOpen } from '@bitacora/core/domain/activity/activity';
import { refusalToCancelComment } from '@bitacora/core/domain/activity/policy';
import { commentTexts } from '@bitacora/core/messages/acts';
import { consult } from '@bitacora/core/messages/consult';
import { createColumnHelper } from '@tanstack/react-table';
import { MessageSquare, X } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useRevalidator } from 'react-router-dom';
import { useApp, useSession } from '../../app.ts';
import { Instant } from '../../layout/business-day.tsx';
import { Captured } from '../../offline/capture.tsx';
import { Button, CancelButton, IconButton } from '../../ui/button.tsx';
import { Dialog, focusFirst } from '../../ui/dialog.tsx';
import { Alert, Empty } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import type { Features } from '../../ui/table-columns.tsx';
import { sentenceOf, useAttempt } from '../../ui/use-attempt.ts';
import type { Comment } from '../activity.ts';

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

/** The comments that are not cancelled. Readers can cancel their own while the activity is open. */
export function Comments({ comments, activity }: { comments: readonly Comment[]; activity: ActivityPeople }) {
  const { user } = useSession();
  const [canceling, setCanceling] = useState<Comment | null>(null);
  const columns = useMemo(() => {
    const mayCancel = (comment: Comment) => !refusalToCancelComment(user, { authorId: comment.authorId, canceledAt: null }, activity);
    const cancel = helper.display({
      id: 'cancel',
      header: consult.cancelColumn,
      meta: { width: 52, onCard: 'action' },
      cell: ({ row }) =>
        mayCancel(row.original) && <IconButton icon={X} label={consult.cancelComment} hasTip onClick={() => setCanceling(row.original)} />,
    });
    return isOpen(activity.status) ? [author, body, writtenAtColumn, cancel] : [author, body, writtenAtColumn];
  }, [user, activity]);
  return (
    <div className="comments">
      <Table
        label={consult.comments}
        isFlush
        columns={columns}
        rows={comments}
        rowId={(comment: Comment) => comment.id}
        sorting={latestFirst}
        empty={<Empty icon={MessageSquare} text={consult.noComments} />}
        noMatch={() => consult.noComments}
      />
      {canceling && <CancelCommentDialog comment={canceling} onClose={() => setCanceling(null)} />}
    </div>
  );
}

function CancelCommentDialog({ comment, onClose }: { comment: Comment; onClose: () => void }) {
  const { client, notices } = useApp();
  const { revalidate } = useRevalidator();
  const attempt = useAttempt();
  const cancel = async () => {
    if (!(await attempt.run(() => client.cancelComment({ commentId: comment.id })))) return;
    notices.show({ title: commentTexts.cancelNotice });
    await revalidate();
    onClose();
  };
  return (
    <Dialog
      title={commentTexts.cancelTitle}
      onClose={onClose}
      isBusy={attempt.isBusy}
      footer={
        <>
          {/* The harmless answer has the focus, because the other one cannot be undone. */}
          <CancelButton onClick={onClose} {...focusFirst} isBusy={attempt.isBusy}>
            {commentTexts.cancelKeep}
          </CancelButton>
          <Button tone="danger" isBusy={attempt.isBusy} onClick={cancel}>
            {commentTexts.cancelConfirm}
          </Button>
        </>
      }
    >
      {attempt.error !== null && <Alert title={sentenceOf(attempt.error, commentTexts.cancelFailed)} />}
      <p>{commentTexts.cancelBody}</p>
      <blockquote className="quote prose">{comment.body}</blockquote>
    </Dialog>
  );
}
