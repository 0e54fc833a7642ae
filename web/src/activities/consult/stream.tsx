import { isOpen } from '@bitacora/core/domain/activities/activity';
import { refusalToCancelComment } from '@bitacora/core/domain/activities/policy';
import { commentTexts } from '@bitacora/core/messages/activities/acts';
import { type ReactNode, useCallback, useState } from 'react';
import { useFinish, useSession } from '../../app/app.ts';
import { useClients } from '../../app/clients.ts';
import { Loaded } from '../../layout/loaded.tsx';
import { consultPage } from '../../messages/consult-texts.ts';
import { Choice } from '../../ui/choice.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Section } from '../../ui/section.tsx';
import type { ActivityView, Comment, HistoryEntry } from '../activity.tsx';
import { Comments, type MayCancel } from './comments.tsx';
import { History } from './history.tsx';

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

/** What was said and what changed. Readers can cancel their own comments while the activity is open. */
export function Stream({ activity, comments, history, isPrinting, children }: StreamProps) {
  const { client } = useClients();
  const { user } = useSession();
  const finish = useFinish();
  const [choice, setChoice] = useState<View>('all');
  const view = isPrinting ? 'all' : choice;
  const [canceling, setCanceling] = useState<Pick<Comment, 'id' | 'body'> | null>(null);
  const mayCancel = useCallback<MayCancel>(
    (authorId) => isOpen(activity.status) && !refusalToCancelComment(user, { authorId, canceledAt: null }, activity),
    [user, activity],
  );
  const findCancel = ({ act, actorId, commentId, note }: HistoryEntry) =>
    act === 'comment' && actorId !== null && commentId !== undefined && note !== null && mayCancel(actorId)
      ? () => setCanceling({ id: commentId, body: note })
      : undefined;
  return (
    <Section title={consultPage.stream}>
      <div className="stream">
        <Choice legend={consultPage.show} name="stream" value={choice} options={views} onChange={(value) => setChoice(value as View)} />
        {children}
        {view === 'comments' ? (
          <Loaded of={comments}>
            {(rows) => <Comments comments={rows} mayCancel={mayCancel} onCancel={setCanceling} hasCancel={isOpen(activity.status)} />}
          </Loaded>
        ) : (
          <Loaded of={history}>
            {(entries) => (
              <History entries={view === 'all' ? entries : entries.filter(({ act }) => act !== 'comment')} findCancel={findCancel} />
            )}
          </Loaded>
        )}
      </div>
      {canceling && (
        <ConfirmDialog
          title={commentTexts.cancelTitle}
          confirmLabel={commentTexts.cancelConfirm}
          keepLabel={commentTexts.cancelKeep}
          failed={commentTexts.cancelFailed}
          act={() => client.cancelComment({ commentId: canceling.id }).then(() => finish({ title: commentTexts.cancelNotice }))}
          onClose={() => setCanceling(null)}
        >
          <p>{commentTexts.cancelBody}</p>
          <blockquote className="quote prose">{canceling.body}</blockquote>
        </ConfirmDialog>
      )}
    </Section>
  );
}
