import { addMonths, type CalendarDate } from '../calendar.ts';
import type { Privileges } from './person.ts';

/** Days on which somebody is away, both included, and who acts in their place. */
export interface Absence {
  id: number;
  userId: number;
  substituteId: number;
  fromOn: CalendarDate;
  toOn: CalendarDate;
}
type Days = Pick<Absence, 'fromOn' | 'toOn'>;

/** Whether it is more than a year. */
export const isTooLong = ({ fromOn, toOn }: Days): boolean => toOn >= addMonths(fromOn, 12);

/** Whether two absences share a day. */
export const isOverlapping = (one: Days, other: Days): boolean => one.fromOn <= other.toOn && other.fromOn <= one.toOn;

/** The absent person that somebody substitutes, among these people; null where they act as themselves. */
export const representedBy = ({ id, substitutesFor = [] }: Pick<Privileges, 'id' | 'substitutesFor'>, people: readonly number[]) =>
  people.includes(id) ? null : (substitutesFor.find((absent) => people.includes(absent.id)) ?? null);
