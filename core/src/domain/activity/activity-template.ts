import { addDays, type CalendarDate } from '../calendar.ts';
import type { ReadPriority } from './activity.ts';
import type { Lapse } from './repetition.ts';

/** The most days that a template gives. */
export const TEMPLATE_DAYS_MAX = 365;

/** Work that comes again under a topic. An activity made from it copies it and does not follow its edits. */
export interface ActivityTemplate<Priority = ReadPriority, Repetition = Lapse | 'other'> {
  description: string;
  /** Days to do it, counted from the day it is registered. */
  days: number;
  priority: Priority;
  repeats: Repetition | null;
  checklist: string[];
  minimumImages: number;
}

/** The day on which an activity made today is due. */
export const dueOfTemplate = ({ days }: { days: number }, today: CalendarDate): CalendarDate => addDays(today, days);
