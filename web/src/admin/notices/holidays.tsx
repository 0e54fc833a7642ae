import './notices.css';
import type { Holiday } from '@bitacora/core/domain/holidays';
import { writtenWeekday } from '@bitacora/core/messages/dates';
import { CalendarPlus, ChevronLeft, ChevronRight, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { useSession } from '../../app/app.ts';
import { getClients, useClients } from '../../app/clients.ts';
import { deferred, Loaded, useLoaded } from '../../layout/loaded.tsx';
import { Page } from '../../layout/page.tsx';
import { holidayTexts } from '../../messages/admin-notice-texts.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { later } from '../../ui/later.tsx';
import { Announcement } from '../../ui/states.tsx';

const HolidayDialog = later(async () => (await import('./holiday-dialog.tsx')).HolidayDialog);

type HolidaysDialog = { kind: 'add' } | { kind: 'rename' | 'remove'; holiday: Holiday };

const readYear = ({ day }: Pick<Holiday, 'day'>) => Number(day.slice(0, 4));

export function loader(args: LoaderFunctionArgs) {
  return { holidays: deferred(getClients(args).client.listHolidays()) };
}

/** The holidays of one year; no reminders are sent on them. */
export function Component() {
  const { holidays } = useLoaded<typeof loader>();
  const { today } = useSession();
  const [year, setYear] = useState(readYear({ day: today }));
  const [open, setOpen] = useState<HolidaysDialog | null>(null);
  const { client } = useClients();
  const close = () => setOpen(null);
  return (
    <Page
      title={holidayTexts.title}
      lead={year}
      actions={
        <>
          <IconButton icon={ChevronLeft} label={holidayTexts.earlier} hasTip onClick={() => setYear(year - 1)} />
          <IconButton icon={ChevronRight} label={holidayTexts.later} hasTip onClick={() => setYear(year + 1)} />
          <Announcement text={String(year)} />
          <Button tone="accent" icon={CalendarPlus} onClick={() => setOpen({ kind: 'add' })}>
            {holidayTexts.add}
          </Button>
        </>
      }
    >
      <p className="muted">{holidayTexts.lead}</p>
      <Loaded of={holidays}>{(all) => <Days year={year} days={all.filter((day) => readYear(day) === year)} onOpen={setOpen} />}</Loaded>
      {open?.kind === 'add' && <HolidayDialog onSaved={(day) => setYear(readYear({ day }))} onClose={close} />}
      {open?.kind === 'rename' && <HolidayDialog holiday={open.holiday} onClose={close} />}
      {open?.kind === 'remove' && (
        <ConfirmDialog texts={holidayTexts.removal} act={() => client.removeHoliday({ day: open.holiday.day })} onClose={close}>
          <p>{holidayTexts.removal.body(writtenWeekday(open.holiday.day), open.holiday.name)}</p>
        </ConfirmDialog>
      )}
    </Page>
  );
}

function Days({ year, days, onOpen }: { year: number; days: readonly Holiday[]; onOpen: (open: HolidaysDialog) => void }) {
  if (days.length === 0) return <p className="muted">{holidayTexts.none(year)}</p>;
  return (
    <ul className="card-rows card-alone">
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
