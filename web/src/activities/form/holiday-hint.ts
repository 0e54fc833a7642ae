import type { Client } from '@bitacora/core/client';
import type { CalendarDate } from '@bitacora/core/domain/calendar';
import type { Holiday } from '@bitacora/core/domain/holidays';
import { holidayNotice } from '@bitacora/core/messages/dates';
import { useEffect, useState } from 'react';
import { useApp } from '../../app.ts';

const holidayCache = new WeakMap<Client, Promise<readonly Holiday[]>>();

/** Read once for each tab, because holidays change a few times a year. A failure is not cached. */
function holidaysOf(client: Client): Promise<readonly Holiday[]> {
  const answer = holidayCache.get(client) ?? client.listHolidays();
  holidayCache.set(client, answer);
  answer.catch(() => holidayCache.delete(client));
  return answer;
}

/** Called after holidays were changed in this tab. */
export const forgetHolidays = (client: Client): void => void holidayCache.delete(client);

/** The hint for a deadline on a holiday. The form does not wait for it, because such a date is allowed. */
export function useHolidayHint(day: CalendarDate | null): string | undefined {
  const { client } = useApp();
  const [holidays, setHolidays] = useState<readonly Holiday[]>([]);
  useEffect(() => {
    let isHere = true;
    holidaysOf(client).then(
      (answer) => isHere && setHolidays(answer),
      () => {},
    );
    return () => {
      isHere = false;
    };
  }, [client]);
  const holiday = holidays.find((each) => each.day === day);
  return holiday && holidayNotice(holiday);
}
