import { ApiError, type Client } from '@bitacora/core/client';
import { type CalendarDate, laterDay } from '@bitacora/core/domain/calendar';
import { isBlank } from '@bitacora/core/domain/text';
import { extensionRequestTexts, extensionTexts } from '@bitacora/core/messages/activities/acts';
import { writtenDay } from '@bitacora/core/messages/dates';
import { validation } from '@bitacora/core/messages/validation';
import { useState } from 'react';
import { useSession } from '../../app/app.ts';
import { useClients } from '../../app/clients.ts';
import { actNotice } from '../../messages/consult-texts.ts';
import { DayEntry, useDayHint } from '../../ui/day-entry.tsx';
import { focusFirst } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Alert } from '../../ui/states.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { errorSentence } from '../../ui/use-attempt.ts';
import { type ActDialogProps, ActFormDialog, useAct, useActText } from './use-act.tsx';

type Send = (
  client: Client,
  extension: { activityId: number; day: CalendarDate; reason: string },
) => Promise<{ success: true; notice?: string | undefined }>;
const forms = {
  extend: { texts: extensionTexts, send: (client, { day, ...extension }) => client.extendDeadline({ ...extension, extendedTo: day }) },
  requestExtension: {
    texts: extensionRequestTexts,
    send: (client, { day, ...extension }) => client.requestExtension({ ...extension, requestedTo: day }),
  },
} satisfies Record<string, { texts: object; send: Send }>;

/** Grants the one extension, or asks for it: not before its date, nor before today (docs/product.md, 3). What was asked for is filled in. */
export function ExtensionDialog({ act, ...props }: ActDialogProps & { act: keyof typeof forms }) {
  const { activity } = props;
  const { texts, send }: { texts: (typeof forms)[typeof act]['texts']; send: Send } = forms[act];
  const { client } = useClients();
  const { today } = useSession();
  const attempt = useAct(props);
  const earliest = laterDay(activity.dueOn, today);
  const [day, setDay] = useState(activity.requestedTo && laterDay(activity.requestedTo, earliest));
  const [dayProblem, setDayProblem] = useState<string | null>(null);
  const [reason, setReason] = useActText(act, activity.id, activity.requestReason ?? '');
  const dayHint = useDayHint(day);
  const isMissing = (value: string | null) => attempt.error !== null && !attempt.isOver && isBlank(value ?? '');
  const submit = async () => {
    const problem = dayProblem ?? findProblem(day, reason, earliest);
    if (problem || !day) return attempt.fail(new ApiError(400, problem ?? '', 'input.invalid'));
    await attempt.perform({
      call: () => send(client, { activityId: activity.id, day, reason }),
      notice: ({ notice }) => actNotice(act, activity.id, [texts.notice, notice].filter(Boolean).join(' · ')),
    });
  };
  return (
    <ActFormDialog attempt={attempt} title={texts.title} submitLabel={texts.submit} text={reason} onSubmit={submit}>
      <p>{texts.body(writtenDay(activity.dueOn))}</p>
      {attempt.error !== null && <Alert title={errorSentence(attempt.error, texts.failed)} />}
      <Field label={texts.date} isWrong={isMissing(day)} hint={dayHint} isRequired>
        {(tie) => (
          <DayEntry
            tie={{ ...tie, ...focusFirst }}
            value={day}
            min={earliest}
            today={today}
            hasQuickDays
            onChange={(chosen, problem) => {
              setDay(chosen);
              setDayProblem(problem);
            }}
          />
        )}
      </Field>
      <Field label={texts.reason} isWrong={isMissing(reason)} isRequired>
        {(tie) => (
          <TextArea
            {...tie}
            rows={3}
            maxLength={2000}
            readOnly={attempt.isOver}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </Field>
    </ActFormDialog>
  );
}

function findProblem(day: CalendarDate | null, reason: string, earliest: CalendarDate): string | null {
  if (!day || isBlank(reason)) return validation.extensionIncomplete;
  return day < earliest ? validation.extensionTooEarly(writtenDay(earliest)) : null;
}
