import type { CalendarDate } from '@bitacora/core/domain/calendar';
import type { Holiday } from '@bitacora/core/domain/holidays';
import { writtenWeekday } from '@bitacora/core/messages/dates';
import { useClients } from '../../app/clients.ts';
import { holidayTexts } from '../../messages/admin-notice-texts.ts';
import { DayEntry } from '../../ui/day-entry.tsx';
import { focusFirst } from '../../ui/dialog.tsx';
import { CallFormDialog, demandFilled, FormField, FormText, useCallForm, useDraftKey } from '../../ui/form.tsx';

const NAME_MAX = 100;

type HolidayFields = { day: CalendarDate | null; name: string };

interface HolidayDialogProps {
  /** The day to rename; without one, a day is added. */
  holiday?: Holiday;
  onSaved?: (day: CalendarDate) => void;
  onClose: () => void;
}

export function HolidayDialog({ holiday, onSaved, onClose }: HolidayDialogProps) {
  const { client } = useClients();
  const form = useCallForm<HolidayFields>(
    { day: holiday?.day ?? null, name: holiday?.name ?? '' },
    { draft: useDraftKey(holiday ? `holiday.${holiday.day}` : 'holiday') },
  );
  const save = async (fields: HolidayFields) => {
    const input = demandFilled(fields);
    await client.saveHoliday(input);
    onSaved?.(input.day);
    return writtenWeekday(input.day);
  };
  return (
    <CallFormDialog form={form} texts={holiday ? holidayTexts.renaming : holidayTexts.addition} onSubmit={save} onClose={onClose}>
      {holiday ? (
        <p className="dialog-subject">{writtenWeekday(holiday.day)}</p>
      ) : (
        <FormField form={form} name="day" label={holidayTexts.day} isRequired>
          {(tie, value, onChange) => <DayEntry tie={tie} value={value} onChange={onChange} />}
        </FormField>
      )}
      <FormText
        form={form}
        name="name"
        label={holidayTexts.name}
        hint={holidayTexts.nameHint}
        isRequired
        {...(holiday ? focusFirst : {})}
        maxLength={NAME_MAX}
        autoComplete="off"
      />
    </CallFormDialog>
  );
}
