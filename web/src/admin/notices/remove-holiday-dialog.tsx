import type { Holiday } from '@bitacora/core/domain/holidays';
import { writtenWeekday } from '@bitacora/core/messages/dates';
import { frame } from '@bitacora/core/messages/layout';
import { useRevalidator } from 'react-router-dom';
import { forgetHolidays } from '../../activities/form/holiday-hint.ts';
import { useApp } from '../../app.ts';
import { holidayTexts } from '../../messages/admin-notices.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useAttempt } from '../../ui/use-attempt.ts';

export function RemoveHolidayDialog({ holiday, onClose }: { holiday: Holiday; onClose: () => void }) {
  const { client, notices } = useApp();
  const { revalidate } = useRevalidator();
  const attempt = useAttempt();
  const remove = async () => {
    if (!(await attempt.run(() => client.removeHoliday({ day: holiday.day })))) return;
    forgetHolidays(client);
    notices.show({ title: holidayTexts.removed });
    await revalidate();
    onClose();
  };
  return (
    <ConfirmDialog
      title={holidayTexts.removeTitle}
      closeLabel={frame.close}
      confirmLabel={holidayTexts.removeConfirm}
      keepLabel={holidayTexts.removeKeep}
      failed={holidayTexts.removeFailed}
      attempt={attempt}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <p>{holidayTexts.removeBody(writtenWeekday(holiday.day), holiday.name)}</p>
    </ConfirmDialog>
  );
}
