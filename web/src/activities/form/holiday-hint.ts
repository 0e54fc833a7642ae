import type { Client } from '@bitacora/core/client';
import type { CalendarDate } from '@bitacora/core/domain/calendar';
import type { Holiday } from '@bitacora/core/domain/holidays';
import { holidayNotice } from '@bitacora/core/messages/holidays';
import { useEffect, useState } from 'react';
import { useApp } from '../../app.ts';

const holidayCache = new WeakMap<Client, Promise<readonly Holiday[]>>();

/** They change a few times a year: asked once for each tab, and again after a failure. */
function holidaysOf(client: Client): Promise<readonly Holiday[]> {
  const answer = holidayCache.get(client) ?? client.listHolidays();
  holidayCache.set(client, answer);
  answer.catch(() => holidayCache.delete(client));
  return answer;
}

/** Somebody has changed them here. */
export const forgetHolidays = (client: Client): void => void holidayCache.delete(client);

/** What there is to say of a deadline on a day of rest. It is taken all the same, and nobody waits for this. */
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
