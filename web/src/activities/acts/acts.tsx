import { isOwnActivity } from '@bitacora/core/domain/activity/activity';
import type { Act } from '@bitacora/core/domain/activity/lifecycle';
import { actsOpenTo } from '@bitacora/core/domain/activity/policy';
import { actQuestions } from '@bitacora/core/messages/acts';
import { useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router-dom';
import { useApp } from '../../app.ts';
import { paths } from '../../layout/paths.ts';
import { useSession } from '../../use-session.ts';
import type { Activity } from '../activity.ts';
import { ActBar } from './act-bar.tsx';
import { CommentDialog } from './comment-dialog.tsx';
import { EvidenceDialog } from './evidence-dialog.tsx';
import { ExtensionDialog } from './extension-dialog.tsx';
import { type QuestionAct, QuestionDialog } from './question-dialog.tsx';
import { forgetUnsent, unsentOf } from './unsent.ts';
import { UnsentOffer } from './unsent-offer.tsx';
import type { ActDialogProps } from './use-act.ts';

/** The acts open to the reader, and the dialog of the selected one. */
export function Acts({ activity }: { activity: Activity }) {
  const { user } = useSession();
  const { notices } = useApp();
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const open = actsOpenTo(user, activity);
  const [act, setAct] = useState<Act | null>(null);
  const [unsent, setUnsent] = useState(() => unsentOf(user.id, activity.id));
  const drop = () => {
    forgetUnsent(user.id, activity.id);
    setUnsent(null);
  };
  const close = () => {
    // The draft of another act stays, because it can still be sent.
    if (unsentOf(user.id, activity.id)?.act === act) drop();
    setAct(null);
  };
  return (
    <>
      {unsent && !act && <UnsentOffer unsent={unsent} isOpen={open.has(unsent.act)} onGoOn={() => setAct(unsent.act)} onDrop={drop} />}
      <ActBar open={open} onAct={setAct} />
      {act && (
        <ActDialog
          act={act}
          activity={activity}
          onClose={close}
          onDone={async (notice) => {
            notices.show(notice);
            const next = nextAfter(act, activity);
            await (next ? navigate(next) : revalidate());
          }}
        />
      )}
    </>
  );
}

/** Where each act leads (docs/product.md, 3); null stays on the page. */
function nextAfter(act: Act, activity: Activity): string | null {
  if (act === 'cancel') return paths.pending;
  if (act === 'complete') return isOwnActivity(activity) ? paths.history : paths.pending;
  return null;
}

const dialogs = { comment: CommentDialog, addEvidence: EvidenceDialog, extend: ExtensionDialog } as const;

const isQuestion = (act: Act): act is QuestionAct => act in actQuestions;

/** The dialog of each act. */
function ActDialog({ act, ...rest }: ActDialogProps & { act: Act }) {
  if (act === 'comment' || act === 'addEvidence' || act === 'extend') {
    const FormDialog = dialogs[act];
    return <FormDialog {...rest} />;
  }
  return isQuestion(act) ? <QuestionDialog act={act} {...rest} /> : null;
}
