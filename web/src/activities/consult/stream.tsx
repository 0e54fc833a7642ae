import { isOpen } from '@bitacora/core/domain/activities/activity';
import { refusalToCancelComment } from '@bitacora/core/domain/activities/policy';
import { commentTexts } from '@bitacora/core/messages/activities/acts';
import { type ReactNode, useMemo, useState } from 'react';
import { useSession } from '../../app/app.ts';
import { useClients } from '../../app/clients.ts';
import { Loaded } from '../../layout/loaded.tsx';
import { consultPage } from '../../messages/consult-texts.ts';
import { Choice } from '../../ui/choice.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Section } from '../../ui/section.tsx';
import type { ActivityView, Comment, HistoryEntry } from '../activity.tsx';
import { Comments } from './comments.tsx';
import { History, type OfferCancel } from './history.tsx';

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

/** What was said and what changed. */
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
              <History entries={view === 'all' ? entries : entries.filter(({ act }) => act !== 'comment')} offerCancel={offer} />
            )}
          </Loaded>
        )}
      </div>
      {dialog}
    </Section>
  );
}
