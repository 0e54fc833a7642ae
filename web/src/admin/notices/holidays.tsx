import type { Holiday } from '@bitacora/core/domain/holidays';
import { writtenWeekday } from '@bitacora/core/messages/dates';
import { CalendarPlus, ChevronLeft, ChevronRight, type LucideIcon, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Card } from '../../layout/card.tsx';
import { Loaded } from '../../layout/loaded.tsx';
import { holidayTexts } from '../../messages/admin-notices.ts';
import { Button } from '../../ui/button.tsx';
import { useSession } from '../../use-session.ts';
import { HolidayDialog } from './holiday-dialog.tsx';
import { RemoveHolidayDialog } from './remove-holiday-dialog.tsx';

type HolidaysDialog = { kind: 'add' } | { kind: 'rename' | 'remove'; holiday: Holiday };

const yearOf = ({ day }: Pick<Holiday, 'day'>) => Number(day.slice(0, 4));

/** The holidays of one year; no reminders are sent on them. */
export function Holidays({ holidays }: { holidays: Promise<Holiday[]> }) {
  const { today } = useSession();
  const [year, setYear] = useState(yearOf({ day: today }));
  const [open, setOpen] = useState<HolidaysDialog | null>(null);
  const close = () => setOpen(null);
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
      {open?.kind === 'remove' && <RemoveHolidayDialog holiday={open.holiday} onClose={close} />}
    </Card>
  );
}

function YearTurner({ year, onTurn }: { year: number; onTurn: (year: number) => void }) {
  return (
    <div className="year-turner">
      <IconButton icon={ChevronLeft} label={holidayTexts.earlier} onClick={() => onTurn(year - 1)} />
      <span className="tabular" aria-live="polite">
        {year}
      </span>
      <IconButton icon={ChevronRight} label={holidayTexts.later} onClick={() => onTurn(year + 1)} />
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
            <IconButton icon={Pencil} label={holidayTexts.rename(day)} onClick={() => onOpen({ kind: 'rename', holiday })} />
            <IconButton icon={Trash2} label={holidayTexts.remove(day)} onClick={() => onOpen({ kind: 'remove', holiday })} />
          </li>
        );
      })}
    </ul>
  );
}

const IconButton = ({ icon: Icon, label, onClick }: { icon: LucideIcon; label: string; onClick: () => void }) => (
  <button type="button" className="icon-button" aria-label={label} title={label} onClick={onClick}>
    <Icon size={16} aria-hidden="true" />
  </button>
);
