import { type ActivityPromise, promiseFields } from '@bitacora/core/domain/activities/activity';
import type { CalendarDate } from '@bitacora/core/domain/calendar';
import { isBlank } from '@bitacora/core/domain/text';
import { validation } from '@bitacora/core/messages/validation';
import { activityForm } from '../../messages/activity-form-texts.ts';
import { refuseFields } from '../../ui/form.tsx';

/** The values of the form. */
export type ActivityDraft = Omit<ActivityPromise, 'topicId' | 'dueOn'> & {
  topicId: number | null;
  assigneeIds: readonly number[];
  dueOn: CalendarDate | null;
  /** The sentence about a typed text that is not a day. */
  dueProblem: string | null;
  isRepeatable: boolean;
  /** The sentence about a typed end of the series that is not a day. */
  untilProblem: string | null;
  images: readonly File[];
  /** The template that filled the form. */
  templateId: number | null;
  checklist: string[];
  minimumImages: number;
};

const blankTexts = Object.fromEntries(promiseFields.map((field) => [field, ''])) as Record<keyof ActivityPromise, ''>;
export const emptyDraft: ActivityDraft = {
  ...blankTexts,
  topicId: null,
  assigneeIds: [],
  priority: 'normal',
  dueOn: null,
  dueProblem: null,
  isRepeatable: false,
  repeats: null,
  repeatUntil: null,
  untilProblem: null,
  images: [],
  templateId: null,
  checklist: [],
  minimumImages: 0,
};

/** A complete draft, as the contract takes it. */
export interface ActivityRegistration extends ActivityPromise {
  assigneeIds: number[];
  images: readonly File[];
  templateId: number | undefined;
  checklist: string[];
  minimumImages: number;
}

/** Returns what is wrong with the end of a series; null where it is blank or good. */
export const findUntilProblem = ({ repeatUntil, untilProblem, dueOn }: Pick<ActivityDraft, 'repeatUntil' | 'untilProblem' | 'dueOn'>) =>
  repeatUntil && dueOn && repeatUntil < dueOn ? validation.untilBeforeDue : untilProblem;

/** Throws all errors at once, with the server's sentences and field names. The server validates again. */
export function validateDraft(draft: ActivityDraft, today: CalendarDate, needsAssignee: boolean): ActivityRegistration {
  const { isRepeatable, repeats, repeatUntil, untilProblem, dueProblem, templateId, ...values } = draft;
  const { topicId, assigneeIds, description, dueOn } = values;
  const wrong: Record<string, string | null> = {
    topicId: topicId === null ? validation.required : null,
    assigneeIds: needsAssignee && assigneeIds.length === 0 ? validation.required : null,
    description: isBlank(description) ? validation.required : null,
    dueOn: dueOn === null ? (dueProblem ?? validation.required) : dueOn < today ? validation.dueInPast : null,
    repeats: isRepeatable && repeats === null ? activityForm.lapseMissing : null,
    repeatUntil: isRepeatable ? findUntilProblem({ repeatUntil, untilProblem, dueOn }) : null,
  };
  const fields = Object.fromEntries(Object.entries(wrong).filter((entry): entry is [string, string] => entry[1] !== null));
  if (Object.keys(fields).length > 0) throw refuseFields(fields);
  return {
    ...values,
    topicId: topicId as number,
    assigneeIds: [...assigneeIds],
    dueOn: dueOn as CalendarDate,
    repeats: isRepeatable ? repeats : null,
    repeatUntil: isRepeatable ? repeatUntil : null,
    templateId: templateId ?? undefined,
  };
}
