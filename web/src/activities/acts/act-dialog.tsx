import type { Act } from '@bitacora/core/domain/activity/lifecycle';
import { CommentDialog } from './comment-dialog.tsx';
import { EvidenceDialog } from './evidence-dialog.tsx';
import { ExtensionDialog } from './extension-dialog.tsx';
import { QuestionDialog } from './question-dialog.tsx';
import type { ActDialogProps } from './use-act.ts';

const dialogs = { comment: CommentDialog, addEvidence: EvidenceDialog, extend: ExtensionDialog } as const;

/** The dialog of each act. */
export function ActDialog({ act, ...rest }: ActDialogProps & { act: Act }) {
  if (act === 'comment' || act === 'addEvidence' || act === 'extend') {
    const FormDialog = dialogs[act];
    return <FormDialog {...rest} />;
  }
  return <QuestionDialog act={act} {...rest} />;
}
