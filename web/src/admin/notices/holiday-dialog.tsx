import { ApiError } from '@bitacora/core/client';
import type { CalendarDate } from '@bitacora/core/domain/calendar';
import type { Holiday } from '@bitacora/core/domain/holidays';
import { writtenWeekday } from '@bitacora/core/messages/dates';
import { frame } from '@bitacora/core/messages/layout';
import { validation } from '@bitacora/core/messages/validation';
import { useState } from 'react';
import { useRevalidator } from 'react-router-dom';
import { forgetHolidays } from '../../activities/form/holiday-hint.ts';
import { useApp } from '../../app.ts';
import { holidayTexts } from '../../messages/admin-notices.ts';
import { DayEntry } from '../../ui/day-entry.tsx';
import { focusFirst } from '../../ui/dialog.tsx';
import { Field, TextInput } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useAttempt } from '../../ui/use-attempt.ts';

const NAME_MAX = 100;

/** Throws all missing fields at once, before the call. */
function complete(day: CalendarDate | null, name: string): Holiday {
  if (day && name.trim() !== '') return { day, name };
  throw new ApiError(400, validation.summary, 'input.invalid', {
    ...(day ? {} : { day: validation.required }),
    ...(name.trim() === '' ? { name: validation.required } : {}),
  });
}

interface HolidayDialogProps {
  /** The day to rename; without one, a day is added. */
  holiday?: Holiday;
  onSaved?: (day: CalendarDate) => void;
  onClose: () => void;
}

export function HolidayDialog({ holiday, onSaved, onClose }: HolidayDialogProps) {
  const { client, notices } = useApp();
  const { revalidate } = useRevalidator();
  const attempt = useAttempt();
  const [day, setDay] = useState<CalendarDate | null>(holiday?.day ?? null);
  const [name, setName] = useState(holiday?.name ?? '');
  const save = () =>
    attempt.run(async () => {
      const input = complete(day, name);
      await client.saveHoliday(input);
      forgetHolidays(client);
      notices.show({ title: holiday ? holidayTexts.renamed : holidayTexts.added, detail: writtenWeekday(input.day) });
      onSaved?.(input.day);
      await revalidate();
      onClose();
    });
  return (
    <FormDialog
      title={holiday ? holidayTexts.renameTitle : holidayTexts.addTitle}
      closeLabel={frame.close}
      cancelLabel={frame.cancel}
      submitLabel={holiday ? holidayTexts.renameSubmit : holidayTexts.add}
      failed={holidayTexts.failed}
      fields={['day', 'name']}
      attempt={attempt}
      onSubmit={save}
      onClose={onClose}
    >
      {holiday ? (
        <p className="dialog-subject">{writtenWeekday(holiday.day)}</p>
      ) : (
        <Field label={holidayTexts.day} error={attempt.fieldError('day')} isRequired>
          {(tie) => (
            <DayEntry
              tie={tie}
              value={day}
              placeholder={holidayTexts.dayPlaceholder}
              openLabel={holidayTexts.chooseDay}
              onChange={(next) => {
                attempt.forgive('day');
                setDay(next);
              }}
            />
          )}
        </Field>
      )}
      <Field label={holidayTexts.name} error={attempt.fieldError('name')} hint={holidayTexts.nameHint} isRequired>
        {(tie) => (
          <TextInput
            {...tie}
            {...(holiday ? focusFirst : {})}
            maxLength={NAME_MAX}
            autoComplete="off"
            value={name}
            onChange={(event) => {
              attempt.forgive('name');
              setName(event.target.value);
            }}
          />
        )}
      </Field>
    </FormDialog>
  );
}
