import { type ActivityPromise, type Lapse, lapses, type Priority } from '@bitacora/core/domain/activities/activity';
import type { CalendarDate } from '@bitacora/core/domain/calendar';
import { adminPolicy } from '@bitacora/core/domain/people/person';
import { lapseLabels, priorityOptions } from '@bitacora/core/messages/activities/labels';
import { frame } from '@bitacora/core/messages/layout';
import { validation } from '@bitacora/core/messages/validation';
import { lazy, type ReactNode, Suspense } from 'react';
import { Link } from 'react-router-dom';
import { useSession } from '../../app/app.ts';
import { paths } from '../../app/paths.ts';
import { activityForm } from '../../messages/activity-form-texts.ts';
import { Choice } from '../../ui/choice.tsx';
import { DayEntry, SpokenDay, useHolidayHint } from '../../ui/day-entry.tsx';
import { refuseFields } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import type { Attempt } from '../../ui/use-attempt.ts';
import { type Topic, topicOptions } from '../activity.tsx';
import './activity-fields.css';

// Loaded when a topic is chosen, because few topics have templates.
const TemplateField = lazy(async () => ({ default: (await import('./template-field.tsx')).TemplateField }));
const CopiedDemands = lazy(async () => ({ default: (await import('./template-field.tsx')).CopiedDemands }));

/** The values of the form. */
export interface ActivityDraft {
  topicId: number | null;
  assigneeIds: readonly number[];
  description: string;
  priority: Priority;
  dueOn: CalendarDate | null;
  /** The sentence about a typed text that is not a day. */
  dueProblem: string | null;
  isRepeatable: boolean;
  lapse: Lapse | null;
  images: readonly File[];
  /** Copied of a template. */
  templateId: number | null;
  checklist: string[];
  minimumImages: number;
}

export const emptyDraft: ActivityDraft = {
  topicId: null,
  assigneeIds: [],
  description: '',
  priority: 'normal',
  dueOn: null,
  dueProblem: null,
  isRepeatable: false,
  lapse: null,
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

/** Throws all errors at once, with the server's sentences and field names. The server validates again. */
export function validateDraft(draft: ActivityDraft, today: CalendarDate, needsAssignee: boolean): ActivityRegistration {
  const { isRepeatable, lapse, dueProblem, templateId, ...values } = draft;
  const { topicId, assigneeIds, description, dueOn } = values;
  const wrong: Record<string, string | null> = {
    topicId: topicId === null ? validation.required : null,
    assigneeId: needsAssignee && assigneeIds.length === 0 ? validation.required : null,
    description: description.trim() === '' ? validation.required : null,
    dueOn: dueOn === null ? (dueProblem ?? validation.required) : dueOn < today ? validation.dueInPast : null,
    repeats: isRepeatable && lapse === null ? activityForm.lapseMissing : null,
  };
  const fields = Object.fromEntries(Object.entries(wrong).filter((entry): entry is [string, string] => entry[1] !== null));
  if (Object.keys(fields).length > 0) throw refuseFields(fields);
  return {
    ...values,
    topicId: topicId as number,
    assigneeIds: [...assigneeIds],
    dueOn: dueOn as CalendarDate,
    repeats: isRepeatable ? lapse : null,
    templateId: templateId ?? undefined,
  };
}

const DESCRIPTION_MAX = 2000;
const NEARLY_FULL = 200;
const repeatableOptions = [
  { value: 'no', label: activityForm.repeatableNo },
  { value: 'yes', label: activityForm.repeatableYes },
];
const lapseOptions = lapses.map((value) => ({ value, label: lapseLabels[value] }));

interface ActivityFieldsProps {
  draft: ActivityDraft;
  change: (part: Partial<ActivityDraft>) => void;
  attempt: Attempt;
  topics: readonly Topic[];
  /** The assignee field, on the form that assigns. */
  assignee?: ReactNode;
}

/** The fields of a new activity: topic, description, assignee, priority, date and repetition. */
export function ActivityFields({ draft, change, attempt, topics, assignee }: ActivityFieldsProps) {
  const { today } = useSession();
  const set = (field: string, part: Partial<ActivityDraft>) => {
    attempt.forgive(field);
    change(part);
  };
  const holidayHint = useHolidayHint(draft.dueOn);
  const left = DESCRIPTION_MAX - draft.description.length;
  // A kept draft may name a topic that is not open to the person any more.
  const topic = topics.find(({ id }) => id === draft.topicId);
  return (
    <>
      <TopicField
        topics={topics}
        value={draft.topicId}
        error={attempt.fieldError('topicId')}
        onChange={(topicId) => set('topicId', { topicId, assigneeIds: [] })}
      />
      {topic && (
        <Suspense>
          <TemplateField key={topic.id} topicId={topic.id} change={change} />
        </Suspense>
      )}
      {assignee}
      <Field
        label={activityForm.description}
        error={attempt.fieldError('description')}
        hint={left <= NEARLY_FULL ? activityForm.descriptionHint(left) : undefined}
        isRequired
      >
        {(tie) => (
          <TextArea
            {...tie}
            maxLength={DESCRIPTION_MAX}
            value={draft.description}
            onChange={(event) => set('description', { description: event.target.value })}
          />
        )}
      </Field>
      <div className="form-pair">
        <Field
          label={activityForm.dueOn}
          error={attempt.fieldError('dueOn')}
          hint={holidayHint}
          beside={<SpokenDay day={draft.dueOn} />}
          isRequired
        >
          {(tie) => (
            <DayEntry
              tie={tie}
              value={draft.dueOn}
              min={today}
              today={today}
              hasQuickDays
              onChange={(dueOn, dueProblem) => set('dueOn', { dueOn, dueProblem })}
            />
          )}
        </Field>
        <Choice
          legend={activityForm.priority}
          name="priority"
          value={draft.priority}
          options={priorityOptions}
          onChange={(value) => change({ priority: value as Priority })}
        />
      </div>
      <div className="form-pair">
        <Choice
          legend={activityForm.repeatable}
          name="repeatable"
          value={draft.isRepeatable ? 'yes' : 'no'}
          options={repeatableOptions}
          onChange={(value) => set('repeats', { isRepeatable: value === 'yes', lapse: null })}
        />
        {draft.isRepeatable && (
          <Field label={activityForm.lapse} error={attempt.fieldError('repeats')} isRequired>
            {(tie) => (
              <Select
                tie={tie}
                value={draft.lapse}
                options={lapseOptions}
                placeholder={activityForm.lapsePlaceholder}
                onChange={(value) => set('repeats', { lapse: value as Lapse })}
              />
            )}
          </Field>
        )}
      </div>
      {(draft.checklist.length > 0 || draft.minimumImages > 0) && (
        <Suspense>
          <CopiedDemands draft={draft} change={change} />
        </Suspense>
      )}
    </>
  );
}

interface TopicFieldProps {
  topics: readonly Topic[];
  value: number | null;
  error: string | undefined;
  onChange: (topicId: number) => void;
}

/** The topic, with its description and department after the selection. */
function TopicField({ topics, value, error, onChange }: TopicFieldProps) {
  const selected = topics.find(({ id }) => id === value);
  return (
    <div className="topic-field">
      <Field label={activityForm.topic} error={error} hint={topics.length === 0 ? <NoTopics /> : undefined} isRequired>
        {(tie) => (
          <Select
            tie={tie}
            value={value}
            options={topicOptions(topics)}
            placeholder={activityForm.topicPlaceholder}
            search={{ placeholder: activityForm.topicSearch, noMatch: activityForm.noTopicMatches, more: frame.moreOptions }}
            emptyText={activityForm.noTopicsYet}
            onChange={(id) => onChange(Number(id))}
          />
        )}
      </Field>
      {selected && (
        <dl className="topic-facts">
          <div>
            <dt>{activityForm.topicDescription}</dt>
            <dd className="prose">{selected.description || activityForm.topicNoDescription}</dd>
          </div>
          <div>
            <dt>{activityForm.topicDepartment}</dt>
            <dd>{selected.department}</dd>
          </div>
        </dl>
      )}
    </div>
  );
}

/** What to do without a topic: who may register topics does it, others ask for one. */
function NoTopics() {
  const { user } = useSession();
  if (!adminPolicy.manageTopics(user)) return activityForm.noTopics;
  return (
    <>
      {activityForm.noTopicsYet} <Link to={paths.topics}>{frame.topics}</Link>
    </>
  );
}
