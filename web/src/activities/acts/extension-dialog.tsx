import { ApiError } from '@bitacora/core/client';
import { type CalendarDate, laterDay } from '@bitacora/core/domain/calendar';
import { isBlank } from '@bitacora/core/domain/text';
import { extensionTexts } from '@bitacora/core/messages/activities/acts';
import { writtenDay } from '@bitacora/core/messages/dates';
import { frame } from '@bitacora/core/messages/layout';
import { validation } from '@bitacora/core/messages/validation';
import { type FormEvent, useId, useState } from 'react';
import { useSession } from '../../app/app.ts';
import { useClients } from '../../app/clients.ts';
import { actOutcome } from '../../messages/consult-texts.ts';
import { Button } from '../../ui/button.tsx';
import { DayEntry, SpokenDay, useHolidayHint } from '../../ui/day-entry.tsx';
import { Dialog, focusFirst } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Alert } from '../../ui/states.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { errorSentence } from '../../ui/use-attempt.ts';
import { type ActDialogProps, ActFoot, useAct, useActText } from './use-act.tsx';

/** The one extension an activity may have: not before its date, nor before today (docs/product.md, 3). */
export function ExtensionDialog(props: ActDialogProps) {
  const { activity } = props;
  const { client } = useClients();
  const { today } = useSession();
  const attempt = useAct(props);
  const form = useId();
  const [extendedTo, setExtendedTo] = useState<CalendarDate | null>(null);
  const [dayProblem, setDayProblem] = useState<string | null>(null);
  const [reason, setReason] = useActText('extend', activity.id);
  const holidayHint = useHolidayHint(extendedTo);
  const earliest = laterDay(activity.dueOn, today);
  const isMissing = (value: string | null) => attempt.error !== null && !attempt.isOver && isBlank(value ?? '');
  const extend = async (event: FormEvent) => {
    event.preventDefault();
    const problem = dayProblem ?? findProblem(extendedTo, reason, earliest);
    if (problem || !extendedTo) return attempt.fail(new ApiError(400, problem ?? '', 'input.invalid'));
    await attempt.perform({
      call: () => client.extendDeadline({ activityId: activity.id, extendedTo, reason }),
      notice: ({ notice }) => ({
        title: extensionTexts.notice,
        detail: [actOutcome('extend', activity.id), notice].filter(Boolean).join(' · '),
      }),
    });
  };
  return (
    <Dialog
      title={extensionTexts.title}
      onClose={attempt.close}
      isBusy={attempt.isBusy}
      footer={
        <ActFoot attempt={attempt} keepLabel={frame.cancel} text={reason}>
          <Button tone="accent" type="submit" form={form} isBusy={attempt.isBusy}>
            {extensionTexts.submit}
          </Button>
        </ActFoot>
      }
    >
      <form id={form} className="form-stack" noValidate onSubmit={extend}>
        <p>{extensionTexts.body(writtenDay(activity.dueOn))}</p>
        {attempt.error !== null && <Alert title={errorSentence(attempt.error, extensionTexts.failed)} />}
        <Field
          label={extensionTexts.date}
          isWrong={isMissing(extendedTo)}
          hint={holidayHint}
          beside={<SpokenDay day={extendedTo} />}
          isRequired
        >
          {(tie) => (
            <DayEntry
              tie={{ ...tie, ...focusFirst }}
              value={extendedTo}
              min={earliest}
              today={today}
              hasQuickDays
              onChange={(day, problem) => {
                setExtendedTo(day);
                setDayProblem(problem);
              }}
            />
          )}
        </Field>
        <Field label={extensionTexts.reason} isWrong={isMissing(reason)} isRequired>
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
      </form>
    </Dialog>
  );
}

function findProblem(extendedTo: CalendarDate | null, reason: string, earliest: CalendarDate): string | null {
  if (!extendedTo || isBlank(reason)) return validation.extensionIncomplete;
  return extendedTo < earliest ? validation.extensionTooEarly(writtenDay(earliest)) : null;
}
