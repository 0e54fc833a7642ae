import { addDays, type CalendarDate } from '../calendar.ts';
import type { Lapse, ReadPriority } from './activity.ts';

export const TEMPLATE_DAYS_MAX = 365;

/** Work that recurs under a topic. An activity made from it copies it and does not follow its edits. */
export interface ActivityTemplate<Priority = ReadPriority, Repetition = Lapse | 'other'> {
  description: string;
  /** Days to do it, counted from the day it is registered. */
  days: number;
  priority: Priority;
  repeats: Repetition | null;
  checklist: string[];
  minimumImages: number;
}

/** Tells whether work demands the same as a template. Work whose demands somebody changed before registering follows no template. */
export const hasSameDemands = (a: TemplateDemands, b: TemplateDemands): boolean =>
  a.minimumImages === b.minimumImages && a.checklist.join('\n') === b.checklist.join('\n');
type TemplateDemands = Pick<ActivityTemplate, 'checklist' | 'minimumImages'>;

/** Returns the fields that an activity made today copies; a word that this client does not know becomes the usual one. */
export function copyTemplate({ id, days, priority, repeats, ...work }: ActivityTemplate & { id: number }, today: CalendarDate) {
  const { description, checklist, minimumImages } = work;
  return {
    templateId: id,
    description,
    checklist,
    minimumImages,
    dueOn: addDays(today, days),
    priority: priority === 'other' ? ('normal' as const) : priority,
    repeats: repeats === 'other' ? null : repeats,
  };
}
