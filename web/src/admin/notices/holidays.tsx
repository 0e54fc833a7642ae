import type { CalendarDate } from '@bitacora/core/domain/calendar';
import type { Holiday } from '@bitacora/core/domain/holidays';
import { writtenWeekday } from '@bitacora/core/messages/dates';
import { CalendarPlus, ChevronLeft, ChevronRight, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useFinish, useSession } from '../../app/app.ts';
import { useClients } from '../../app/clients.ts';
import { useDialogDraft } from '../../app/use-dialog-draft.ts';
import { Loaded } from '../../layout/loaded.tsx';
import { Card } from '../../layout/page.tsx';
import { holidayTexts } from '../../messages/admin-notice-texts.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { DayEntry, forgetHolidays } from '../../ui/day-entry.tsx';
import { ConfirmDialog, demandFilled, FormDialog, focusFirst } from '../../ui/dialog.tsx';
import { Field, TextField } from '../../ui/field.tsx';
import { useAttempt } from '../../ui/use-attempt.ts';

type HolidaysDialog = { kind: 'add' } | { kind: 'rename' | 'remove'; holiday: Holiday };

const yearOf = ({ day }: Pick<Holiday, 'day'>) => Number(day.slice(0, 4));

/** The holidays of one year; no reminders are sent on them. */
export function Holidays({ holidays }: { holidays: Promise<Holiday[]> }) {
  const { today } = useSession();
  const [year, setYear] = useState(yearOf({ day: today }));
  const [open, setOpen] = useState<HolidaysDialog | null>(null);
  const { client } = useClients();
  const finish = useFinish();
  const close = () => setOpen(null);
  const remove = async ({ day }: Holiday) => {
    await client.removeHoliday({ day });
    forgetHolidays(client);
    await finish({ title: holidayTexts.removed });
  };
  return (
    <Card
      title={holidayTexts.title}
      lead={holidayTexts.lead}
      action={
        <Button icon={CalendarPlus} onClick={() => setOpen({ kind: 'add' })}>
          {holidayTexts.add}
        </Button>
      }
    >
      <YearTurner year={year} onTurn={setYear} />
      <Loaded of={holidays}>{(all) => <Days year={year} days={all.filter((day) => yearOf(day) === year)} onOpen={setOpen} />}</Loaded>
      {open?.kind === 'add' && <HolidayDialog onSaved={(day) => setYear(yearOf({ day }))} onClose={close} />}
      {open?.kind === 'rename' && <HolidayDialog holiday={open.holiday} onClose={close} />}
      {open?.kind === 'remove' && (
        <ConfirmDialog
          title={holidayTexts.removeTitle}
          confirmLabel={holidayTexts.removeConfirm}
          keepLabel={holidayTexts.removeKeep}
          failed={holidayTexts.removeFailed}
          act={() => remove(open.holiday)}
          onClose={close}
        >
          <p>{holidayTexts.removeBody(writtenWeekday(open.holiday.day), open.holiday.name)}</p>
        </ConfirmDialog>
      )}
    </Card>
  );
}

function YearTurner({ year, onTurn }: { year: number; onTurn: (year: number) => void }) {
  return (
    <div className="year-turner">
      <IconButton icon={ChevronLeft} label={holidayTexts.earlier} hasTip onClick={() => onTurn(year - 1)} />
      <span className="tabular" aria-live="polite">
        {year}
      </span>
      <IconButton icon={ChevronRight} label={holidayTexts.later} hasTip onClick={() => onTurn(year + 1)} />
    </div>
  );
}

function Days({ year, days, onOpen }: { year: number; days: readonly Holiday[]; onOpen: (open: HolidaysDialog) => void }) {
  if (days.length === 0) return <p className="muted">{holidayTexts.none(year)}</p>;
  return (
    <ul className="card-rows">
      {days.map((holiday) => {
        const day = writtenWeekday(holiday.day);
        return (
          <li key={holiday.day} className="card-row">
            <div>
              <p className="card-row-name">{holiday.name}</p>
              <p className="muted holiday-day">{day}</p>
            </div>
            <IconButton icon={Pencil} label={holidayTexts.rename(day)} hasTip onClick={() => onOpen({ kind: 'rename', holiday })} />
            <IconButton icon={Trash2} label={holidayTexts.remove(day)} hasTip onClick={() => onOpen({ kind: 'remove', holiday })} />
          </li>
        );
      })}
    </ul>
  );
}

const NAME_MAX = 100;

interface HolidayDialogProps {
  /** The day to rename; without one, a day is added. */
  holiday?: Holiday;
  onSaved?: (day: CalendarDate) => void;
  onClose: () => void;
}

function HolidayDialog({ holiday, onSaved, onClose }: HolidayDialogProps) {
  const { client } = useClients();
  const finish = useFinish();
  const attempt = useAttempt();
  const dialogDraft = useDialogDraft<{ day: CalendarDate | null; name: string }>(holiday ? `holiday.${holiday.day}` : 'holiday', {
    day: holiday?.day ?? null,
    name: holiday?.name ?? '',
  });
  const { day, name } = dialogDraft.fields;
  const close = () => {
    dialogDraft.forget();
    onClose();
  };
  const save = () =>
    attempt.run(async () => {
      const input = demandFilled({ day, name });
      await client.saveHoliday(input);
      forgetHolidays(client);
      onSaved?.(input.day);
      await finish({ title: holiday ? holidayTexts.renamed : holidayTexts.added, detail: writtenWeekday(input.day) });
      close();
    });
  return (
    <FormDialog
      title={holiday ? holidayTexts.renameTitle : holidayTexts.addTitle}
      submitLabel={holiday ? holidayTexts.renameSubmit : holidayTexts.add}
      failed={holidayTexts.failed}
      fields={['day', 'name']}
      attempt={attempt}
      onSubmit={save}
      onClose={close}
      isRecovered={dialogDraft.isRecovered}
    >
      {holiday ? (
        <p className="dialog-subject">{writtenWeekday(holiday.day)}</p>
      ) : (
        <Field label={holidayTexts.day} error={attempt.fieldError('day')} isRequired>
          {(tie) => (
            <DayEntry
              tie={tie}
              value={day}
              onChange={(next) => {
                attempt.forgive('day');
                dialogDraft.change({ day: next });
              }}
            />
          )}
        </Field>
      )}
      <TextField
        attempt={attempt}
        field="name"
        label={holidayTexts.name}
        hint={holidayTexts.nameHint}
        isRequired
        {...(holiday ? focusFirst : {})}
        maxLength={NAME_MAX}
        autoComplete="off"
        value={name}
        onChange={(next) => dialogDraft.change({ name: next })}
      />
    </FormDialog>
  );
}
