import { ApiError } from '@bitacora/core/client';
import type { Priority } from '@bitacora/core/domain/activity/activity';
import type { Lapse } from '@bitacora/core/domain/activity/repetition';
import type { CalendarDate } from '@bitacora/core/domain/calendar';
import { validation } from '@bitacora/core/messages/validation';
import { activityForm } from '../../messages/activity-form.ts';

/** The values of the form. */
export interface ActivityDraft {
  topicId: number | null;
  assigneeId: number | null;
  description: string;
  priority: Priority;
  dueOn: CalendarDate | null;
  isRepeatable: boolean;
  lapse: Lapse | null;
  images: readonly File[];
}

export const emptyDraft: ActivityDraft = {
  topicId: null,
  assigneeId: null,
  description: '',
  priority: 'normal',
  dueOn: null,
  isRepeatable: false,
  lapse: null,
  images: [],
};

/** A complete draft, as the contract takes it. */
export interface ActivityRegistration {
  topicId: number;
  assigneeId: number;
  description: string;
  priority: Priority;
  dueOn: CalendarDate;
  repeats: Lapse | null;
  images: readonly File[];
}

/** Throws all errors at once, with the server's sentences and field names. The server validates again. */
export function validateDraft(draft: ActivityDraft, today: CalendarDate, needsAssignee: boolean): ActivityRegistration {
  const { topicId, assigneeId, description, dueOn, isRepeatable, lapse } = draft;
  const wrong: Record<string, string | null> = {
    topicId: topicId === null ? validation.required : null,
    assigneeId: needsAssignee && assigneeId === null ? validation.required : null,
    description: description.trim() === '' ? validation.required : null,
    dueOn: dueOn === null ? validation.required : dueOn < today ? validation.dueInPast : null,
    repeats: isRepeatable && lapse === null ? activityForm.lapseMissing : null,
  };
  const fields = Object.fromEntries(Object.entries(wrong).filter((entry): entry is [string, string] => entry[1] !== null));
  if (Object.keys(fields).length > 0) throw new ApiError(400, validation.summary, 'input.invalid', fields);
  return {
    topicId: topicId as number,
    assigneeId: assigneeId as number,
    description,
    priority: draft.priority,
    dueOn: dueOn as CalendarDate,
    repeats: isRepeatable ? lapse : null,
    images: draft.images,
  };
}
