import type { Rest } from '../../domain/notifications/notification-rules.ts';
import type { OpenContext } from '../use-case.ts';

/** Reads what decides who rests (`quietHours`). */
export async function readRest({
  repos,
  today,
  zone,
  workTime: company,
}: Pick<OpenContext, 'repos' | 'today' | 'zone' | 'workTime'>): Promise<Rest> {
  const holidays = (await repos.holidays.all()).map(({ day }) => day);
  return { zone, company, holidays, ownTimes: await repos.users.listWorkTimes(), absences: await repos.absences.listAwaySince(today) };
}
