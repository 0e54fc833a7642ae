import { frame } from '@bitacora/core/messages/layout';
import { useRevalidator } from 'react-router-dom';
import { useApp } from '../app.ts';
import { feedTexts } from '../messages/calendar-feed.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { useAttempt } from '../ui/use-attempt.ts';

interface FeedQuestionProps {
  question: 'replace' | 'revoke';
  /** Makes a new address; the current one ends. */
  onReplace: () => Promise<void>;
  onClose: () => void;
}

const texts = {
  replace: {
    title: feedTexts.replaceTitle,
    body: feedTexts.replaceBody,
    confirmLabel: feedTexts.replaceConfirm,
    failed: feedTexts.createFailed,
  },
  revoke: {
    title: feedTexts.revokeTitle,
    body: feedTexts.revokeBody,
    confirmLabel: feedTexts.revokeConfirm,
    failed: feedTexts.revokeFailed,
  },
};

/** Asks, because calendars lose the current address. */
export function FeedQuestion({ question, onReplace, onClose }: FeedQuestionProps) {
  const { client, notices } = useApp();
  const { revalidate } = useRevalidator();
  const attempt = useAttempt();
  const { title, body, confirmLabel, failed } = texts[question];
  const revoke = async () => {
    await client.revokeCalendarFeed();
    notices.show({ title: feedTexts.revoked });
    await revalidate();
  };
  const confirm = async () => {
    if (await attempt.run(question === 'replace' ? onReplace : revoke)) onClose();
  };
  return (
    <ConfirmDialog
      title={title}
      closeLabel={frame.close}
      confirmLabel={confirmLabel}
      keepLabel={feedTexts.keep}
      failed={failed}
      attempt={attempt}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>{body}</p>
    </ConfirmDialog>
  );
}
